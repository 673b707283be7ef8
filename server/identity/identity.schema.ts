/** Sessions of browsing; customers, how they sign in, and the codes that prove an email or phone. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { customerGroups } from '../catalog/catalog.schema.ts';

const moment = () => timestamp({ withTimezone: true });

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  platform: text().notNull(),
  created_at: moment().notNull(),
});

/**
 * Whoever has an account, and members of the stores who never signed up: those have no password and no login. A removed
 * customer keeps its row, with nothing personal in it, for the orders in the books.
 */
export const customers = pgTable(
  'customers',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    first_name: text(),
    last_name: text(),
    display_name: text().notNull(),
    /** Normalised (spec §5). */
    email: text(),
    email_verified_at: moment(),
    /** Canonical, digits with the country's code: one number has one spelling. */
    phone: text(),
    phone_verified_at: moment(),
    /** argon2id with its parameters; null: no password. */
    password_hash: text(),
    date_of_birth: date({ mode: 'string' }),
    gender: text().$type<'male' | 'female'>(),
    lang: text().$type<'en' | 'zh'>().notNull(),
    referral_code: text().notNull().unique(),
    /** Whose code brought them. */
    referred_by: uuid(),
    /** The store that sent them (readings 15), as it came. */
    store_ref_id: text(),
    store_ref_token: text(),
    group_id: bigint({ mode: 'number' }).references(() => customerGroups.id),
    payment_method: text(),
    status: text().$type<'active' | 'removed' | 'merged'>().notNull().default('active'),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
    removed_at: moment(),
  },
  (table) => [
    // Who can sign in by it is one; a member of the stores may have the same until it is proven and the two become one.
    uniqueIndex('customers_email_login')
      .on(table.email)
      .where(sql`${table.status} = 'active' and ${table.password_hash} is not null`),
    uniqueIndex('customers_phone_login')
      .on(table.phone)
      .where(sql`${table.status} = 'active' and ${table.password_hash} is not null`),
    uniqueIndex('customers_email_proven')
      .on(table.email)
      .where(sql`${table.status} = 'active' and ${table.email_verified_at} is not null`),
    uniqueIndex('customers_phone_proven')
      .on(table.phone)
      .where(sql`${table.status} = 'active' and ${table.phone_verified_at} is not null`),
    index('customers_email').on(table.email),
    index('customers_phone').on(table.phone),
    check('customers_status', sql`${table.status} in ('active', 'removed', 'merged')`),
    check('customers_gender', sql`${table.gender} in ('male', 'female')`),
  ],
);

const ofCustomer = () =>
  uuid()
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' });

/** Tokens of customers by their SHA-256 (reliability C15); idle 30 days, 90 days at most. */
export const customerSessions = pgTable(
  'customer_sessions',
  {
    id: uuid().primaryKey(),
    customer_id: ofCustomer(),
    token_hash: text().notNull().unique(),
    platform: text().notNull(),
    /** What the browser said it is, cut short. */
    device: text().notNull(),
    /** "Remember me": kept for the whole time; else it ends after a day without use. */
    remember: boolean().notNull(),
    created_at: moment().notNull(),
    last_used_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [
    index('customer_sessions_customer').on(table.customer_id),
    index('customer_sessions_expiry').on(table.expires_at),
  ],
);

/** Devices that a customer signed in from, so that a new one can be told (reliability C13). */
export const customerDevices = pgTable(
  'customer_devices',
  {
    customer_id: ofCustomer(),
    /** SHA-256 of what the browser said it is, without its versions. */
    device_hash: text().notNull(),
    first_at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer_id, table.device_hash] })],
);

/** Logins of others that open an account: identified by the provider's subject, never by email. */
export const customerLogins = pgTable(
  'customer_logins',
  {
    provider: text().$type<'google'>().notNull(),
    subject: text().notNull(),
    customer_id: ofCustomer(),
    email: text(),
    created_at: moment().notNull(),
  },
  (table) => [
    unique('customer_logins_subject').on(table.provider, table.subject),
    unique('customer_logins_one').on(table.customer_id, table.provider),
  ],
);

/** One-time codes (reliability C12): one a purpose and contact, the newest; hashed with the shop's secret. */
export const codes = pgTable(
  'codes',
  {
    /** Canonical phone or normalised email. */
    contact: text().notNull(),
    purpose: text().$type<'register' | 'account' | 'profile' | 'recovery' | 'merge'>().notNull(),
    /** Whom it was asked for, where somebody was signed in. */
    customer_id: uuid(),
    code_hash: text().notNull(),
    tries: integer().notNull().default(0),
    sent_at: moment().notNull(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.contact, table.purpose] }),
    index('codes_expiry').on(table.expires_at),
    check('codes_tries', sql`${table.tries} >= 0`),
  ],
);

/** When codes were asked for, by contact and by address: what the limits count. Kept for a day. */
export const codeSends = pgTable(
  'code_sends',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the contact with the shop's secret, so that the limits outlive whoever goes. */
    contact: text().notNull(),
    /** SHA-256 of the address with the shop's secret. */
    address_hash: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    index('code_sends_contact').on(table.contact, table.at),
    index('code_sends_address').on(table.address_hash, table.at),
  ],
);

/** Codes that a partner took, for when it tells that one was not delivered. Names nobody. Kept for a day. */
export const codeMessages = pgTable(
  'code_messages',
  {
    /** The partner's. */
    message_id: text().primaryKey(),
    /** The job that sent it; null while that is still at it, and it came back already. */
    job: jsonb(),
    undelivered_at: moment(),
    at: moment().notNull(),
  },
  (table) => [index('code_messages_age').on(table.at)],
);

/** Failed sign-ins of a login name, whether or not it exists (reliability C13). */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** SHA-256 of the normalised login with the shop's secret. */
    login_hash: text().primaryKey(),
    failures: integer().notNull(),
    last_at: moment().notNull(),
    /** Until then even the right password waits. */
    delayed_until: moment(),
  },
  (table) => [index('login_failures_age').on(table.last_at)],
);

/** What a customer agreed to, and when; the newest row of a kind counts (PDPA). */
export const consents = pgTable(
  'consents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    customer_id: ofCustomer(),
    kind: text().$type<'terms' | 'marketing'>().notNull(),
    given: boolean().notNull(),
    /** Date of the text that was shown. */
    version: text().notNull(),
    channel: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [index('consents_customer').on(table.customer_id, table.kind, table.at)],
);

/** Records that became one, for good. */
export const accountMerges = pgTable('account_merges', {
  id: uuid().primaryKey(),
  from_customer_id: uuid(),
  into_customer_id: ofCustomer(),
  contact_kind: text().$type<'email' | 'phone'>().notNull(),
  /** How many orders came over. */
  orders: integer().notNull(),
  at: moment().notNull(),
});
