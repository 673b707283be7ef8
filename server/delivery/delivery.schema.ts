/** Where and how orders are delivered, what it costs, and how many a slot takes. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { states } from '../addresses/addresses.schema.ts';

const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const reference = () => bigint({ mode: 'number' });

export const deliveryMethods = pgTable('delivery_methods', {
  id: identity(),
  code: text().notNull().unique(),
  /** standard, chilled or bulky (readings 13). */
  shipping_class: text().notNull(),
  position: integer().notNull(),
  name_en: text().notNull(),
  name_zh: text(),
  description_en: text().notNull(),
  description_zh: text(),
  is_active: boolean().notNull().default(true),
});

export const deliveryZones = pgTable('delivery_zones', {
  id: identity(),
  code: text().notNull().unique(),
  name_en: text().notNull(),
  name_zh: text(),
});

export const deliveryZoneStates = pgTable('delivery_zone_states', {
  state_id: text()
    .primaryKey()
    .references(() => states.id),
  zone_id: reference()
    .notNull()
    .references(() => deliveryZones.id),
});

/** A method's fee in a zone, and when it is free. A rule by amount, by quantity, by weight, or several: any one suffices. */
export const deliveryRates = pgTable(
  'delivery_rates',
  {
    method_id: reference()
      .notNull()
      .references(() => deliveryMethods.id),
    zone_id: reference()
      .notNull()
      .references(() => deliveryZones.id),
    fee: integer().notNull(),
    free_min_amount: integer(),
    free_max_amount: integer(),
    free_min_quantity: integer(),
    free_max_quantity: integer(),
    /** Free from this weight in grams on. */
    free_min_weight: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.method_id, table.zone_id] }),
    check('delivery_rates_fee', sql`${table.fee} >= 0`),
    check(
      'delivery_rates_amounts',
      sql`${table.free_max_amount} is null or ${table.free_min_amount} <= ${table.free_max_amount}`,
    ),
    check(
      'delivery_rates_quantities',
      sql`${table.free_max_quantity} is null or ${table.free_min_quantity} <= ${table.free_max_quantity}`,
    ),
  ],
);

/** A slot of every day in Kuala Lumpur's time, in minutes after midnight. */
export const deliverySlotTemplates = pgTable(
  'delivery_slot_templates',
  {
    id: identity(),
    method_id: reference()
      .notNull()
      .references(() => deliveryMethods.id),
    starts_minute: smallint().notNull(),
    ends_minute: smallint().notNull(),
    fee: integer().notNull().default(0),
    capacity: integer().notNull(),
    /** Orders close this many minutes before it starts. */
    cutoff_minutes: integer().notNull(),
  },
  (table) => [
    unique('delivery_slot_templates_start').on(table.method_id, table.starts_minute),
    check(
      'delivery_slot_templates_order',
      sql`0 <= ${table.starts_minute} and ${table.starts_minute} < ${table.ends_minute} and ${table.ends_minute} <= 1440`,
    ),
    check(
      'delivery_slot_templates_numbers',
      sql`${table.fee} >= 0 and ${table.capacity} >= 0 and ${table.cutoff_minutes} >= 0`,
    ),
  ],
);

/** A template's slot on one day, from its first order on. */
export const deliverySlots = pgTable(
  'delivery_slots',
  {
    template_id: reference()
      .notNull()
      .references(() => deliverySlotTemplates.id),
    starts_at: timestamp({ withTimezone: true }).notNull(),
    capacity: integer().notNull(),
    taken: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.template_id, table.starts_at] }),
    check('delivery_slots_never_overbooked', sql`0 <= ${table.taken} and ${table.taken} <= ${table.capacity}`),
  ],
);
