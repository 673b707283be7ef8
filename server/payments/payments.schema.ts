/** Ways to pay that the shop offers. */
import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const paymentMethods = pgTable('payment_methods', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** cod, fpx, card, ewallet, … */
  code: text().notNull().unique(),
  position: integer().notNull(),
  name_en: text().notNull(),
  name_zh: text(),
  note_en: text().notNull(),
  note_zh: text(),
  /** Null: no gateway, paid in cash on delivery. */
  gateway: text(),
  is_active: boolean().notNull(),
});
