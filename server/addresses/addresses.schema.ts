/** States and federal territories; customers' addresses and contact numbers. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { customers } from '../identity/identity.schema.ts';

const moment = () => timestamp({ withTimezone: true });
const ofCustomer = () =>
  uuid()
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' });

export const states = pgTable('states', {
  /** ISO 3166-2, such as `MY-10`. */
  id: text().primaryKey(),
  position: integer().notNull(),
  name_en: text().notNull(),
  name_zh: text(),
});

/** The address book; one default each. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey(),
    customer_id: ofCustomer(),
    title: text(),
    recipient: text().notNull(),
    email: text().notNull(),
    contact_number: text().notNull(),
    street_address: text().notNull(),
    city: text().notNull(),
    zip: text().notNull(),
    state_id: text()
      .notNull()
      .references(() => states.id),
    country: text(),
    company: text(),
    fax: text(),
    is_default: boolean().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [
    index('addresses_customer').on(table.customer_id, table.created_at),
    uniqueIndex('addresses_one_default').on(table.customer_id).where(sql`${table.is_default}`),
  ],
);

/** Spec §3 "Contact number: title, number, default." */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid().primaryKey(),
    customer_id: ofCustomer(),
    title: text().notNull(),
    number: text().notNull(),
    is_default: boolean().notNull(),
    created_at: moment().notNull(),
  },
  (table) => [
    index('contacts_customer').on(table.customer_id, table.created_at),
    uniqueIndex('contacts_one_default').on(table.customer_id).where(sql`${table.is_default}`),
  ],
);
