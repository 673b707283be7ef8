/** The price of a bundle against that of its parts (docs/readings.md#30). */
import type { Sen } from '../money.ts';
import { calculateItemPrice } from './price.ts';
import type { ProductPrices } from './product.ts';

/** A bundle costs at least this much less than its parts bought separately. */
export const MIN_BUNDLE_SAVING: Sen = 10;

/** Returns the highest price of a bundle, from its parts' current prices for their quantities. */
export function bundlePriceCap(parts: readonly (ProductPrices & { quantity: number })[]): Sen {
  const separately = parts.reduce((sum, part) => sum + calculateItemPrice(part, part.quantity) * part.quantity, 0);
  return Math.max(0, separately - MIN_BUNDLE_SAVING);
}
