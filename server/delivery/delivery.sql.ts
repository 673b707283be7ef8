/** Delivery's terms, as other nouns' statements read them along, and the places that are taken. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

const rate = v.object({
  /** The states of its zone, by ISO code. */
  states: v.array(v.string()),
  /** Sen. */
  fee: v.number(),
  /** Amounts in sen, weights in grams; every part null where delivery is never free. */
  free_shipping: v.object({
    min_amount: v.nullable(v.number()),
    max_amount: v.nullable(v.number()),
    min_quantity: v.nullable(v.number()),
    max_quantity: v.nullable(v.number()),
    min_weight: v.nullable(v.number()),
  }),
});

/** A method's fee and rule in one zone. */
export type DeliveryRate = v.InferOutput<typeof rate>;

const slotTemplate = v.object({
  id: v.number(),
  starts_minute: v.number(),
  ends_minute: v.number(),
  fee: v.number(),
  capacity: v.number(),
  /** Orders close this many minutes before it starts. */
  cutoff_minutes: v.number(),
});

/** A slot that repeats every day. Minutes after midnight in Kuala Lumpur; the fee is in sen. */
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
  slots: v.array(slotTemplate),
});

/** A way of delivery with its rates by zone and its daily slots. */
export type DeliveryMethod = v.InferOutput<typeof deliveryMethod>;

/** A scalar of all active methods, in their order: `DeliveryMethod[]`. */
export const DELIVERY_METHODS = `(
  select coalesce(jsonb_agg(to_jsonb(method) - 'position' order by method.position, method.id), '[]') from (
    select m.id, m.position, m.code, m.shipping_class, m.name_en, m.name_zh, m.description_en, m.description_zh,
      (select coalesce(jsonb_agg(jsonb_build_object('fee', r.fee,
        'states', array(select state_id from delivery_zone_states z where z.zone_id = r.zone_id order by 1),
        'free_shipping', jsonb_build_object('min_amount', r.free_min_amount, 'max_amount', r.free_max_amount,
          'min_quantity', r.free_min_quantity, 'max_quantity', r.free_max_quantity, 'min_weight', r.free_min_weight)
        ) order by r.zone_id), '[]') from delivery_rates r where r.method_id = m.id) as rates,
      (select coalesce(jsonb_agg(to_jsonb(t) - 'method_id' order by t.starts_minute), '[]')
        from delivery_slot_templates t where t.method_id = m.id) as slots
    from delivery_methods m where m.is_active) method)`;

/** The methods alone. */
export const deliveryMethods = statement(
  'delivery.methods',
  v.object({ methods: v.array(deliveryMethod) }),
  `select ${DELIVERY_METHODS} as methods`,
);

/** Places taken of the slots from $1 on. */
export const takenPlaces = statement(
  'delivery.takenPlaces',
  v.object({ template_id: v.number(), starts_at: v.date(), capacity: v.number(), taken: v.number() }),
  'select template_id, starts_at, capacity, taken from delivery_slots where starts_at >= $1',
);

/** The same of the slot of template $1 that starts at $2; no row before its first order. */
export const placesOf = statement(
  'delivery.placesOf',
  v.object({ capacity: v.number(), taken: v.number() }),
  'select capacity, taken from delivery_slots where template_id = $1 and starts_at = $2',
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
