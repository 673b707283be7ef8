/** Cart lines on the server: core's priced and limited line with its offer. */
import type { PricedLine } from '@shop/core/cart/cart';
import type { LineLimits } from '@shop/core/cart/limits';
import type { Sen } from '@shop/core/money';
import type { Offer } from '../catalog/listing/offers.ts';
import { unitsAvailable } from '../catalog/listing/stock-units.ts';

/** One line. Money in sen, weight in grams; `stock` is net of `min_qty` (docs/readings.md#5). */
export type Line = PricedLine &
  LineLimits & {
    variation_option_id: string | null;
    offer: Offer;
    /** Stored position in the cart; null for a new line. */
    position: number | null;
    /** Unit price that the shopper last saw, in sen; null for a new line. */
    seen_price: Sen | null;
    /** Whether it is still for sale. Voucher products wait for loyalty (docs/readings.md#22). */
    is_sold: boolean;
    bulky: boolean;
    weight: number;
    /** Slugs of its categories with their ancestors; empty for a product that is no longer listed. */
    categories: readonly string[];
    /** Slug of its brand; null without one, or for a product that is no longer listed. */
    brand: string | null;
  };

/** Maximum quantity of a line without another limit; it also keeps sums in bounds. */
export const MAX_LINE_QUANTITY = 9_999;

export type LineState = Pick<Line, 'position' | 'quantity' | 'checkout' | 'seen_price'>;

/** The categories and brand of a line's product, by slug. */
export type LineLabels = Pick<Line, 'categories' | 'brand'>;

/** Builds an unpriced line from an offer. `priceGroup` is the code of the shopper's customer group. */
export function lineOf(state: LineState, offer: Offer, labels: LineLabels, priceGroup: string | null): Line {
  return {
    ...state,
    id: String(offer.product_id),
    variation_option_id: offer.variation_option_id === null ? null : String(offer.variation_option_id),
    offer,
    price: offer.price,
    sale_price: offer.sale_price,
    group_price: priceGroup === null ? null : (offer.group_prices[priceGroup] ?? null),
    tier_prices: offer.tier_prices,
    final_price: offer.price,
    price_total: offer.price * state.quantity,
    min_sale_qty: offer.min_sale_qty,
    max_sale_qty: offer.max_sale_qty,
    ...stockLimits(offer, NOTHING),
    is_sold: offer.is_sold && offer.type !== 'voucher',
    bulky: offer.bulky,
    weight: offer.weight,
    ...labels,
  };
}

/** Demand in pieces by stock row id. */
export type Demand = ReadonlyMap<number, number>;

const NOTHING: Demand = new Map();

/** Sums the demand of lines flagged for checkout per stock row, across lines, variations and bundle parts. */
export function demandOf(lines: readonly Line[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const line of lines) {
    if (!line.checkout) continue;
    for (const { inventory_id, per_unit } of line.offer.stock) {
      demand.set(inventory_id, (demand.get(inventory_id) ?? 0) + per_unit * line.quantity);
    }
  }
  return demand;
}

/** Computes the quantity that stock allows besides other lines' demand. */
function stockLimits(offer: Offer, taken: Demand): Pick<LineLimits, 'stock' | 'keep_available'> {
  const left = offer.stock.map((row) => ({ ...row, quantity: row.quantity - (taken.get(row.inventory_id) ?? 0) }));
  const units = unitsAvailable(left);
  if (units !== Number.POSITIVE_INFINITY) return { stock: units, keep_available: false };
  return { stock: unitsAvailable(left.map((row) => ({ ...row, is_continuous_selling: false }))), keep_available: true };
}

/** Computes a line's maximum quantity besides other lines' demand for the same stock rows. */
export function limitsBeside(line: Line, taken: Demand): LineLimits {
  return {
    min_sale_qty: line.min_sale_qty,
    max_sale_qty: line.max_sale_qty > 0 ? Math.min(line.max_sale_qty, MAX_LINE_QUANTITY) : MAX_LINE_QUANTITY,
    ...stockLimits(line.offer, taken),
  };
}
