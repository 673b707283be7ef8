/** Statements of customers, their sessions, and their failed sign-ins. */
import { LOGIN_PROVIDERS } from '@shop/contract/identity';
import { ACCEPTED_TEXTS } from '@shop/core/links/paths';
import * as v from 'valibot';
import { IS_CUSTOMERS_TIER } from '../customer-tier.sql.ts';
import { declareCleanUp } from '../db/clean-up.ts';
import { lockingStatement, statement } from '../db/database.ts';

const customerRow = v.object({
  id: v.string(),
  name: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  display_name: v.string(),
  email: v.nullable(v.string()),
  email_verified_at: v.nullable(v.date()),
  /** E.164. */
  phone: v.nullable(v.string()),
  phone_verified_at: v.nullable(v.date()),
  password_hash: v.nullable(v.string()),
  /** `YYYY-MM-DD`. */
  date_of_birth: v.nullable(v.string()),
  /** Null: when the account was made. */
  birthday_set_at: v.nullable(v.date()),
  gender: v.nullable(v.picklist(['male', 'female'])),
  lang: v.picklist(['en', 'zh']),
  referral_code: v.string(),
  marketing_consent: v.boolean(),
  /** Code of the group whose prices apply. */
  price_group: v.nullable(v.string()),
  points: v.number(),
  coins: v.number(),
  tier: v.nullable(
    v.object({
      code: v.string(),
      name_en: v.string(),
      name_zh: v.nullable(v.string()),
      gives_prices: v.boolean(),
    }),
  ),
  has_ordered: v.boolean(),
  changed_texts: v.array(v.object({ slug: v.picklist(ACCEPTED_TEXTS), version: v.string() })),
  created_at: v.date(),
});
export type CustomerRow = v.InferOutput<typeof customerRow>;

/** SQL condition: the shop's loyalty is on. */
const HAS_LOYALTY = `coalesce((select (value ->> 'enabled')::boolean from settings where key = 'loyalty'), true)`;

/**
 * SQL expression: the code of the group whose prices a customer `c` gets. A tier's group counts only while loyalty is
 * on.
 */
const PRICE_GROUP = `(select g.code from customer_groups g where g.id = c.group_id and (${HAS_LOYALTY}
  or not exists (select from memberships m join membership_tiers t on t.id = m.tier_id
    where m.customer_id = c.id and t.group_id = c.group_id)))`;

/** SQL expression: a balance of a customer `c`; 0 while loyalty is off. */
const balanceSql = (kind: string): string => `coalesce(
  (select balance from wallets w where w.customer_id = c.id and w.kind = '${kind}' and ${HAS_LOYALTY}), 0)`;

/** SQL expression: the version of a text `b`, which is the Malaysian day of its last change. */
const TEXT_VERSION = `to_char(b.updated_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD')`;

/** SQL condition: a sign-up accepts the text `b`. */
const IS_ACCEPTED_TEXT = `b.slug in (${ACCEPTED_TEXTS.map((slug) => `'${slug}'`).join(', ')})`;

/**
 * SQL expression: the accepted texts that changed since a customer `c` accepted them or closed the notice of a change.
 */
const CHANGED_TEXTS = `coalesce((select jsonb_agg(jsonb_build_object('slug', b.slug, 'version', ${TEXT_VERSION})
    order by b.slug desc) from static_blocks b where ${IS_ACCEPTED_TEXT}
    and not exists (select from consents k where k.customer_id = c.id and k.kind in (b.slug, b.slug || '-notice')
      and k.version >= ${TEXT_VERSION})), '[]')`;

const CUSTOMER_COLUMNS = `c.id, c.name, c.first_name, c.last_name, c.display_name, c.email, c.email_verified_at, c.phone,
  c.phone_verified_at, c.password_hash, c.date_of_birth::text as date_of_birth, c.birthday_set_at, c.gender, c.lang,
  c.referral_code, coalesce((select given from consents k where k.customer_id = c.id and k.kind = 'marketing'
    order by k.at desc, k.id desc limit 1), false) as marketing_consent,
  ${PRICE_GROUP} as price_group, ${balanceSql('point')} as points, ${balanceSql('store_credit')} as coins,
  (select jsonb_build_object('code', t.code, 'name_en', t.name_en, 'name_zh', t.name_zh,
     'gives_prices', coalesce(t.group_id = c.group_id, false)) from membership_tiers t
   left join memberships m on m.customer_id = c.id
   where ${HAS_LOYALTY} and ${IS_CUSTOMERS_TIER}) as tier,
  exists (select from orders o where o.customer_id = c.id) as has_ordered,
  ${CHANGED_TEXTS} as changed_texts,
  c.created_at`;

