import { hasRoom } from '@shop/core/delivery/slot-capacity';
import { currentSettings } from '../cart/pricing-settings.ts';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { lockSlot, returnPlace } from '../delivery/delivery.sql.ts';
import { listMethodsFor } from '../delivery/delivery.ts';
import { liveHoldsAt } from '../delivery/slot-holds.ts';
import { buildSlotRefusal, capacityOf, type DaySlot, findSlot } from '../delivery/slots.ts';
import { refuse, refuseFields } from '../refuse.ts';
import * as sql from './change-slot.sql.ts';
import type { LockedOrder } from './change-status.sql.ts';

/**
 * Moves a locked order to another slot of its delivery method. Refuses at `delivery_slot_id`: `checkout.slot_full` if
 * the slot is full, closed or not offered to the order's address, `checkout.slot_missing` for an unknown id.
 */
export async function changeSlot(ctx: Ctx, order: LockedOrder, slot_id: string): Promise<DaySlot> {
  const [settings, delivery] = await Promise.all([
    currentSettings(ctx.db),
    ctx.db.row(sql.deliveryOfOrder, [order.id]),
  ]);
  const { method_id, items, bulky, ...place } = delivery ?? refuse('order.not_found');
  const refuseSlot = () => refuseFields({ delivery_slot_id: [buildSlotRefusal(settings.slots, slot_id, ctx.lang)] });
  const method = listMethodsFor(settings, place).find((each) => each.method.id === method_id);
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
