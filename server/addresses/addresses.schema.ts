/** States and federal territories; the address book joins with accounts. */
import { integer, pgTable, text } from 'drizzle-orm/pg-core';

export const states = pgTable('states', {
  /** ISO 3166-2, such as `MY-10`. */
  id: text().primaryKey(),
  position: integer().notNull(),
  name_en: text().notNull(),
  name_zh: text(),
});