export const customerById = statement(
  'identity.customer',
  customerRow,
  `select ${CUSTOMER_COLUMNS} from customers c where c.id = $1 and c.status = 'active'`,
);

/**
 * Locks a customer whom the transaction will change. `no key update`, because inserting an order takes a key-share lock
 * on its customer after it has locked its cart: with a full lock, a transaction that locks the customer and then the
 * cart would deadlock with it.
 */
export const lockCustomer = lockingStatement(
  'customer',
  'identity.lockCustomer',
  customerRow,
  `select ${CUSTOMER_COLUMNS} from customers c where c.id = $1 and c.status = 'active' for no key update of c`,
);

/**
 * SQL condition: the email or phone (names of parameters) of a customer `c` counts: it was proven, or the account has
 * no proven contact. An unproven contact of an account with a proven one may belong to a stranger, so it cannot sign in
 * or recover the account, and its owner can sign up with it.
 */
export const contactCountsSql = (email: string, phone: string): string =>
  `((c.email = ${email} and (c.email_verified_at is not null or c.phone_verified_at is null))
     or (c.phone = ${phone} and (c.phone_verified_at is not null or c.email_verified_at is null)))`;

/**
 * Locks customer $1 and all other customers whose email $2 or phone $3 counts, before a merge, removal or recovery.
 * `for update` locks the key too, so that no concurrent transaction inserts rows that refer to them. Locking a
 * customer's cart takes the key first.
 */
export const lockHolders = lockingStatement(
  'customer',
  'identity.lockHolders',
  customerRow,
  `select ${CUSTOMER_COLUMNS} from customers c
   where c.status = 'active' and (c.id = $1 or ${contactCountsSql('$2', '$3')}) order by c.id for update of c`,
);

/** Finds the account with a password whose email ($1) or phone ($2) counts. */
export const customerByLogin = statement(
  'identity.byLogin',
  customerRow,
  `select ${CUSTOMER_COLUMNS} from customers c
   where c.status = 'active' and c.password_hash is not null and ${contactCountsSql('$1', '$2')}`,
);

/** Reads the email of the account that has a linked login and proved the email ($1) or phone ($2). */
export const contactOfLogin = statement(
  'identity.contactOfLogin',
  v.object({ email: v.nullable(v.string()) }),
  `select c.email from customers c
   where c.status = 'active' and exists (select from customer_logins l where l.customer_id = c.id)
     and ((c.email = $1 and c.email_verified_at is not null) or (c.phone = $2 and c.phone_verified_at is not null))
   limit 1`,
);

/**
 * Removes an email ($2) or phone ($3), which customer $1 proved, from other accounts with a password that did not prove
 * it.
 */
export const releaseContact = statement(
  'identity.releaseContact',
  v.object({}),
  `update customers set
     email = case when email_verified_at is null then nullif(email, $2) else email end,
     phone = case when phone_verified_at is null then nullif(phone, $3) else phone end,
     updated_at = $4
   where status = 'active' and id <> $1 and password_hash is not null
     and ((email = $2 and email_verified_at is null) or (phone = $3 and phone_verified_at is null))`,
);

/** Inserts a customer and returns the id; no row if the email, phone or referral code is taken. $1: columns as JSON. */
export const insertCustomer = statement(
  'identity.insert',
  v.object({ id: v.string() }),
  `insert into customers (id, name, first_name, last_name, display_name, email, email_verified_at, phone,
     phone_verified_at, password_hash, lang, referral_code, referred_by, store_ref_id, store_ref_token, created_at,
     updated_at)
   select n.id, n.name, n.first_name, n.last_name, n.display_name, n.email, n.email_verified_at, n.phone,
     n.phone_verified_at, n.password_hash, n.lang, n.referral_code, n.referred_by, n.store_ref_id, n.store_ref_token,
     n.created_at, n.created_at
   from jsonb_populate_record(null::customers, $1::jsonb) n
   on conflict do nothing returning id`,
);

