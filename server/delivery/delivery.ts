/** How the shop delivers where, what it costs there, and which slots still have places. */
import type { Db } from '../db/database.ts';
import { type DeliveryMethod, type DeliveryRate, type SlotTemplate, takenSlots } from './delivery.sql.ts';
import { type DaySlot, slotId, slotsAhead } from './slots.ts';

/** Kuala Lumpur's terms stand until there is an address. */
const DEFAULT_STATE = 'MY-14';

/** A method with its terms in one state. */
export type OfferedMethod = { method: DeliveryMethod; rate: DeliveryRate };

/** Methods that deliver to a state (ISO code; null: no address yet), in the shop's order. */
export function methodsFor(methods: readonly DeliveryMethod[], state: string | null): OfferedMethod[] {
  return methods.flatMap((method) => {
    const rate = method.rates.find((each) => each.states.includes(state ?? DEFAULT_STATE));
    return rate === undefined ? [] : [{ method, rate }];
  });
}

/** The method that a shopper named by its id or code, where it delivers to that state; null otherwise. */
export function findMethod(
  methods: readonly DeliveryMethod[],
  named: string,
  state: string | null,
): OfferedMethod | null {
  return methodsFor(methods, state).find(({ method }) => String(method.id) === named || method.code === named) ?? null;
}

/** A slot that takes orders, and how many. */
export type OpenSlot = DaySlot & { places_left: number };

/** Places left of slots that orders have, by the slot's id; the others have all of theirs. */
export type PlacesLeft = ReadonlyMap<string, number>;

/** The places of the slots from `now` on; one statement. */
export async function loadPlaces(db: Db, now: Date): Promise<PlacesLeft> {
  const rows = await db.rows(takenSlots, [now]);
  return new Map(rows.map(({ template_id, starts_at, places_left }) => [slotId(template_id, starts_at), places_left]));
}

/** Orders that a slot still takes. */
export const placesLeft = (slot: DaySlot, places: PlacesLeft): number => places.get(slot.id) ?? slot.template.capacity;

/** The slots of these templates in the coming days that still take orders, earliest first. */
export function scheduleOf(templates: readonly SlotTemplate[], places: PlacesLeft, now: Date): OpenSlot[] {
  return slotsAhead(templates, now).map((slot) => ({ ...slot, places_left: placesLeft(slot, places) }));
}
