/** The lines of a cart as the server's rules see them: core's priced and limited line, with its offer beside it. */
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
    /** Place in the cart as it is stored; null where the line is new. */
    position: number | null;
    /** What one cost when the shopper last saw the line; null where it is new. */
    seen_price: Sen | null;
    /** Still for sale. Voucher products wait for loyalty (docs/readings.md#22). */
    is_sold: boolean;
    bulky: boolean;
    weight: number;
  };

/** The most pieces of one line where nothing else limits it: no household buys more, and sums stay in bounds. */
export const MOST_OF_A_LINE = 9_999;

/** What a line has of its own, beside its offer. */
export type LineState = Pick<Line, 'position' | 'quantity' | 'checkout' | 'seen_price'>;

/** A line of an offer, not yet priced. `priceGroup` is the code of the shopper's customer group. */
export function lineOf(state: LineState, offer: Offer, priceGroup: string | null): Line {
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
  };
}

/** Pieces asked of stock rows, by the row's id. */
export type Demand = ReadonlyMap<number, number>;

const NOTHING: Demand = new Map();

/** What lines flagged for checkout take, summed per stock row over lines, variations and the parts of bundles. */
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

/** What stock allows of an offer beside what others take. */
function stockLimits(offer: Offer, taken: Demand): Pick<LineLimits, 'stock' | 'keep_available'> {
  const left = offer.stock.map((row) => ({ ...row, quantity: row.quantity - (taken.get(row.inventory_id) ?? 0) }));
  const units = unitsAvailable(left);
  if (units !== Number.POSITIVE_INFINITY) return { stock: units, keep_available: false };
  return { stock: unitsAvailable(left.map((row) => ({ ...row, is_continuous_selling: false }))), keep_available: true };
}

/** How many pieces a line may hold beside what other lines take from the same stock rows. */
export function limitsBeside(line: Line, taken: Demand): LineLimits {
  return {
    min_sale_qty: line.min_sale_qty,
    max_sale_qty: line.max_sale_qty > 0 ? Math.min(line.max_sale_qty, MOST_OF_A_LINE) : MOST_OF_A_LINE,
    ...stockLimits(line.offer, taken),
  };
}