/** Changes those columns of a customer ($1) that the JSON object $2 has, at $3. */
export const updateCustomer = statement(
  'identity.update',
  v.object({}),
  `update customers c set (name, first_name, last_name, display_name, date_of_birth, gender, lang, updated_at) =
     (n.name, n.first_name, n.last_name, n.display_name, n.date_of_birth, n.gender, n.lang, $3),
     birthday_set_at = case when n.date_of_birth is distinct from c.date_of_birth then $3 else c.birthday_set_at end
   from (select (jsonb_populate_record(old, $2::jsonb)).* from customers old where old.id = $1) n
   where c.id = $1`,
);

export const setPassword = statement(
  'identity.setPassword',
  v.object({}),
  'update customers set password_hash = $2, updated_at = $3 where id = $1',
);

export const insertConsent = statement(
  'identity.consent',
  v.object({}),
  'insert into consents (customer_id, kind, given, version, channel, at) values ($1, $2, $3, $4, $5, $6)',
);

/** Records that a customer ($1) accepted the texts of a sign-up, in their current versions. */
export const acceptTexts = statement(
  'identity.acceptTexts',
  v.object({}),
  `insert into consents (customer_id, kind, given, version, channel, at)
   select $1, b.slug, true, ${TEXT_VERSION}, $2, $3 from static_blocks b where ${IS_ACCEPTED_TEXT} order by b.slug desc`,
);

/**
 * Records that a customer ($1) closed the notice of changed texts ($2, JSON); ignores versions that are not current.
 */
export const closeTextNotice = statement(
  'identity.closeTextNotice',
  v.object({}),
  `insert into consents (customer_id, kind, given, version, channel, at)
   select $1, b.slug || '-notice', true, closed.version, $3, $4
   from jsonb_to_recordset($2::jsonb) closed (slug text, version text) join static_blocks b on b.slug = closed.slug
   where ${IS_ACCEPTED_TEXT} and closed.version = ${TEXT_VERSION}
     and not exists (select from consents k where k.customer_id = $1 and k.kind = b.slug || '-notice'
       and k.version = closed.version)`,
);

export const customerByReferralCode = statement(
  'identity.byReferralCode',
  v.object({ id: v.string() }),
  `select id from customers where referral_code = $1 and status = 'active'`,
);

/** Locks a customer for whom a session is about to begin. */
export const lockPasswordHash = lockingStatement(
  'customer',
  'identity.lockPasswordHash',
  v.object({ password_hash: v.nullable(v.string()), is_blocked: v.boolean() }),
  `select password_hash, blocked_at is not null as is_blocked from customers where id = $1 and status = 'active' for no key update`,
);

