/** Statements of the cart. A change takes two, for any number of lines: lock and read, write. */
import { NO_MULTIPLIER } from '@shop/core/loyalty/earn';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import * as v from 'valibot';
import { STOCK_COLUMN } from '../catalog/catalog.sql.ts';
import { listedLine } from '../catalog/listing/offers.ts';
import { lowestTierSql } from '../customer-tier.sql.ts';
import { lockingStatement, statement } from '../db/database.ts';
import { earnTimesSql } from '../loyalty/rewards/earn-times.ts';
import { chosenVoucherSql, storedChosenVoucher } from '../loyalty/vouchers/vouchers.sql.ts';
import { storedChoices } from './checkout-choices.ts';
import { SETTINGS_VERSION } from './pricing-settings.ts';

/** Builds an SQL condition: the cart has expired, 60 days after its last use. */
const isExpiredSql = (now: string, cart = 'c'): string => `${cart}.expires_at <= ${now}`;

const cartFields = { id: v.string(), version: v.number(), choices: storedChoices, expires_at: v.date() };

/**
 * Columns with a customer's data that prices a cart; null or false for a guest, who gets the earn rate of a new member.
 * `earn_rate` is in hundredths of a point per ringgit.
 */
const member = {
  is_first_order: v.nullable(v.boolean()),
  /** Whether another customer's code brought the customer. */
  is_referred: v.boolean(),
  balances: v.nullable(v.object({ point: v.number(), store_credit: v.number() })),
  /** The own voucher that the choices name. */
  own_voucher: v.nullable(storedChosenVoucher),
  earn_rate: v.number(),
  /** Multiplier of the earn rate, in hundredths. */
  earn_times: v.number(),
};

const USED_UP_PROMOTIONS = `array(select p.id::text from promotions p join promotion_counts c on c.promotion_id = p.id
    where p.is_active and p.code is null and c.used >= p.usage_limit) as used_up`;

const NEW_MEMBERS_RATE = `coalesce(${lowestTierSql('earn_rate')}, 0)`;

const NO_MEMBER = `null::boolean as is_first_order, false as is_referred, null::json as balances, null::jsonb as own_voucher,
  ${NEW_MEMBERS_RATE} as earn_rate, ${NO_MULTIPLIER} as earn_times`;

const balanceOf = (kind: WalletKind, customer: string): string =>
  `coalesce((select balance from wallets where customer_id = ${customer} and kind = '${kind}'), 0)`;

const cartLine = v.object({
  position: v.nullable(v.number()),
  quantity: v.number(),
  checkout: v.boolean(),
  seen_price: v.nullable(v.number()),
  ...listedLine.entries,
});
export type CartLineRow = v.InferOutput<typeof cartLine>;

/**
 * A cart's lines with the data that prices them: the settings' version, the automatic promotions whose limit is
 * reached, and the customer's balances and voucher.
 */
const withLines = {
  settings_version: v.string(),
  used_up: v.array(v.string()),
  ...member,
  lines: v.array(cartLine),
};

/**
 * Selects lines as JSON in order, each with its product's listing. `lines` is SQL that selects the stored lines, and
 * those that a request names.
 */
const selectLines = (lines: string): string => `(
  select coalesce(json_agg(line), '[]') from (
    select line.position, line.quantity, line.checkout, line.seen_price, line.product_id, line.variation_option_id,
      l.doc, ${STOCK_COLUMN}
    from (${lines}) line left join product_listing l on l.product_id = line.product_id
    order by line.position nulls last, line.place) line) as lines`;

const STORED_COLUMNS =
  'product_id, variation_option_id, position, null::bigint as place, quantity, checkout, seen_price';

/** SQL query: the lines named by $5 and $6 that `stored` lacks, with quantity 0. */
const REQUESTED_LINES = `
  select named.product_id, named.variation_option_id, null, named.place, 0, true, null
  from unnest($5::bigint[], $6::bigint[]) with ordinality as named (product_id, variation_option_id, place)
  where not exists (
    select from stored where product_id = named.product_id
      and variation_option_id is not distinct from named.variation_option_id)`;

/**
 * Builds the statements for one kind of owner: a guest by token hash, or a customer. `owner` is SQL that returns the
 * owner's key if the owner may have a cart. `selectMember` returns SQL for the columns of `member`; it reads the voucher
 * `named.voucher_id`, else the one that `cart` has chosen.
 */
