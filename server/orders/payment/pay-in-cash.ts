/** Changes an order that waits for its online payment to cash on delivery (docs/readings.md#59). */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { checkLeaveAtDoor } from '@shop/core/checkout/leave-at-door';
import { computeCashRounding } from '@shop/core/money';
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import { type Ctx, publish } from '../../context.ts';
import { lockAttempts, moveAttempt } from '../../payments/attempts.ts';
import { Refused, refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { updateStatus, writeCashPayment } from '../change-status.sql.ts';
import { authorOfChange, requireLockedOrder } from '../change-status.ts';
import type { OrderRow } from '../orders.sql.ts';
import { admitOrder } from '../placing/open-orders.ts';
import { isCheckedUnpaid } from './enquire-payments.ts';

/**
 * Lets the driver collect an order's total, rounded to 5 sen. The limits of open orders apply as at the checkout.
 * Refuses `payment.closed`, `payment.unchecked`, `checkout.leave_at_door_cash` and what `admitOrder` refuses. A payment
 * that the gateway reports later is refunded.
 */
export function payInCash(ctx: Ctx, order: OrderRow, phone_proof: string | null | undefined): Promise<void> {
  const due = order.grand_total - order.rounding;
  const rounding = computeCashRounding(due);
  const asCash = {
    ...order,
    payment_method: CASH_ON_DELIVERY,
    payment_status: 'unpaid',
    grand_total: due + rounding,
  } as const;
  return inTransaction(ctx, async (ctx) => {
    const refused = checkLeaveAtDoor(asCash);
    if (refused !== null) throw new Refused(refused, { fields: { payment_method: [refused] } });
    if (!awaitsPayment(order)) refuse('payment.closed');
    const { is_proven, mail } = await admitOrder(ctx, asCash, phone_proof);
    const locked = await requireLockedOrder(ctx, order.id);
    if (!awaitsPayment(locked)) refuse('payment.closed');
    if (!(await isCheckedUnpaid(ctx, order.id))) refuse('payment.unchecked');
    for (const attempt of await lockAttempts(ctx, order.id)) await moveAttempt(ctx, attempt, 'expire');
    const { confirmation_id, confirm_at } = mail ?? { confirmation_id: null, confirm_at: null };
    const amounts = [rounding, asCash.grand_total];
    await ctx.db.write(writeCashPayment, [order.id, ...amounts, is_proven, confirmation_id, confirm_at, ctx.now]);
    const note = JSON.stringify({ note_code: 'order_note.cash' });
    await ctx.db.write(updateStatus, [order.id, locked.status, 'unpaid', ctx.now, note, authorOfChange(ctx)]);
    await publish(ctx, { type: 'order.pays_cash', order_id: order.id, mail });
  });
}
