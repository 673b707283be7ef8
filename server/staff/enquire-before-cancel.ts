/** Enquiries before staff cancel an unpaid order: if its payment arrived meanwhile, the cancellation refunds it. */
import { awaitsPayment } from '@shop/core/orders/payment-deadline';
import type { Ctx } from '../context.ts';
import type { Preparations } from '../http/api/call-endpoint.ts';
import { readCancellation } from '../orders/cancellation/cancellations.ts';
import { enquireOrder } from '../orders/payment/enquire-payments.ts';
import { requireOrderRow } from './staff-orders.ts';

/** A gateway that does not respond stops nothing: staff decide, and a payment that arrives later is refunded. */
async function enquireBeforeCancel(ctx: Ctx, idOrNumber: string): Promise<void> {
  const order = await requireOrderRow(ctx, idOrNumber);
  if (awaitsPayment(order)) await enquireOrder(ctx, order.id, 'staff');
}

/** They run before the handlers, because the gateway is never called inside a transaction. */
export const staffPreparations: Preparations = {
  'staff.cancelOrder': (ctx, { params }) => enquireBeforeCancel(ctx, params.id),
  'staff.approveCancellation': async (ctx, { params }) =>
    enquireBeforeCancel(ctx, (await readCancellation(ctx, params.id)).order_id),
};
