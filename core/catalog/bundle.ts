/** Limits the price of a bundle by the prices of its parts (docs/readings.md#30). */
import type { Sen } from '../money.ts';
import { computeItemPrice } from './price.ts';
import type { ProductPrices } from './product.ts';

/** Capped prices are multiples of this, as cash amounts are. */
const PRICE_STEP_SEN: Sen = 5;

/**
 * Returns the highest price of a bundle: its parts' current prices for their quantities, less `saving_percent`, rounded
 * down.
 */
export function computeBundlePriceCap(
  parts: readonly (ProductPrices & { quantity: number })[],
  saving_percent: number,
): Sen {
  const partsPrice = parts.reduce((sum, part) => sum + computeItemPrice(part, part.quantity) * part.quantity, 0);
  return Math.floor((partsPrice * (100 - saving_percent)) / 100 / PRICE_STEP_SEN) * PRICE_STEP_SEN;
}
