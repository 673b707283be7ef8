/** Sessions of browsing; accounts and their tokens join here. */
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  platform: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
});
