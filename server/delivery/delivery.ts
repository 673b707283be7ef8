/** Delivery methods by state, their fees, and slots with places left. */
import { isDeepStrictEqual } from 'node:util';
import { priceDelivery } from '@shop/core/delivery/fee';
import type { Basket } from '@shop/core/delivery/free-shipping';
import type { Db } from '../db/database.ts';
import { type DeliveryMethod, type DeliveryRate, type SlotTemplate, takenSlots } from './delivery.sql.ts';
import { type DaySlot, slotId, slotsAhead } from './slots.ts';

/** Kuala Lumpur's rates apply while the destination is unknown. */
const DEFAULT_STATE = 'MY-14';

/** A method with its rate in one state. */
export type OfferedMethod = { method: DeliveryMethod; rate: DeliveryRate };

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

/** Places left by slot id; a slot without orders is missing and has all its places. */
export type PlacesLeft = ReadonlyMap<string, number>;

/** Reads the places left of slots from `now` on, in one statement. */
export async function loadPlaces(db: Db, now: Date): Promise<PlacesLeft> {
  const rows = await db.rows(takenSlots, [now]);
  return new Map(rows.map(({ template_id, starts_at, places_left }) => [slotId(template_id, starts_at), places_left]));
}

export const placesLeft = (slot: DaySlot, places: PlacesLeft): number => places.get(slot.id) ?? slot.template.capacity;

/** Lists these templates' slots in the coming days that are open and have places, earliest first. */
export function scheduleOf(templates: readonly SlotTemplate[], places: PlacesLeft, now: Date): OpenSlot[] {
  return slotsAhead(templates, now).map((slot) => ({ ...slot, places_left: placesLeft(slot, places) }));
}
