/** Outlets of the chain. */
import { sql } from 'drizzle-orm';
import { bigint, check, doublePrecision, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { states } from '../addresses/addresses.schema.ts';

/** Opening hours of one weekday, local times as `HH:MM`; several spans where the outlet closes in between. */
export type OpeningHours = { day: 0 | 1 | 2 | 3 | 4 | 5 | 6; spans: { opens: string; closes: string }[] };

export const outlets = pgTable(
  'outlets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    code: text().notNull().unique(),
    name_en: text().notNull(),
    name_zh: text(),
    street_address: text().notNull(),
    postcode: text().notNull(),
    state_id: text()
      .notNull()
      .references(() => states.id),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    phone: text().notNull(),
    hours: jsonb().$type<OpeningHours[]>().notNull(),
  },
  (table) => [
    index('outlets_state').on(table.state_id),
    check('outlets_postcode', sql`${table.postcode} ~ '^[0-9]{5}$'`),
    check('outlets_place', sql`${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180`),
  ],
);
