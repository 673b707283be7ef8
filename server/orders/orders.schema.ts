/** Orders: frozen lines, history, and what was taken for them. */
import type { Address } from '@shop/contract/addresses';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { inventory, products } from '../catalog/catalog.schema.ts';
import { customers } from '../identity/identity.schema.ts';

const moment = () => timestamp({ withTimezone: true });
const sum = () => bigint({ mode: 'number' });

export type OrderStatus = 'pending' | 'processing' | 'packed' | 'delivery' | 'complete' | 'canceled';
export type PaymentStatus = 'unpaid' | 'paid' | 'failed' | 'refund_due' | 'refunded';

export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    /** Eight random Crockford characters (readings 34). */
    order_number: text().notNull().unique(),
    /** The cart and its version that became this order; no foreign key, carts expire. */
    cart_id: uuid().notNull(),
    cart_version: integer().notNull(),
    guest_token_hash: text(),
    /** Whose it is; a guest's becomes a customer's once its contact is proven. */
    customer_id: uuid().references(() => customers.id),
    status: text().$type<OrderStatus>().notNull(),
    payment_status: text().$type<PaymentStatus>().notNull(),
    payment_method: text().notNull(),
    /** Language of its mails and pages (readings 36). */
    lang: text().$type<'en' | 'zh'>().notNull(),
    currency: text().notNull().default('MYR'),
    /** Normalised; either opens the order to whoever knows its number. */
    contact_email: text().notNull(),
    contact_phone: text().notNull(),
    shipping_address: jsonb().$type<Address>().notNull(),
    billing_address: jsonb().$type<Address>().notNull(),
    delivery_method_id: bigint({ mode: 'number' }).notNull(),
    delivery_method_en: text().notNull(),
    delivery_method_zh: text(),
    slot_template_id: bigint({ mode: 'number' }),
    slot_starts_at: moment(),
    slot_ends_at: moment(),
    shipping_remarks: text(),
    leave_at_door: boolean().notNull(),
    // Sums of many lines outgrow 32 bits long before a price does.
    items_total: sum().notNull(),
    discount: sum().notNull(),
    coupon_discount: sum().notNull().default(0),
    delivery_fee: sum().notNull(),
    bag_fee: sum().notNull(),
    tip: sum().notNull(),
    rounding: sum().notNull(),
    grand_total: sum().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [
    unique('orders_one_per_cart_version').on(table.cart_id, table.cart_version),
    index('orders_created').on(table.created_at),
    index('orders_customer').on(table.customer_id, table.created_at),
    index('orders_contact_email').on(table.contact_email),
    index('orders_contact_phone').on(table.contact_phone),
    check(
      'orders_status',
      sql`${table.status} in ('pending', 'processing', 'packed', 'delivery', 'complete', 'canceled')`,
    ),
    check(
      'orders_payment_status',
      sql`${table.payment_status} in ('unpaid', 'paid', 'failed', 'refund_due', 'refunded')`,
    ),
    check(
      'orders_total_adds_up',
      sql`${table.grand_total} = ${table.items_total} - ${table.discount} - ${table.coupon_discount} + ${table.delivery_fee} + ${table.bag_fee} + ${table.tip} + ${table.rounding}`,
    ),
    check('orders_total_not_negative', sql`${table.grand_total} >= 0`),
    check('orders_rounding', sql`${table.rounding} between -2 and 2`),
  ],
);

export const orderLines = pgTable(
  'order_lines',
  {
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    position: smallint().notNull(),
    product_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => products.id),
    variation_option_id: bigint({ mode: 'number' }),
    /** Frozen as it was sold. */
    slug: text().notNull(),
    name_en: text().notNull(),
    name_zh: text(),
    variant_en: text(),
    variant_zh: text(),
    image_hash: text().notNull(),
    stage: text().notNull(),
    quantity: integer().notNull(),
    price: integer().notNull(),
    final_price: integer().notNull(),
    price_total: sum().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.order_id, table.position] }),
    index('order_lines_product').on(table.product_id),
    check('order_lines_quantity', sql`${table.quantity} >= 1`),
    check('order_lines_total', sql`${table.price_total} = ${table.final_price}::bigint * ${table.quantity}`),
  ],
);

/** What an order took from each stock row, so that a cancellation gives back exactly that. */
export const orderStock = pgTable(
  'order_stock',
  {
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    inventory_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => inventory.id),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.order_id, table.inventory_id] }),
    check('order_stock_quantity', sql`${table.quantity} >= 1`),
  ],
);

export const orderHistory = pgTable(
  'order_history',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    status: text().$type<OrderStatus>().notNull(),
    payment_status: text().$type<PaymentStatus>().notNull(),
    note: text(),
    at: moment().notNull(),
  },
  (table) => [index('order_history_order').on(table.order_id, table.id)],
);
