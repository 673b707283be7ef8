/** How the shop delivers where, what it costs there, and which slots still have places. */
import type { Db } from '../db/database.ts';
import { type DeliveryMethod, type DeliveryRate, deliveryMethods, placesOf, takenPlaces } from './delivery.sql.ts';
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

/** Active methods, where no other statement read them along. */
export async function loadMethods(db: Db): Promise<DeliveryMethod[]> {
  return (await db.row(deliveryMethods))?.methods ?? [];
}

/** Slots of some methods that still take orders, and how many. */
export async function loadOpenSlots(
  db: Db,
  methods: readonly DeliveryMethod[],
  now: Date,
): Promise<Map<number, (DaySlot & { places_left: number })[]>> {
  const rows = await db.rows(takenPlaces, [now]);
  const left = new Map(rows.map((row) => [slotId(row.template_id, row.starts_at), row.capacity - row.taken]));
  return new Map(
    methods.map((method) => [
      method.id,
      slotsAhead(method.slots, now).map((slot) => ({
        ...slot,
        places_left: left.get(slot.id) ?? slot.template.capacity,
      })),
    ]),
  );
}

/** Places that a slot still has. */
export async function placesLeft(db: Db, slot: DaySlot): Promise<number> {
  const row = await db.row(placesOf, [slot.template.id, slot.starts_at]);
  return row === null ? slot.template.capacity : row.capacity - row.taken;
}
