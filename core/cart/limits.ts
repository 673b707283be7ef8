/** Quantity limits of a cart (docs/spec.md §5 "Adding quantity to cart"; docs/readings.md#5). */
import { type Refusal, refusal } from '../refusal.ts';

/** Maximum lines of a cart and of one update; far above a weekly shop. */
export const MAX_LINES = 200;

/** A product's limits. `stock` is net of `min_qty`; `max_sale_qty` 0 means no limit (docs/spec.md §9). */
export type LineLimits = {
  min_sale_qty: number;
  max_sale_qty: number;
  stock: number;
  /** Continuous selling: stock does not limit. */
  keep_available: boolean;
};

export type LimitedLine = LineLimits & { quantity: number };

function checkMaximum(quantity: number, limits: Omit<LineLimits, 'min_sale_qty'>): Refusal | null {
  const { max_sale_qty, stock, keep_available } = limits;
  if (max_sale_qty > 0 && quantity > max_sale_qty) return refusal('cart.max_quantity', { max: max_sale_qty });
  if (keep_available || quantity <= stock) return null;
  return stock <= 0 ? refusal('cart.sold_out') : refusal('cart.max_quantity', { max: stock });
}

/**
 * Checks an added quantity in the spec's order: maximum sale quantity, stock, then "Zero or negative quantity is an
 * error." Quantities are integers.
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

/** Checks a line's absolute quantity. 0 is allowed: it removes the line (docs/readings.md#5). */
export function checkLineQuantity(line: LimitedLine): Refusal | null {
  if (line.quantity === 0) return null;
  if (line.quantity < 0) return refusal('cart.quantity_not_positive');
  const tooMany = checkMaximum(line.quantity, line);
  if (tooMany !== null) return tooMany;
  return line.quantity < line.min_sale_qty ? refusal('cart.min_quantity', { min: line.min_sale_qty }) : null;
}

/** Returns the highest quantity a line may have; infinite without limits. */
export function computeMaxQuantity({ max_sale_qty, stock, keep_available }: LineLimits): number {
  return Math.min(
    max_sale_qty > 0 ? max_sale_qty : Number.POSITIVE_INFINITY,
    keep_available ? Number.POSITIVE_INFINITY : Math.max(0, stock),
  );
}

/** Returns the quantity after the stepper's plus. The first step goes to the minimum. */
export function stepUp({ quantity, min_sale_qty }: LimitedLine): number {
  return Math.max(quantity + 1, min_sale_qty);
}

/** Returns why the stepper's plus is disabled, or null. */
export function checkStepUp(line: LimitedLine): Refusal | null {
  return checkLineQuantity({ ...line, quantity: stepUp(line) });
}

/**
 * Returns the quantity after the stepper's minus: 0 below the minimum, and at most the maximum, as stock may have
 * fallen.
 */
export function stepDown(line: LimitedLine): number {
  const next = Math.min(line.quantity - 1, computeMaxQuantity(line));
  return next < line.min_sale_qty ? 0 : next;
}

/** Checks the number of bulky units selected for checkout: a van has limited room. */
export function checkBulkyLimit(
  lines: readonly { quantity: number; bulky: boolean; checkout: boolean }[],
  max: number,
): Refusal | null {
  const bulky = lines.reduce((sum, line) => sum + (line.bulky && line.checkout ? line.quantity : 0), 0);
  return bulky > max ? refusal('cart.bulky_limit', { max }) : null;
}
