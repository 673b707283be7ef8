/** Deliveries that failed: the order is delivered again, or canceled (docs/readings.md#10). */
import { hasRoom } from '@shop/core/delivery/slot-capacity';
import type { Sen } from '@shop/core/money';
import type { OrderReason } from '@shop/core/orders/order-note';
import type { FailedDeliveryOutcome } from '@shop/core/orders/status';
import { currentSettings } from '../cart/shop-settings.ts';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { lockSlot, returnPlace } from '../delivery/delivery.sql.ts';
import { methodsFor } from '../delivery/delivery.ts';
import { liveHoldsAt } from '../delivery/slot-holds.ts';
import { capacityOf, type DaySlot, findSlot, slotRefusal } from '../delivery/slots.ts';
import { recordCash } from '../payments/cash.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { cancelLockedOrder } from './cancellation/cancellations.ts';
import type { LockedOrder } from './change-status.sql.ts';
import { changedBy, changeStatus, requireLockedOrder } from './change-status.ts';
import * as sql from './failed-delivery.sql.ts';

export type FailedDelivery = {
  /** Why it failed, as staff wrote it for the shopper. */
  reason: string;
  outcome: FailedDeliveryOutcome;
  /** Where to move an order that is delivered again; without it, the order stays in its slot. */
  delivery_slot_id?: string | null | undefined;
  /** Cash that was collected nevertheless, in sen. */
  cash_collected?: Sen | null | undefined;
};

/**
 * Moves a locked order from its slot to another one of its method. Refuses with `checkout.slot_full` or
 * `checkout.slot_missing` a slot that is full, closed or not offered to its address.
 */
async function changeSlot(ctx: Ctx, order: LockedOrder, slot_id: string): Promise<DaySlot> {
  const [settings, delivery] = await Promise.all([
    currentSettings(ctx.db),
    ctx.db.row(sql.deliveryOfOrder, [order.id]),
  ]);
  const { method_id, items, bulky, ...place } = delivery ?? refuse('order.not_found');
  const refuseSlot = () => refuseFields({ delivery_slot_id: [slotRefusal(settings.slots, slot_id, ctx.lang)] });
  const method = methodsFor(settings, place).find((each) => each.method.id === method_id);
  const slot = method === undefined ? null : findSlot(settings, method, slot_id, ctx.now);
  if (slot === null) return refuseSlot();

  const { slot_template_id: template, slot_starts_at: starts_at, slot_items, slot_bulky } = order;
  await lockRows(ctx.db, sql.lockSlots, [template, starts_at, slot.template.id, slot.starts_at]);
  if (template !== null) await ctx.db.rows(returnPlace, [template, starts_at, slot_items, slot_bulky]);
  const [taken] = await ctx.db.rows(lockSlot, [slot.template.id, slot.starts_at, liveHoldsAt(ctx.now), order.id]);
  const use = { orders: 1, items, bulky };
  if (taken === undefined || !hasRoom(capacityOf(slot, taken.capacity), taken, use)) return refuseSlot();
  const moved = await ctx.db.rows(sql.moveToSlot, [
    ...[order.id, slot.template.id, slot.starts_at, slot.ends_at],
    ...[items, bulky],
  ]);
  return moved.length > 0 ? slot : refuseSlot();
}

/**
 * Ends a delivery that failed. `retry` sends the order back to packed, in another slot if one is named; `cancel` cancels
 * it and returns what it took. Refuses `order.wrong_status` unless the order is out for delivery, `order.no_cash`, and
 * the slot as `changeSlot` does. Returns the order before the change.
 */
export function failDelivery(
  ctx: Ctx,
  order_id: string,
  { reason, outcome, delivery_slot_id = null, cash_collected = null }: FailedDelivery,
): Promise<LockedOrder> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    if (order.status !== 'delivery') refuse('order.wrong_status');
    if (cash_collected !== null) {
      await recordCash(ctx, order, { outcome, amount: cash_collected, recorded_by: changedBy(ctx) });
    }
    const allowed = { afterFailedDelivery: true };
    if (outcome === 'cancel') {
      const note: OrderReason = { note_code: 'order_note.delivery_failed', note_params: { reason } };
      await cancelLockedOrder(ctx, order, note, allowed);
      return order;
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
    return order;
  });
}
