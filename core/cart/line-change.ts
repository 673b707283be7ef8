/** What a line or an order lost or gained since the shopper last saw it, in words for the place where it shows. */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney } from '../money.ts';

/** `price`, `promo`, `fee` and `total` are in sen, `stock`, `max_qty`, `min_qty` and `bulky` in pieces; the rest has no number. */
export type LineChange =
  | { field: 'price' | 'promo' | 'fee' | 'total'; old: number; new: number }
  | { field: 'stock' | 'max_qty' | 'min_qty' | 'bulky'; old: number; new: number }
  | { field: 'unavailable' | 'slot' };

/** The note at the changed line: `Price changed RM5.90 → RM6.50`, `Only 3 left, quantity reduced`. */
export function formatLineChange(change: LineChange, lang: Lang): string {
  switch (change.field) {
    case 'price':
    case 'promo':
    case 'fee':
    case 'total':
      return word(lang, `change.${change.field}`, { old: formatMoney(change.old), new: formatMoney(change.new) });
    case 'stock':
    case 'max_qty':
    case 'min_qty':
    case 'bulky':
      return word(lang, `change.${change.field}`, { new: change.new });
    default:
      return word(lang, `change.${change.field}`);
  }
}