const buildCartStatements = (
  kind: 'guest' | 'customer',
  column: string,
  owner: string,
  selectMember: (key: string, now: string) => string,
) => ({
  /** Reads the cart of owner $1; all columns are null without a cart. */
  read: statement(
    `cart.read${kind === 'guest' ? '' : 'Customers'}`,
    v.object({
      id: v.nullable(v.string()),
      version: v.nullable(v.number()),
      choices: v.nullable(storedChoices),
      expires_at: v.nullable(v.date()),
      ...withLines,
    }),
    `select cart.id, cart.version, cart.choices, cart.expires_at, ${SETTINGS_VERSION}, ${USED_UP_PROMOTIONS}, ${selectMember('$1', '$2::timestamptz')},
       ${selectLines(`select ${STORED_COLUMNS} from cart_lines where cart_id = cart.id`)}
     from (select null::uuid as voucher_id) named left join carts cart on cart.${column} = $1 and not ${isExpiredSql('$2', 'cart')}`,
  ),

  /**
   * Locks the cart of owner $2, or creates it with id $1 and expiry $4. With the lock held, reads its lines, then those
   * named by $5 and $6 that it lacks. `own_voucher` is the voucher $7, or the chosen one if $7 is null. An expired cart
   * counts as empty. No row: the customer was removed.
   */
  lock: lockingStatement(
    'cart',
    `cart.lock${kind === 'guest' ? '' : 'Customers'}`,
    v.object({ ...cartFields, ...withLines, is_past: v.boolean() }),
    `with owner as materialized (${owner}), held as (
       select c.id, c.version, c.choices, c.expires_at, ${isExpiredSql('$3')} as is_past
       from carts c where c.${column} = (select key from owner) for update
     ), made as (
       insert into carts (id, ${column}, created_at, updated_at, expires_at)
       select $1::uuid, key, $3::timestamptz, $3, $4::timestamptz from owner where not exists (select from held)
       -- Only if another request has just made it.
       on conflict (${column}) do update set expires_at = excluded.expires_at
       returning id, version, choices, expires_at, false
     )
     select cart.*, ${SETTINGS_VERSION}, ${USED_UP_PROMOTIONS}, ${selectMember('$2', '$3::timestamptz')}, (
       with stored as (select ${STORED_COLUMNS} from lines_of_cart(cart.id) where not cart.is_past)
       select ${selectLines(`table stored union all ${REQUESTED_LINES}`)})
     from (select * from held union all select * from made) cart, (select $7::uuid as voucher_id) named`,
  ),
});

export const guestsCart = buildCartStatements('guest', 'guest_token_hash', 'select $2::text as key', () => NO_MEMBER);

/** Waits for a concurrent removal of the customer, so that no personal data is written after it. */
export const customersCart = buildCartStatements(
  'customer',
  'customer_id',
  `select id as key from customers where id = $2 and status = 'active' for key share`,
  (
    customer,
    now,
  ) => `not exists (select from orders where customer_id = ${customer} and status <> 'canceled') as is_first_order,
    exists (select from referrals where friend_id = ${customer}
      and (state <> 'void' or void_reason = 'referrer_removed')) as is_referred,
    json_build_object('point', ${balanceOf('point', customer)}, 'store_credit', ${balanceOf('store_credit', customer)}) as balances,
    ${chosenVoucherSql("coalesce(named.voucher_id, (cart.choices ->> 'voucher_id')::uuid)", customer)} as own_voucher,
    coalesce((select t.earn_rate from memberships m join membership_tiers t on t.id = m.tier_id
      where m.customer_id = ${customer}), ${NEW_MEMBERS_RATE}) as earn_rate,
    ${earnTimesSql(customer, now)} as earn_times`,
);

export const guestCartExists = statement(
  'cart.guestCartExists',
  v.object({}),
  'select from carts where guest_token_hash = $1',
);

/** Empties the expired cart $1. */
export const emptyCart = statement(
  'cart.empty',
  v.object({}),
  `with removed as (delete from cart_lines where cart_id = $1)
   update carts set choices = '{}' where id = $1`,
);

/**
 * Locks the carts to merge: that of customer $2, created with id $1 if missing, then the guest's by token hash $5,
 * whose `guests_id` is null if it has none. Always lock the customer's cart first to avoid deadlocks.
 */
