/** SQL expressions for zones, methods and slot templates, and statements of the slots' capacity and holds. */
import { STORAGE_KINDS } from '@shop/core/delivery/undeliverable';
import * as v from 'valibot';
import { lockingStatement, statement } from '../db/database.ts';

const limit = v.nullable(v.number());

/** A fee in sen that applies from an amount in sen and a weight in grams on. */
export const feeBand = v.object({ min_amount: limit, min_weight: limit, fee: v.number() });

/** The limits within which delivery is free: amounts in sen, weights in grams. */
export const freeShippingRule = v.object({
  min_amount: limit,
  max_amount: limit,
  min_quantity: limit,
  max_quantity: limit,
  min_weight: limit,
  max_weight: limit,
});

const zoneRate = v.object({
  /** The zone's code. */
  zone: v.string(),
  /** Sen. */
  fee: v.number(),
  bands: v.array(feeBand),
  free_shipping: v.array(freeShippingRule),
});

export const deliveryZone = v.object({
  code: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  /** States by ISO code. */
  states: v.array(v.string()),
  /** Ranges of postcodes, both ends included. */
  postcodes: v.array(v.object({ first: v.string(), last: v.string() })),
});

/** A delivery area. The shop delivers to it only if a method has a rate there. */
export type DeliveryZone = v.InferOutput<typeof deliveryZone>;

/** A method's fees and free-shipping rules in one zone. */
export type StoredRate = v.InferOutput<typeof zoneRate>;

export const slotTemplate = v.object({
  id: v.number(),
  method_id: v.number(),
  starts_minute: v.number(),
  ends_minute: v.number(),
  fee: v.number(),
  /** Codes of the zones that it serves; empty for every zone of its method. */
  zones: v.array(v.string()),
  /** Maximum of orders, items and bulky items; null means no limit. */
  capacity: v.number(),
  items_capacity: v.nullable(v.number()),
  bulky_capacity: v.nullable(v.number()),
  /** Minutes before its start at which the slot closes for orders. */
  cutoff_minutes: v.number(),
});

/** A slot that repeats daily. Minutes after midnight in Kuala Lumpur; fee in sen. */
export type StoredSlotTemplate = v.InferOutput<typeof slotTemplate>;

export const deliveryMethod = v.object({
  id: v.number(),
  code: v.string(),
  shipping_class: v.string(),
  /** Kinds of storage that the method keeps on the way. */
  carries: v.array(v.picklist(STORAGE_KINDS)),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  description_en: v.string(),
  description_zh: v.nullable(v.string()),
  rates: v.array(zoneRate),
});

/** A delivery method with its rates by zone. */
export type DeliveryMethod = v.InferOutput<typeof deliveryMethod>;

/** A method with its rate in one zone. */
export type ZoneMethod = { method: DeliveryMethod; rate: StoredRate };

/** SQL expression: all active methods in order, as `DeliveryMethod[]`. */
export const DELIVERY_METHODS = `(
  select coalesce(json_agg(json_build_object('id', m.id, 'code', m.code, 'shipping_class', m.shipping_class,
    'carries', m.carries,
    'name_en', m.name_en, 'name_zh', m.name_zh, 'description_en', m.description_en, 'description_zh', m.description_zh,
    'rates', (select coalesce(json_agg(json_build_object('zone', zone.code, 'fee', r.fee, 'bands', r.bands,
      'free_shipping', r.free_shipping)), '[]') from delivery_rates r join delivery_zones zone on zone.id = r.zone_id where r.method_id = m.id)) order by m.position, m.id), '[]')
  from delivery_methods m where m.is_active)`;

/** SQL expression: all zones, as `DeliveryZone[]`. */
export const DELIVERY_ZONES = `(
  select coalesce(json_agg(json_build_object('code', z.code, 'name_en', z.name_en, 'name_zh', z.name_zh,
    'states', array(select s.state_id from delivery_zone_states s where s.zone_id = z.id),
    'postcodes', (select coalesce(json_agg(json_build_object('first', p.first, 'last', p.last) order by p.first), '[]')
      from delivery_zone_postcodes p where p.zone_id = z.id)) order by z.code), '[]')
  from delivery_zones z)`;

/** SQL expression: the templates that take orders, as `StoredSlotTemplate[]`. */
export const SLOT_TEMPLATES = `(
  select coalesce(json_agg(json_build_object('id', t.id, 'method_id', t.method_id, 'starts_minute', t.starts_minute,
    'ends_minute', t.ends_minute, 'fee', t.fee, 'zones', t.zones, 'capacity', t.capacity, 'items_capacity', t.items_capacity,
    'bulky_capacity', t.bulky_capacity, 'cutoff_minutes', t.cutoff_minutes) order by t.id), '[]')
  from delivery_slot_templates t where t.capacity > 0)`;

