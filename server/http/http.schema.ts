/** Idempotency keys (readings 25): only answers of success are kept. */
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** SHA-256 of whose key it is, so that two shoppers' equal keys never meet. */
    owner: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the endpoint and the body it came with first. */
    request_hash: text().notNull(),
    status: integer().notNull(),
    answer: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_keys_age').on(table.created_at)],
);
