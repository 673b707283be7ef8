/** How many of a product one order may hold (docs/spec.md §5 "Adding quantity to cart"; docs/readings.md#5). */
import { type Refusal, refusal } from '../refusal.ts';

/** What limits a line. `stock` is net of `min_qty`; `max_sale_qty` 0 means no limit (docs/spec.md §9). */
export type LineLimits = {
  min_sale_qty: number;
  max_sale_qty: number;
  stock: number;
  /** Continuous selling: stock does not limit. */
  keep_available: boolean;
};

/** A line as the stepper sees it. */
export type LimitedLine = LineLimits & { quantity: number };

/** Whether a quantity is more than may be bought, and the spec's words for it. */
function checkMaximum(quantity: number, limits: Omit<LineLimits, 'min_sale_qty'>): Refusal | null {
  const { max_sale_qty, stock, keep_available } = limits;
  if (max_sale_qty > 0 && quantity > max_sale_qty) return refusal('cart.max_quantity', { max: max_sale_qty });
  if (keep_available || quantity <= stock) return null;
  return stock <= 0 ? refusal('cart.sold_out') : refusal('cart.max_quantity', { max: stock });
}

/**
 * Whether so many pieces may be added to a line, in the spec's order: the maximum sale quantity, the stock, then
 * "Zero or negative quantity is an error." Quantities are whole numbers.
 */
export function checkQuantity({
  line_quantity,
  addition,
  ...limits
}: Omit<LineLimits, 'min_sale_qty'> & { line_quantity: number; addition: number }): Refusal | null {
  return (
    checkMaximum(line_quantity + addition, limits) ?? (addition <= 0 ? refusal('cart.quantity_not_positive') : null)
  );
}

/** Whether a line may hold exactly so many pieces. 0 is allowed: it removes the line (docs/readings.md#5). */
export function checkLineQuantity(line: LimitedLine): Refusal | null {
  if (line.quantity === 0) return null;
  if (line.quantity < 0) return refusal('cart.quantity_not_positive');
  const tooMany = checkMaximum(line.quantity, line);
  if (tooMany !== null) return tooMany;
  return line.quantity < line.min_sale_qty ? refusal('cart.min_quantity', { min: line.min_sale_qty }) : null;
}

/** The most pieces that a line may hold; infinite where nothing limits it. */
export function maxQuantity({ max_sale_qty, stock, keep_available }: LineLimits): number {
  return Math.min(
    max_sale_qty > 0 ? max_sale_qty : Number.POSITIVE_INFINITY,
    keep_available ? Number.POSITIVE_INFINITY : Math.max(0, stock),
  );
}

/** The quantity after one step up. The first step takes the minimum at once. */
export function stepUp({ quantity, min_sale_qty }: LimitedLine): number {
  return Math.max(quantity + 1, min_sale_qty);
}

/** Why the stepper's plus does nothing, in the words that stand next to it; null while it works. */
export function checkStepUp(line: LimitedLine): Refusal | null {
  return checkLineQuantity({ ...line, quantity: stepUp(line) });
}

/**
 * The quantity after one step down; 0 removes the line, as does a step below the minimum. A line that holds more than
 * may be bought by now comes down to what may.
 */
export function stepDown(line: LimitedLine): number {
  const next = Math.min(line.quantity - 1, maxQuantity(line));
  return next < line.min_sale_qty ? 0 : next;
}

/** Bulky goods need room in the van: whether an order holds too many of them. Lines not flagged for checkout are left out. */
export function checkBulkyLimit(
  lines: readonly { quantity: number; bulky: boolean; checkout: boolean }[],
  max: number,
): Refusal | null {
  const bulky = lines.reduce((sum, line) => sum + (line.bulky && line.checkout ? line.quantity : 0), 0);
  return bulky > max ? refusal('cart.bulky_limit', { max }) : null;
}
