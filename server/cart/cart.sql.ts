/** Statements of the cart. A change needs three, however many lines it has: lock, lines with their offers, write. */
import * as v from 'valibot';
import { OFFER_COLUMNS, offerJoins, offerRow } from '../catalog/offers.ts';
import { statement } from '../db/database.ts';
import { lockingStatement } from '../db/lock.ts';
import { DELIVERY_METHODS, deliveryMethod, slotTemplate, templateOf } from '../delivery/delivery.sql.ts';
import { OFFERED_PAYMENTS, offeredPayment } from '../payments/payments.sql.ts';
import { storedChoices } from './choices.ts';

/** What cart `c` is priced by beside its lines: how the shop delivers, how it is paid, what a bag costs. */
const TERMS = `${DELIVERY_METHODS} as methods, ${templateOf("c.choices->>'delivery_slot_id'")} as slot,
  ${OFFERED_PAYMENTS} as payments,
  (select value from settings where key = 'bag_fee') as bag_fee,
  (select value from settings where key = 'bulky_max_per_order') as bulky_max`;

const terms = v.object({
  methods: v.array(deliveryMethod),
  /** The chosen slot's template. */
  slot: v.nullable(slotTemplate),
  payments: v.array(offeredPayment),
  /** Sen; null where the shop has no such setting. */
  bag_fee: v.nullable(v.object({ enabled: v.boolean(), fee: v.number() })),
  /** Pieces of bulky goods that one order may hold; null or 0: no limit. */
  bulky_max: v.nullable(v.number()),
});
export type Terms = v.InferOutput<typeof terms>;

/** The terms, and the cart of a token's hash where it has one that is not past its sixty days. */
export const readCart = statement(
  'cart.read',
  v.object({
    id: v.nullable(v.string()),
    version: v.nullable(v.number()),
    choices: v.nullable(storedChoices),
    expires_at: v.nullable(v.date()),
    ...terms.entries,
  }),
  `select c.id, c.version, c.choices, c.expires_at, ${TERMS}
   from (select) once left join carts c on c.guest_token_hash = $1 and c.expires_at > $2`,
);

/**
 * Locks the cart of a token's hash ($2), making it ($1) where there is none; what is past its sixty days starts anew.
 * It renews the cart until $4.
 */
export const lockCart = lockingStatement(
  'cart',
  'cart.lock',
  v.object({ id: v.string(), version: v.number(), choices: storedChoices, ...terms.entries }),
  `with forgotten as (
     delete from cart_lines using carts c
     where c.guest_token_hash = $2 and c.expires_at <= $3 and cart_lines.cart_id = c.id
   )
   insert into carts as c (id, guest_token_hash, created_at, updated_at, expires_at) values ($1, $2, $3, $3, $4)
   on conflict (guest_token_hash) do update set expires_at = excluded.expires_at,
     choices = case when c.expires_at <= $3 then '{}' else c.choices end
   returning c.id, c.version, c.choices, ${TERMS}`,
);

/**
 * The lines of the cart of a token's hash ($1) in their order, each with its offer at $2, and after them the lines named by $3 and $4 that it
 * does not have, at quantity 0. A named product or option that does not exist has no row.
 */
export const readLines = statement(
  'cart.lines',
  v.object({
    position: v.nullable(v.number()),
    line_quantity: v.number(),
    checkout: v.boolean(),
    seen_price: v.nullable(v.number()),
    ...offerRow.entries,
  }),
  `with cart as (select id from carts where guest_token_hash = $1)
   select line.position, line.quantity as line_quantity, line.checkout, line.seen_price, ${OFFER_COLUMNS}
   from (
     select product_id, variation_option_id, position, null::bigint as asked, quantity, checkout, seen_price
     from cart_lines where cart_id = (select id from cart)
     union all
     select named.product_id, named.variation_option_id, null, named.asked, 0, true, null
     from unnest($3::bigint[], $4::bigint[]) with ordinality as named (product_id, variation_option_id, asked)
     where not exists (
       select from cart_lines l where l.cart_id = (select id from cart) and l.product_id = named.product_id
         and l.variation_option_id is not distinct from named.variation_option_id)
   ) line ${offerJoins('line', '$2::timestamptz')}
   where line.variation_option_id is not distinct from o.id
   order by line.position nulls last, line.asked`,
);

/** Columns of a line as `writeLines` takes them. */
const LINES = `jsonb_to_recordset($2::jsonb) as line (product_id bigint, variation_option_id bigint, position smallint,
  quantity integer, checkout boolean, seen_price integer)`;

/** Writes the lines of $2 (quantity 0 removes one) and the choices $3 into cart $1, and raises its version. */
export const writeCart = statement(
  'cart.write',
  v.object({}),
  `with removed as (
     delete from cart_lines l using ${LINES}
     where l.cart_id = $1 and line.quantity = 0 and l.product_id = line.product_id
       and l.variation_option_id is not distinct from line.variation_option_id
   ), written as (
     insert into cart_lines (cart_id, product_id, variation_option_id, position, quantity, checkout, seen_price)
     select $1, product_id, variation_option_id, position, quantity, checkout, seen_price from ${LINES}
     where quantity > 0
     on conflict on constraint cart_lines_one_per_option do update
     set position = excluded.position, quantity = excluded.quantity, checkout = excluded.checkout,
       seen_price = excluded.seen_price
   )
   update carts set version = version + 1, choices = $3, updated_at = $4 where id = $1`,
);

/** Notes what the lines of $2 cost when they were shown. It is no change of the cart. */
export const writeSeenPrices = statement(
  'cart.seen',
  v.object({}),
  `update cart_lines l set seen_price = line.seen_price from ${LINES}
   where l.cart_id = $1 and l.product_id = line.product_id
     and l.variation_option_id is not distinct from line.variation_option_id`,
);

/** Keeps a cart until $2. */
export const renewCart = statement('cart.renew', v.object({}), 'update carts set expires_at = $2 where id = $1');

/** Removes carts that were not used for sixty days; it stops at $2 of them, so that the transaction stays short. */
export const removeExpired = statement(
  'cart.removeExpired',
  v.object({ id: v.string() }),
  `delete from carts where id in (select id from carts where expires_at <= $1 order by expires_at limit $2
     for update skip locked) returning id`,
);
