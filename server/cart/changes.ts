/**
 * Changes to report with a cart: quantities, prices and lost lines since the shopper last saw it (`lines_changed`,
 * `changes`).
 */
import type { LineChange } from '@shop/contract/cart';
import { type LineChange as CoreChange, formatLineChange } from '@shop/core/cart/line-change';
import type { Lang } from '@shop/core/lang';
import { senToText } from '@shop/core/money';
import { type Refusal, refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import { offerTexts } from '../catalog/listing/offers.ts';
import type { Line } from './lines.ts';

/** A change of one line, or of the whole order if `line` is null. */
export type Change = { line: Line | null } & (
  | (Extract<CoreChange, { old: number }> & {
      /** Why a line update was rejected: `old` is the requested value, `new` the line's actual one. */
      refused?: Refusal;
    })
  | { field: 'unavailable'; old: number; new: number; refused?: Refusal }
  | { field: 'slot'; old: string; new: null; refused?: undefined }
);

const IN_SEN = new Set<Change['field']>(['price', 'promo', 'fee', 'total']);

const SOLD_OUT = refusal('cart.sold_out');

function changeText(change: Change, lang: Lang): string {
  if (change.refused !== undefined) return refusalText(change.refused, lang);
  return change.field === 'stock' && change.new === 0 ? refusalText(SOLD_OUT, lang) : formatLineChange(change, lang);
}

/** Formats a change for responses: money as text, quantities as numbers. */
export function changeView(change: Change, lang: Lang): LineChange {
  const { line, field } = change;
  const value = (of: string | number | null) => (IN_SEN.has(field) && typeof of === 'number' ? senToText(of) : of);
  const named = line && {
    id: line.id,
    variation_option_id: line.variation_option_id,
    name: offerTexts(line.offer, lang).name,
  };
  return { ...named, field, old: value(change.old), new: value(change.new), message: changeText(change, lang) };
}
