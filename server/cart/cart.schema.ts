/** Carts and their lines. A cart reserves nothing. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { products, variationOptions } from '../catalog/catalog.schema.ts';
import { customers } from '../identity/identity.schema.ts';
import type { StoredChoices } from './choices.ts';

const moment = () => timestamp({ withTimezone: true });

/**
 * Which terms the shop has: one row, whose version is another after every change of the tables that terms are read from
 * (by triggers, so that no writer can forget it).
 */
export const termsVersion = pgTable(
  'terms_version',
  {
    is_only: boolean().primaryKey().default(true),
    version: uuid().notNull(),
  },
  (table) => [check('terms_version_only', sql`${table.is_only}`)],
);

export const carts = pgTable(
  'carts',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the guest token; the token itself is never stored. */
    guest_token_hash: text().unique(),
    /** A customer's cart has no guest token. */
    customer_id: uuid()
      .unique()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Raised by every change; each version becomes at most one order (readings 24). */
    version: integer().notNull().default(0),
    /** The checkout's choices, typed in `choices.ts`. */
    choices: jsonb().$type<StoredChoices>().notNull().default({}),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
    /** Renewed by use; sixty days (readings 3). */
    expires_at: moment().notNull(),
  },
  (table) => [
    index('carts_expiry').on(table.expires_at),
    check('carts_version', sql`${table.version} >= 0`),
    check('carts_of_one', sql`(${table.guest_token_hash} is null) <> (${table.customer_id} is null)`),
  ],
);

export const cartLines = pgTable(
  'cart_lines',
  {
    cart_id: uuid()
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    product_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => products.id),
    variation_option_id: bigint({ mode: 'number' }),
    position: smallint().notNull(),
    quantity: integer().notNull(),
    checkout: boolean().notNull().default(true),
    /** What one cost when the shopper last saw the line, so that a new price can be told. */
    seen_price: integer().notNull(),
  },
  (table) => [
    unique('cart_lines_one_per_option')
      .on(table.cart_id, table.product_id, table.variation_option_id)
      .nullsNotDistinct(),
    foreignKey({
      name: 'cart_lines_option_of_product',
      columns: [table.product_id, table.variation_option_id],
      foreignColumns: [variationOptions.product_id, variationOptions.id],
    }),
    check('cart_lines_quantity', sql`${table.quantity} >= 1`),
  ],
);
