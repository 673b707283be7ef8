/** Delivery rates as scalars for other modules' statements, and the places taken. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';
import { lockingStatement } from '../db/lock.ts';

const rate = v.object({
  zone_en: v.string(),
  zone_zh: v.nullable(v.string()),
  /** The states of its zone, by ISO code. */
  states: v.array(v.string()),
  /** Sen. */
  fee: v.number(),
  /** Amounts in sen, weights in grams; all null if delivery is never free. */
  free_shipping: v.object({
    min_amount: v.nullable(v.number()),
    max_amount: v.nullable(v.number()),
    min_quantity: v.nullable(v.number()),
    max_quantity: v.nullable(v.number()),
    min_weight: v.nullable(v.number()),
  }),
});

/** A method's fee and free-shipping rule in one zone. */
export type DeliveryRate = v.InferOutput<typeof rate>;

export const slotTemplate = v.object({
  id: v.number(),
  method_id: v.number(),
  starts_minute: v.number(),
  ends_minute: v.number(),
  fee: v.number(),
  capacity: v.number(),
  /** Minutes before its start at which the slot closes for orders. */
  cutoff_minutes: v.number(),
});

/** A slot that repeats daily. Minutes after midnight in Kuala Lumpur; fee in sen. */
export type SlotTemplate = v.InferOutput<typeof slotTemplate>;

export const deliveryMethod = v.object({
  id: v.number(),
  code: v.string(),
  shipping_class: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  description_en: v.string(),
  description_zh: v.nullable(v.string()),
  rates: v.array(rate),
});

/** A delivery method with its rates by zone. */
export type DeliveryMethod = v.InferOutput<typeof deliveryMethod>;

/** SQL scalar of all active methods in order: `DeliveryMethod[]`. */
export const DELIVERY_METHODS = `(
  select coalesce(json_agg(json_build_object('id', m.id, 'code', m.code, 'shipping_class', m.shipping_class,
    'name_en', m.name_en, 'name_zh', m.name_zh, 'description_en', m.description_en, 'description_zh', m.description_zh,
    'rates', (select coalesce(json_agg(json_build_object('fee', r.fee, 'zone_en', zone.name_en, 'zone_zh', zone.name_zh,
      'states', array(select state_id from delivery_zone_states z where z.zone_id = r.zone_id),
      'free_shipping', json_build_object('min_amount', r.free_min_amount, 'max_amount', r.free_max_amount,
        'min_quantity', r.free_min_quantity, 'max_quantity', r.free_max_quantity, 'min_weight', r.free_min_weight))),
      '[]') from delivery_rates r join delivery_zones zone on zone.id = r.zone_id where r.method_id = m.id)) order by m.position, m.id), '[]')
  from delivery_methods m where m.is_active)`;

/** SQL scalar of all templates: `SlotTemplate[]`. */
export const SLOT_TEMPLATES = `(
  select coalesce(json_agg(json_build_object('id', t.id, 'method_id', t.method_id, 'starts_minute', t.starts_minute,
    'ends_minute', t.ends_minute, 'fee', t.fee, 'capacity', t.capacity, 'cutoff_minutes', t.cutoff_minutes)
    order by t.id), '[]')
  from delivery_slot_templates t)`;

/** Reads slots from $1 on that have orders. */
export const takenSlots = statement(
  'delivery.takenSlots',
  v.object({ template_id: v.number(), starts_at: v.date(), places_left: v.number() }),
  'select template_id, starts_at, capacity - taken as places_left from delivery_slots where starts_at >= $1',
);

/**
 * Takes one place of a slot; no row where it is full. It locks the slot, so the statement around it says so. The
 * parameters are that statement's, such as `$5`.
 */
export const takePlace = (template: string, starts_at: string): string => `
  insert into delivery_slots as slot (template_id, starts_at, capacity, taken)
  select t.id, ${starts_at}::timestamptz, t.capacity, 1 from delivery_slot_templates t
  where t.id = ${template}::bigint and t.capacity > 0
  on conflict (template_id, starts_at) do update set taken = slot.taken + 1 where slot.taken < slot.capacity
  returning taken`;

/** Returns one place of the slot of template $1 at $2. */
export const returnPlace = lockingStatement(
  'slot',
  'delivery.returnPlace',
  v.object({ taken: v.number() }),
  `update delivery_slots set taken = taken - 1 where template_id = $1 and starts_at = $2 and taken > 0
   returning taken`,
);
