/** Delivery methods by state, their fees, and slots with places left. */
import type { Db } from '../db/database.ts';
import { type DeliveryMethod, type DeliveryRate, type SlotTemplate, takenSlots } from './delivery.sql.ts';
import { type DaySlot, slotId, slotsAhead } from './slots.ts';

/** Kuala Lumpur's rates apply while there is no address. */
const DEFAULT_STATE = 'MY-14';

/** A method with its rate in one state. */
export type OfferedMethod = { method: DeliveryMethod; rate: DeliveryRate };

/** Lists methods that deliver to a state (ISO code; null: no address yet), in the shop's order. */
export function methodsFor(methods: readonly DeliveryMethod[], state: string | null): OfferedMethod[] {
  return methods.flatMap((method) => {
    const rate = method.rates.find((each) => each.states.includes(state ?? DEFAULT_STATE));
    return rate === undefined ? [] : [{ method, rate }];
  });
}

/** Finds a method by its id or code if it delivers to that state; null otherwise. */
export function findMethod(
  methods: readonly DeliveryMethod[],
  named: string,
  state: string | null,
): OfferedMethod | null {
  return methodsFor(methods, state).find(({ method }) => String(method.id) === named || method.code === named) ?? null;
}

/** An open slot with its places left. */
export type OpenSlot = DaySlot & { places_left: number };

/** Places left by slot id; a slot without orders is missing and has all its places. */
export type PlacesLeft = ReadonlyMap<string, number>;

/** Reads the places left of slots from `now` on, in one statement. */
export async function loadPlaces(db: Db, now: Date): Promise<PlacesLeft> {
  const rows = await db.rows(takenSlots, [now]);
  return new Map(rows.map(({ template_id, starts_at, places_left }) => [slotId(template_id, starts_at), places_left]));
}

/** Returns a slot's places left. */
export const placesLeft = (slot: DaySlot, places: PlacesLeft): number => places.get(slot.id) ?? slot.template.capacity;

/** Lists these templates' slots in the coming days that are open and have places, earliest first. */
export function scheduleOf(templates: readonly SlotTemplate[], places: PlacesLeft, now: Date): OpenSlot[] {
  return slotsAhead(templates, now).map((slot) => ({ ...slot, places_left: placesLeft(slot, places) }));
}