/** Reads the hours of the template of slot $1, also if the shop has retired it. */
export const slotHours = statement(
  'delivery.slotHours',
  v.object({ id: v.number(), starts_minute: v.number(), ends_minute: v.number() }),
  `select id, starts_minute, ends_minute from delivery_slot_templates where id = split_part($1::text, '-', 1)::bigint`,
);

const slotUse = { orders: v.number(), items: v.number(), bulky: v.number() };

/** SQL expression: the id of row `slot`, as `buildSlotId` builds it. */
const SLOT_ID = `slot.template_id || '-' || (extract(epoch from slot.starts_at) / 60)::bigint`;

/**
 * Reads the used capacity of slots that start from $1 on, by orders and by holds that are live at $2. Counts the holds
 * of each slot in the index on slot and end of the hold.
 */
export const usedSlots = statement(
  'delivery.usedSlots',
  v.object({ template_id: v.number(), starts_at: v.date(), capacity: v.number(), ...slotUse }),
  `select slot.template_id, slot.starts_at, slot.capacity, slot.taken + held.orders as orders,
     slot.taken_items + held.items as items, slot.taken_bulky + held.bulky as bulky
   from delivery_slots slot cross join lateral (
     select count(*)::int as orders, coalesce(sum(c.held_items), 0)::int as items,
       coalesce(sum(c.held_bulky), 0)::int as bulky
     from carts c where c.held_slot_id = ${SLOT_ID} and c.held_until > $2
   ) held
   where slot.starts_at >= $1`,
);

/** Clears at most $2 holds that expired by $1. A cart in use is left to the next run. */
export const clearHolds = statement(
  'delivery.clearHolds',
  v.object({ id: v.string() }),
  `update carts set choices = choices - 'hold'
   where id = any(array(
     select id from carts where held_items is not null and held_until <= $1 limit $2 for update skip locked))
   returning id`,
);

/**
 * Locks the slot of template $1 at $2, creating it if missing, and reads its used capacity: by its orders, and by
 * holds of carts other than $4 that are live at $3. `held_of_slot` reads the holds once the slot is locked.
 */
export const lockSlot = lockingStatement(
  'slot',
  'delivery.lockSlot',
  v.object({ capacity: v.number(), ...slotUse }),
  `with found as (
     select * from delivery_slots where template_id = $1 and starts_at = $2::timestamptz for update
   ), made as (
     insert into delivery_slots as slot (template_id, starts_at, capacity)
     select t.id, $2, t.capacity from delivery_slot_templates t where t.id = $1 and not exists (select from found)
     -- Only if another request has just made it.
     on conflict (template_id, starts_at) do update set taken = slot.taken returning *
   )
   select slot.capacity, slot.taken + held.orders as orders, slot.taken_items + held.items as items,
     slot.taken_bulky + held.bulky as bulky
   from (select * from found union all select * from made) slot
   cross join lateral held_of_slot(${SLOT_ID}, $3, $4) held`,
);

/**
 * Returns SQL that takes one place of a slot, with the items and bulky items of its order; no row if no place is left.
 * Items are not limited here. It locks the slot, so declare the lock in the enclosing statement. The parameters are
 * that statement's, such as `$5`.
 */
export const takePlace = (template: string, starts_at: string, items: string, bulky: string): string => `
  insert into delivery_slots as slot (template_id, starts_at, capacity, taken, taken_items, taken_bulky)
  select t.id, ${starts_at}::timestamptz, t.capacity, 1, ${items}::integer, ${bulky}::integer
  from delivery_slot_templates t where t.id = ${template}::bigint and t.capacity > 0
  on conflict (template_id, starts_at) do update set taken = slot.taken + 1,
    taken_items = slot.taken_items + excluded.taken_items, taken_bulky = slot.taken_bulky + excluded.taken_bulky
  where slot.taken < slot.capacity
  returning taken`;

/** Returns one place of the slot of template $1 at $2, with $3 items and $4 bulky items. */
export const returnPlace = lockingStatement(
  'slot',
  'delivery.returnPlace',
  v.object({ taken: v.number() }),
  `update delivery_slots set taken = taken - 1, taken_items = taken_items - $3, taken_bulky = taken_bulky - $4
   where template_id = $1 and starts_at = $2 and taken > 0
   returning taken`,
);
