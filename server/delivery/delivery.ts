/** Delivery methods by state, their fees, and slots with places left. */
import { isDeepStrictEqual } from 'node:util';
import { priceDelivery } from '@shop/core/delivery/fee';
import type { Basket } from '@shop/core/delivery/free-shipping';
import { hasRoom, type SlotUse, subtractUse } from '@shop/core/delivery/slot-capacity';
import type { Db } from '../db/database.ts';
import { type DeliveryMethod, type OfferedMethod, usedSlots } from './delivery.sql.ts';
import { isLiveHold, liveHoldsAt, type SlotHold, useOf } from './slot-holds.ts';
import { capacityOf, type DaySlot, type SlotCalendar, slotId, slotsAhead } from './slots.ts';

/** Kuala Lumpur's rates apply while the destination is unknown. */
const DEFAULT_STATE = 'MY-14';

/** Lists methods that deliver to a state (ISO code; null: not known yet), in the shop's order. */
export function methodsFor(methods: readonly DeliveryMethod[], state: string | null): OfferedMethod[] {
  return methods.flatMap((method) => {
    const rate = method.rates.find((each) => each.states.includes(state ?? DEFAULT_STATE));
    return rate === undefined ? [] : [{ method, rate }];
  });
}

/** Whether a method keeps frozen goods frozen all the way (docs/readings.md#13). */
export const suitsFrozen = (method: DeliveryMethod): boolean => method.shipping_class === 'chilled';

/** Returns the method to preselect for a basket: the cheapest; for frozen goods the cheapest that suits them. */
export function defaultMethod(
  offered: readonly OfferedMethod[],
  basket: Basket,
  has_frozen: boolean,
): OfferedMethod | null {
  const suited = has_frozen ? offered.filter(({ method }) => suitsFrozen(method)) : [];
  const priced = (suited.length > 0 ? suited : offered).map((each) => ({
    each,
    fee: priceDelivery(each.rate, basket).fee,
  }));
  const lowest = Math.min(...priced.map(({ fee }) => fee));
  return priced.find(({ fee }) => fee === lowest)?.each ?? null;
}

/**
 * Names the region of a rate, for shoppers whose destination is unknown: the largest zone with the same fee and
 * free-shipping rule. Null if the rate holds everywhere.
 */
export function regionOf(
  methods: readonly DeliveryMethod[],
  { method, rate }: OfferedMethod,
): { en: string; zh: string | null } | null {
  const zones = new Set(methods.flatMap((each) => each.rates.map(({ zone_en }) => zone_en)));
  const same = method.rates.filter(
    ({ fee, free_shipping }) => fee === rate.fee && isDeepStrictEqual(free_shipping, rate.free_shipping),
  );
  if (same.length === zones.size) return null;
  const { zone_en, zone_zh } = same.reduce((a, b) => (b.states.length > a.states.length ? b : a));
  return { en: zone_en, zh: zone_zh };
}

/** Finds a method by its id or code if it delivers to that state; null otherwise. */
export function findMethod(
  methods: readonly DeliveryMethod[],
  named: string,
  state: string | null,
): OfferedMethod | null {
  return methodsFor(methods, state).find(({ method }) => String(method.id) === named || method.code === named) ?? null;
}

export type OpenSlot = DaySlot & { places_left: number };

/** A slot's orders that it takes, and what orders and holds use of it. */
type UsedSlot = { capacity: number; used: SlotUse };

/** What is used of slots, by slot id; a slot without orders and holds is missing. */
export type UsedSlots = ReadonlyMap<string, UsedSlot>;

/** Reads what is used of the slots from `now` on, in one statement. */
export async function loadUsedSlots(db: Db, now: Date): Promise<UsedSlots> {
  const rows = await db.rows(usedSlots, [now, liveHoldsAt(now)]);
  return new Map(
    rows.map(({ template_id, starts_at, capacity, ...used }) => [slotId(template_id, starts_at), { capacity, used }]),
  );
}

/** Counts the places left of a slot for an order; 0 where its items do not fit. */
export function placesLeft(slot: DaySlot, { capacity, used }: UsedSlot, order: SlotUse): number {
  return hasRoom(capacityOf(slot, capacity), used, order) ? capacity - used.orders : 0;
}

const NOTHING: SlotUse = { orders: 0, items: 0, bulky: 0 };

/**
 * Lists a method's slots of the coming days that take orders, earliest first, with the places left for an order.
 * `own` is the hold of the same shopper, which leaves its place free for them.
 */
export function scheduleOf(
  calendar: SlotCalendar,
  offered: OfferedMethod,
  all: UsedSlots,
  order: SlotUse,
  own: SlotHold | null,
  now: Date,
): OpenSlot[] {
  return slotsAhead(calendar, offered, now).map((slot) => {
    const { capacity, used } = all.get(slot.id) ?? { capacity: slot.template.capacity, used: NOTHING };
    const others =
      own !== null && isLiveHold(own, now) && own.slot_id === slot.id ? subtractUse(used, useOf(own)) : used;
    return { ...slot, places_left: placesLeft(slot, { capacity, used: others }, order) };
  });
}
