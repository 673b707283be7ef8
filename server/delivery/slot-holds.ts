/** Holds on delivery slots: a chosen slot keeps its place for a cart while the shopper completes the checkout. */
import { hasRoom, type SlotUse } from '@shop/core/delivery/slot-capacity';
import { MINUTE_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { lockRows } from '../db/database.ts';
import { runInBatches } from '../db/run-in-batches.ts';
import { clearHolds, lockSlot } from './delivery.sql.ts';
import { capacityOf, type DaySlot } from './slots.ts';

/** A cart's hold on a slot until a time in ISO 8601, for an order of at most this many items and bulky items. */
export type SlotHold = { slot_id: string; until: string; items: number; bulky: number };

/** Duration of a hold. */
const HOLD_MS = 15 * MINUTE_MS;

/**
 * Extra time during which a hold still blocks its place for others, so that an order sent in its last second succeeds:
 * longer than any request takes, and more than the difference of two servers' clocks.
 */
const HOLD_GRACE_MS = MINUTE_MS;

/** Returns the time after which a hold must end to count against its slot at `now`. */
export const liveHoldsAt = (now: Date): Date => new Date(now.getTime() - HOLD_GRACE_MS);

/** Returns whether a hold still counts against its slot. */
export const isLiveHold = ({ until }: SlotHold, now: Date): boolean => new Date(until) > liveHoldsAt(now);

export const toSlotUse = ({ items, bulky }: SlotHold): SlotUse => ({ orders: 1, items, bulky });

/** Returns whether a hold is for this slot, has time left, and is for at least this order. */
export function isHeld(hold: SlotHold | null | undefined, slot: DaySlot, order: SlotUse, now: Date): hold is SlotHold {
  if (hold == null || hold.slot_id !== slot.id || new Date(hold.until) <= now) return false;
  return hold.items >= order.items && hold.bulky >= order.bulky;
}

export const createHold = (slot: DaySlot, { items, bulky }: SlotUse, now: Date): SlotHold => ({
  slot_id: slot.id,
  until: new Date(now.getTime() + HOLD_MS).toISOString(),
  items,
  bulky,
});

/**
 * Locks a slot until the transaction ends, and checks whether it has room for the order of a cart in addition to all
 * orders and the other carts' holds.
 */
export async function lockRoom(ctx: Ctx, cart_id: string, slot: DaySlot, order: SlotUse): Promise<boolean> {
  const values = [slot.template.id, slot.starts_at, liveHoldsAt(ctx.now), cart_id];
  const [locked] = await lockRows(ctx.db, lockSlot, values);
  // The slot has just been removed from the shop.
  if (locked === undefined) return false;
  const { capacity, ...used } = locked;
  return hasRoom(capacityOf(slot, capacity), used, order);
}

/** Maximum holds cleared per statement. */
const MAX_CLEARED_HOLDS = 500;

/** Clears the holds that no longer block a place. Returns how many. */
export async function clearExpiredHolds({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const values = [liveHoldsAt(now), MAX_CLEARED_HOLDS];
  return runInBatches(MAX_CLEARED_HOLDS, async () => (await db.rows(clearHolds, values)).length);
}
