/** Favourites (spec §4: "A product can be added to or removed from favourites."). */
import { bigint, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.schema.ts';
import { customers } from '../identity/identity.schema.ts';

export const wishlist = pgTable(
  'wishlist',
  {
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    product_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer_id, table.product_id] }),
    index('wishlist_newest').on(table.customer_id, table.created_at.desc()),
  ],
);
