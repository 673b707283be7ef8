/**
 * Formats the differences that the server reports to a shopper: prices, limits, fees or slots that changed since they
 * last saw them.
 */
import { formatSlot } from '../dates.ts';
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney } from '../money.ts';

/** A reported difference. `price`, `promo`, `fee` and `total` are in sen, the other numbers are units. */
export type ReportedChange =
  | { field: 'price' | 'promo' | 'fee' | 'total'; old: number; new: number }
  | { field: 'stock' | 'max_qty' | 'min_qty' | 'bulky'; old: number; new: number }
  | { field: 'unavailable' }
  | { field: 'slot'; starts_at: Date; ends_at: Date };

/** Formats a difference: `Price changed RM5.90 → RM6.50`, `Only 3 left, quantity reduced`. */
export function formatLineChange(change: ReportedChange, lang: Lang): string {
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
    case 'slot': {
      const { starts_at, ends_at } = change;
      return word(lang, 'change.slot', { slot: formatSlot({ starts_at, ends_at }, lang) });
    }
    default:
      return word(lang, 'change.unavailable');
  }
}
