/** Deliveries that failed: the order is delivered again, or canceled (docs/readings.md#10). */
import type { Sen } from '@shop/core/money';
import type { OrderReason } from '@shop/core/orders/order-note';
import type { FailedDeliveryOutcome } from '@shop/core/orders/status';
import type { Ctx } from '../context.ts';
import { recordCash } from '../payments/cash.ts';
import { refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { cancelLockedOrder } from './cancellation/cancellations.ts';
import { changeSlot } from './change-slot.ts';
import type { LockedOrder } from './change-status.sql.ts';
import { authorOfChange, changeStatus, requireLockedOrder } from './change-status.ts';

export type FailedDelivery = {
  /** Reason for the failure, written by staff or the driver; the shopper sees it. */
  reason: string;
  outcome: FailedDeliveryOutcome;
  /** The new slot of an order that is delivered again; without it, the order stays in its slot. */
  delivery_slot_id?: string | null | undefined;
  /** Cash that was collected although the delivery failed, in sen. */
  cash_collected?: Sen | null | undefined;
};

/**
 * Ends a delivery that failed. `retry` sends the order back to packed, in another slot if one is named; `cancel`
 * cancels it and returns what it took. Refuses `order.wrong_status` unless the order is out for delivery,
 * `order.no_cash`, and the slot as `changeSlot` does. Returns the order before the change.
 */
export function failDelivery(ctx: Ctx, order_id: string, failure: FailedDelivery): Promise<LockedOrder> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    await failLockedDelivery(ctx, order, failure);
    return order;
  });
}

/** Ends a failed delivery of a locked order, as `failDelivery` does. */
export async function failLockedDelivery(
  ctx: Ctx,
  order: LockedOrder,
  { reason, outcome, delivery_slot_id = null, cash_collected = null }: FailedDelivery,
): Promise<void> {
  if (order.status !== 'delivery') refuse('order.wrong_status');
  if (cash_collected !== null) {
    await recordCash(ctx, order, { outcome, amount: cash_collected, recorded_by: authorOfChange(ctx) });
  }
  const allowed = { afterFailedDelivery: true };
  if (outcome === 'cancel') {
    const note: OrderReason = { note_code: 'order_note.delivery_failed', note_params: { reason } };
    return cancelLockedOrder(ctx, order, note, allowed);
  }
  const slot = delivery_slot_id === null ? null : await changeSlot(ctx, order, delivery_slot_id);
  const note: OrderReason =
    slot === null
      ? { note_code: 'order_note.delivery_again', note_params: { reason } }
      : {
          note_code: 'order_note.delivery_moved',
          note_params: { reason, starts_at: slot.starts_at.toISOString(), ends_at: slot.ends_at.toISOString() },
        };
  await changeStatus(ctx, order, 'packed', note, allowed);
}