export const insertSession = statement(
  'identity.beginSession',
  v.object({}),
  `insert into customer_sessions (id, customer_id, token_hash, platform, device, remember, created_at, last_used_at,
     expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
);

/** Records a device ($2) of a customer ($1). `unseen`: the device is new, and it is not the customer's first. */
export const recordDevice = statement(
  'identity.recordDevice',
  v.object({ unseen: v.boolean() }),
  `with recorded as (
     insert into customer_devices (customer_id, device_hash, first_at) values ($1, $2, $3)
     on conflict do nothing returning 1
   )
   select exists (select from recorded) and exists (select from customer_devices where customer_id = $1) as unseen`,
);

/**
 * SQL condition: the session `s` is not past its end at $2, and was used since $3 if it is remembered, otherwise since
 * $4.
 */
const IS_OPEN = 's.expires_at > $2 and s.last_used_at > case when s.remember then $3::timestamptz else $4 end';

/** Finds the session of a token's hash ($1), its customer, and the group whose prices apply. */
export const sessionByToken = statement(
  'identity.sessionByToken',
  v.object({
    customer_id: v.string(),
    price_group: v.nullable(v.string()),
    last_used_at: v.date(),
    is_open: v.boolean(),
  }),
  `select s.customer_id, ${PRICE_GROUP} as price_group, s.last_used_at, ${IS_OPEN} as is_open
   from customer_sessions s
   join customers c on c.id = s.customer_id and c.status = 'active'
   where s.token_hash = $1`,
);

export const touchSession = statement(
  'identity.touchSession',
  v.object({}),
  'update customer_sessions set last_used_at = greatest(last_used_at, $2) where token_hash = $1',
);

export const customerSessions = statement(
  'identity.customerSessions',
  v.object({
    id: v.string(),
    token_hash: v.string(),
    platform: v.string(),
    device: v.string(),
    created_at: v.date(),
    last_used_at: v.date(),
  }),
  `select s.id, s.token_hash, s.platform, s.device, s.created_at, s.last_used_at
   from customer_sessions s where s.customer_id = $1 and ${IS_OPEN} order by s.last_used_at desc, s.id`,
);

export const customerLogins = statement(
  'identity.customerLogins',
  v.object({ provider: v.picklist(LOGIN_PROVIDERS), email: v.nullable(v.string()), created_at: v.date() }),
  'select provider, email, created_at from customer_logins where customer_id = $1 order by provider',
);

/** Ends the session of a token's hash. */
export const endSessionByToken = statement(
  'identity.endByToken',
  v.object({}),
  'delete from customer_sessions where token_hash = $1',
  { writes: 'session_end' },
);

/** Ends one of a customer's sessions. */
export const endSessionById = statement(
  'identity.endById',
  v.object({ id: v.string() }),
  'delete from customer_sessions where customer_id = $1 and id = $2 returning id',
  { writes: 'session_end' },
);

/** Ends a customer's sessions, except the one with the token hash $2; null ends all. */
export const endSessions = statement(
  'identity.endSessions',
  v.object({}),
  'delete from customer_sessions where customer_id = $1 and token_hash is distinct from $2',
  { writes: 'session_end' },
);

/** Deletes sessions that are past their end at $1, or were not used since $2 (remembered) or $3 (not); at most $4. */
export const removeSessions = statement(
  'identity.removeSessions',
  v.object({ id: v.string() }),
  `delete from customer_sessions where id = any(array(
     select id from (
       select id from customer_sessions where expires_at < $1
       union all select id from customer_sessions where remember and last_used_at < $2
       union all select id from customer_sessions where not remember and last_used_at < $3
     ) old limit $4)) returning id`,
  { writes: 'session_end' },
);

export const countSessions = statement(
  'identity.countSessions',
  v.object({ count: v.number() }),
  'select count(*)::int as count from customer_sessions where customer_id = $1',
);

/** Ends all of a customer's sessions except the $2 that were used last. */
export const endOldestSessions = statement(
  'identity.endOldestSessions',
  v.object({}),
  `delete from customer_sessions where id in (
     select id from customer_sessions where customer_id = $1 order by last_used_at desc, id desc offset $2)`,
  { writes: 'session_end' },
);

/**
 * Counts a try at a login before the password is verified, so that concurrent tries cannot all be the first; no row
 * while the login is delayed. From the fifth failure in a row each doubles the delay: 15 s, 30 s, … at most 15 minutes.
 * A day without a failure resets the count.
 */
export const claimLogin = statement(
  'identity.claimLogin',
  v.object({ failures: v.number() }),
  `insert into login_failures as f (login_hash, failures, last_at) values ($1, 1, $2)
   on conflict (login_hash) do update set
     failures = case when f.last_at < $2 - interval '1 day' then 1 else f.failures + 1 end,
     last_at = $2,
     delayed_until = case when f.last_at >= $2 - interval '1 day' and f.failures >= 4
       then $2 + least(interval '15 minutes', interval '15 seconds' * power(2, least(f.failures - 4, 10))) end
   where f.delayed_until is null or f.delayed_until <= $2
     -- No delay is that long: it was written before the clock was set back.
     or f.delayed_until > $2 + interval '15 minutes'
   returning failures`,
);

/** Returns the time until which a login is delayed; null if it is not. */
export const loginDelay = statement(
  'identity.loginDelay',
  v.object({ delayed_until: v.nullable(v.date()) }),
  'select delayed_until from login_failures where login_hash = $1',
);

export const forgetFailures = statement(
  'identity.forgetFailures',
  v.object({}),
  'delete from login_failures where login_hash = $1',
);

export const removeFailures = declareCleanUp(
  'identity.removeFailures',
  'delete from login_failures',
  'from login_failures where last_at < $1 order by last_at',
);
