/** What each line of a cart costs (docs/readings.md#4). */
import { calculateUnitPrice } from '../catalog/price.ts';
import type { PricedLine } from './cart.ts';

/** Pieces of each product over all its lines that are flagged for checkout. */
function sumCheckoutQuantities(lines: readonly PricedLine[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { id, quantity, checkout } of lines) {
    if (checkout) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return quantities;
}

/**
 * Gives every line its `final_price` and `price_total`. The tier is found by the quantity of the product over all its
 * lines flagged for checkout. A line that is not flagged shows what it would cost if it were: nothing is paid for it.
 */
export function priceLines<Line extends PricedLine>(lines: readonly Line[]): Line[] {
  const flagged = sumCheckoutQuantities(lines);
  return lines.map((line) => {
    const others = flagged.get(line.id) ?? 0;
    const final_price = calculateUnitPrice(line, line.checkout ? others : others + line.quantity);
    return { ...line, final_price, price_total: final_price * line.quantity };
  });
}
