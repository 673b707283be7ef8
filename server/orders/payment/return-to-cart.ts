/** Returns the items of an order that waits for its online payment to the cart (docs/readings.md#59). */
import { isSameLine } from '@shop/core/cart/cart';
import { MAX_LINES } from '@shop/core/cart/limits';
import { priceLines } from '@shop/core/cart/pricing';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { refusal } from '@shop/core/refusal';
import { lockCart, type PricedCart, readCart, saveCart } from '../../cart/cart.ts';
import type { CartChange, LoadedLine } from '../../cart/cart-lines.ts';
import { priceForShopper } from '../../cart/spent-promotions.ts';
import type { Ctx } from '../../context.ts';
import { refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { toLineKey } from '../buy-again.ts';
import { cancelLockedOrder } from '../cancellation/cancellations.ts';
import { wasReturned } from '../change-status.sql.ts';
import { requireLockedOrder } from '../change-status.ts';
import type { OrderLine } from '../orders.sql.ts';
import { type OrderReference, requireReferencedOrder } from '../orders.ts';
import { isCheckedUnpaid } from './enquire-payments.ts';

/** Adds the ordered quantities to the cart's lines; `dropped` are those above the maximum number of lines. */
function addQuantities(
  lines: readonly LoadedLine[],
  ordered: readonly OrderLine[],
): { lines: LoadedLine[]; dropped: LoadedLine[] } {
  const summed = lines.map((line) => {
    const quantity = ordered.find((each) => isSameLine(line, toLineKey(each)))?.quantity ?? 0;
    return quantity === 0 ? line : { ...line, quantity: line.quantity + quantity, checkout: true };
  });
  return { lines: summed.slice(0, MAX_LINES), dropped: summed.slice(MAX_LINES) };
}

const toDroppedChange = (line: LoadedLine): CartChange => ({
  line,
  field: 'unavailable',
  old: line.quantity,
  new: 0,
  refused: refusal('cart.too_many_lines', { max: MAX_LINES }),
});

/**
 * Cancels an order that the caller may see and that waits for its online payment, and adds its items to the caller's
 * cart in the same transaction, so that a repeated request finds the order canceled and adds nothing. Reports the lines
 * that limits reduced. Refuses `order.not_found`, `payment.closed`, `payment.unchecked` while the gateway does not say
 * whether it is paid, and `auth.required` without a token.
 */
export async function returnToCart(ctx: Ctx, orderName: OrderReference): Promise<PricedCart> {
  const order = await requireReferencedOrder(ctx, orderName);
  return inTransaction(ctx, async (ctx) => {
    const { added, ...cart } = await lockCart(ctx, order.lines.map(toLineKey));
    const locked = await requireLockedOrder(ctx, order.id);
    if ((await ctx.db.row(wasReturned, [order.id]))?.was_returned)
      return priceForShopper(ctx, await saveCart(ctx, cart));
    if (!awaitsPayment(locked)) return refuse('payment.closed');
    if (!(await isCheckedUnpaid(ctx, order.id))) refuse('payment.unchecked');
    await cancelLockedOrder(ctx, locked, { note_code: 'order_note.returned' });

    const { lines, dropped } = addQuantities([...cart.stored.lines, ...added], order.lines);
    await saveCart(ctx, { ...cart, lines: priceLines(lines) });
    // Reads the stock that the order has just returned.
    const filled = await readCart(ctx);
    // A price that follows from the summed quantity was never shown to the shopper.
    const isNewToShopper = ({ line, field }: CartChange) =>
      field !== 'price' || !order.lines.some((each) => line !== null && isSameLine(line, toLineKey(each)));
    return saveCart(ctx, {
      ...filled,
      changes: [...filled.changes.filter(isNewToShopper), ...dropped.map(toDroppedChange)],
    });
  });
}
