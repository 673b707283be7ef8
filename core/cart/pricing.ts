/** Prices the lines of a cart (docs/readings.md#4). */
import { computeItemPrice } from '../catalog/price.ts';
import type { PricedLine } from './cart.ts';

/** Sums each product's units over its lines selected for checkout. */
function sumCheckoutQuantities(lines: readonly PricedLine[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { id, quantity, checkout } of lines) {
    if (checkout) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return quantities;
}

/**
 * Sets `final_price` and `price_total` of every line. The product's quantity over all lines selected for checkout
 * decides the tier. An unselected line shows its price as if it were selected too.
 */
export function priceLines<Line extends PricedLine>(lines: readonly Line[]): Line[] {
  const checkoutQuantities = sumCheckoutQuantities(lines);
  return lines.map((line) => {
    const others = checkoutQuantities.get(line.id) ?? 0;
    const final_price = computeItemPrice(line, line.checkout ? others : others + line.quantity);
    return { ...line, final_price, price_total: final_price * line.quantity };
  });
}
