/** How the shop delivers where, what it costs there, and which slots still have places. */
import type { Db } from '../db/database.ts';
import { type DeliveryMethod, type DeliveryRate, schedule } from './delivery.sql.ts';
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

/** Every method's slots of the coming days that still take orders, earliest first. One statement. */
export async function loadSchedule(db: Db, now: Date): Promise<OpenSlot[]> {
  const rows = await db.rows(schedule, [now]);
  const left = new Map(
    rows.flatMap(({ id, taken }) =>
      taken.map(({ starts_at, places_left }) => [slotId(id, new Date(starts_at)), places_left]),
    ),
  );
  return slotsAhead(rows, now).map((slot) => ({ ...slot, places_left: left.get(slot.id) ?? slot.template.capacity }));
}