export const lockBothCarts = lockingStatement(
  'cart',
  'cart.lockBoth',
  v.object({ id: v.string(), guests_id: v.nullable(v.string()) }),
  `with own as (
     insert into carts (id, customer_id, created_at, updated_at, expires_at)
     select $1::uuid, $2, $3::timestamptz, $3, $4::timestamptz from customers
     where id = $2 and status = 'active' for key share
     on conflict (customer_id) do update set expires_at = excluded.expires_at returning id
   )
   select own.id, guests.id as guests_id from own left join lateral (
     select c.id from carts c where c.guest_token_hash = $5 and own.id is not null and not ${isExpiredSql('$3')} for update
   ) guests on true`,
);

/**
 * Moves the lines of cart $1 to the end of cart $2 and removes cart $1. Adds up the quantities of a line to at most $4
 * (higher than any line's own limit), keeps a line selected for checkout if it was selected in either cart, and takes
 * the guest's last seen price. Adds new lines up to $3 in total and returns how many did not fit. Fills undecided
 * checkout choices of cart $2 from cart $1.
 */
export const joinCarts = statement(
  'cart.join',
  v.object({ left_out: v.number() }),
  `with held as (
     select product_id, variation_option_id, position from cart_lines where cart_id = $2
   ), guests as (
     select l.*, exists (select from held where held.product_id = l.product_id
       and held.variation_option_id is not distinct from l.variation_option_id) as is_held
     from cart_lines l where l.cart_id = $1
   ), placed as (
     select g.*, row_number() over (partition by is_held order by position, product_id, variation_option_id) as place
     from guests g
   ), moved as (
     insert into cart_lines as l (cart_id, product_id, variation_option_id, position, quantity, checkout, seen_price)
     select $2, product_id, variation_option_id, (select coalesce(max(position), -1) from held) + place, quantity,
       checkout, seen_price
     from placed where is_held or (select count(*) from held) + place <= $3
     on conflict on constraint cart_lines_one_per_option do update
     set quantity = least(l.quantity + excluded.quantity, $4), checkout = l.checkout or excluded.checkout,
       seen_price = excluded.seen_price
   ), gone as (
     delete from carts where id = $1 returning choices
   )
   update carts c set version = c.version + 1, updated_at = $5, expires_at = $6, choices = gone.choices || c.choices
   from gone where c.id = $2
   returning (select count(*) from placed where not is_held and (select count(*) from held) + place > $3) as left_out`,
);

/** The written lines $2 as rows `line`. */
const LINE_RECORDSET = `jsonb_to_recordset($2::jsonb) as line (product_id bigint, variation_option_id bigint, position smallint,
  quantity integer, checkout boolean, seen_price integer)`;

/** Writes lines $2 (quantity 0 removes one) and choices $3 into cart $1 with expiry $5, and raises its version. */
export const writeCart = statement(
  'cart.write',
  v.object({}),
  `with removed as (
     delete from cart_lines l using ${LINE_RECORDSET}
     where l.cart_id = $1 and line.quantity = 0 and l.product_id = line.product_id
       and l.variation_option_id is not distinct from line.variation_option_id
   ), written as (
     insert into cart_lines (cart_id, product_id, variation_option_id, position, quantity, checkout, seen_price)
     select $1, product_id, variation_option_id, position, quantity, checkout, seen_price from ${LINE_RECORDSET}
     where quantity > 0
     on conflict on constraint cart_lines_one_per_option do update
     set position = excluded.position, quantity = excluded.quantity, checkout = excluded.checkout,
       seen_price = excluded.seen_price
   )
   update carts set version = version + 1, choices = $3, updated_at = $4, expires_at = $5 where id = $1`,
);

/** Writes choices $2 into cart $1 with expiry $4, and raises its version. */
export const writeChoices = statement(
  'cart.writeChoices',
  v.object({}),
  'update carts set version = version + 1, choices = $2, updated_at = $3, expires_at = $4 where id = $1',
);

/** Records the last seen prices of lines $2, without raising the cart's version. */
export const writeSeenPrices = statement(
  'cart.seen',
  v.object({}),
  `update cart_lines l set seen_price = line.seen_price from ${LINE_RECORDSET}
   where l.cart_id = $1 and l.product_id = line.product_id
     and l.variation_option_id is not distinct from line.variation_option_id`,
);

export const renewCart = statement('cart.renew', v.object({}), 'update carts set expires_at = $2 where id = $1');

/** Removes expired carts, at most $2 per call to keep the transaction short. */
export const removeExpired = statement(
  'cart.removeExpired',
  v.object({ id: v.string() }),
  `delete from carts where id in (select id from carts c where ${isExpiredSql('$1')} order by expires_at limit $2
     for update skip locked) returning id`,
);
