/** Statements of alerts. */
import { ALERT_KINDS } from '@shop/contract/alerts';
import { LANGS } from '@shop/core/lang';
import * as v from 'valibot';
import { listingEntries, STOCK_COLUMN } from '../../catalog/catalog.sql.ts';
import { statement } from '../../db/database.ts';

const kind = v.picklist(ALERT_KINDS);

/** SQL columns: the slug of an alert's product `p`, and its name with that of its option `o` in both languages. */
const NAME_COLUMNS = `p.slug, concat_ws(' · ', p.name_en, o.title_en) as name_en,
  case when p.name_zh is not null then concat_ws(' · ', p.name_zh, coalesce(o.title_zh, o.title_en)) end as name_zh`;
const JOIN_PRODUCT_AND_OPTION = `join products p on p.id = a.product_id
  left join variation_options o on o.id = a.variation_option_id`;

const names = { slug: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) };

/** Lists the alerts of a customer whose products are sold, open ones first, then newest first. */
export const alertsOfCustomer = statement(
  'alerts.ofCustomer',
  v.object({
    id: v.string(),
    kind,
    variation_option_id: v.nullable(v.number()),
    price_seen: v.nullable(v.number()),
    state: v.picklist(['active', 'ended']),
    requested_at: v.date(),
    notified_at: v.nullable(v.date()),
    ended_at: v.nullable(v.date()),
    ...listingEntries,
  }),
  `select a.id, a.kind, a.variation_option_id, a.price_seen, a.state, a.created_at as requested_at, a.notified_at, a.ended_at,
     l.product_id, l.doc, l.created_at, ${STOCK_COLUMN}
   from alerts a join product_listing l on l.product_id = a.product_id
   where a.customer_id = $1 order by a.state = 'ended', a.created_at desc, a.id`,
);

/** Reads a listed product with its stock, and the number of open alerts of a customer. Values: product, customer. */
export const alertProduct = statement(
  'alerts.product',
  v.object({ doc: listingEntries.doc, stock: listingEntries.stock, open: v.number() }),
  `select l.doc, ${STOCK_COLUMN}, (select count(*) from alerts where customer_id = $2 and state <> 'ended') as open
   from product_listing l where l.product_id = $1`,
);

/**
 * Saves an alert, unless the same one is open, and returns the open one. Begins to watch its product with the given
 * stock and price. Of a product already watched, it stores the stock only if it fell: alerts of a rise may not have
 * been sent yet. Values: id, kind, product, option, customer, email, language, price, state, now, stock.
 */
export const addAlert = statement(
  'alerts.add',
  v.object({ id: v.string(), state: v.picklist(['unconfirmed', 'active']) }),
  `with watched as (
     insert into watched_products as w (product_id, variation_option_id, available, price)
     values ($3::bigint, $4::bigint, $11::integer, $8::integer)
     on conflict (product_id, variation_option_id) do update set available = least(w.available, excluded.available)
   ), made as (
     insert into alerts (id, kind, product_id, variation_option_id, customer_id, email, lang, price_seen, state, created_at,
       confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7, case $2::text when 'price-drop' then $8::integer end, $9, $10::timestamptz,
       case $9::text when 'active' then $10::timestamptz end)
     on conflict do nothing returning id, state
   )
   select id, state from made union all
   select id, state from alerts where product_id = $3 and variation_option_id is not distinct from $4::bigint
     and kind = $2 and customer_id is not distinct from $5::uuid and email is not distinct from $6::text and state <> 'ended'
   limit 1`,
);

/** Ends alert $1 of customer $2 at $3; does not change one that has ended. No row: the customer has no such alert. */
export const endOwnAlert = statement(
  'alerts.endOwn',
  v.object({ id: v.string() }),
  `update alerts set state = 'ended', ended_at = coalesce(ended_at, $3) where id = $1 and customer_id = $2 returning id`,
);

const linkedAlert = v.object({ kind, state: v.picklist(['active', 'ended']), ...names });

/** Ends alert $1 at $2. */
export const endAlert = statement(
  'alerts.end',
  linkedAlert,
  `with ended as (
     update alerts set state = 'ended', ended_at = coalesce(ended_at, $2) where id = $1 returning *
   )
   select a.kind, a.state, ${NAME_COLUMNS} from ended a ${JOIN_PRODUCT_AND_OPTION}`,
);

/**
 * Confirms alert $1 at $2, if it was requested after $3 or confirmed before. One whose product came back meanwhile is
 * due at once.
 */
export const confirmAlert = statement(
  'alerts.confirm',
  linkedAlert,
  `with confirmed as (
     update alerts a set state = case state when 'unconfirmed' then 'active' else state end,
       confirmed_at = coalesce(confirmed_at, $2),
       due_at = case when state = 'unconfirmed' and kind = 'back-in-stock' and exists (
         select from watched_products w where w.product_id = a.product_id
           and w.variation_option_id is not distinct from a.variation_option_id and w.available > 0) then $2::timestamptz else due_at end
     where id = $1 and (state <> 'unconfirmed' or created_at > $3) returning *
   )
   select a.kind, a.state, ${NAME_COLUMNS} from confirmed a ${JOIN_PRODUCT_AND_OPTION}`,
);

/** Reads alert $1 for a mail to a guest; no row without an email. */
export const alertToMail = statement(
  'alerts.toMail',
  v.object({
    kind,
    state: v.picklist(['unconfirmed', 'active', 'ended']),
    email: v.string(),
    lang: v.picklist(LANGS),
    ...names,
  }),
  `select a.kind, a.state, a.email, a.lang, ${NAME_COLUMNS} from alerts a ${JOIN_PRODUCT_AND_OPTION} where a.id = $1 and a.email is not null`,
);

/** Lists the products and options with open alerts, with their listing rows. */
export const watchedProducts = statement(
  'alerts.watched',
  v.object({
    product_id: v.number(),
    variation_option_id: v.nullable(v.number()),
    doc: listingEntries.doc,
    stock: listingEntries.stock,
  }),
  `select w.product_id, w.variation_option_id, l.doc, ${STOCK_COLUMN}
   from watched_products w join product_listing l on l.product_id = w.product_id
   where exists (select from alerts a where a.product_id = w.product_id
     and a.variation_option_id is not distinct from w.variation_option_id and a.state <> 'ended')`,
);

/**
 * Saves the stock and price of watched products, and makes alerts due at $5: of a product whose stock rose, the oldest
 * ones, two for each new unit; and those whose price fell by at least 5 %. Values: products, options, stocks, prices,
 * now.
 */
export const markDue = statement(
  'alerts.markDue',
  v.object({}),
  `with level as (
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[])
       as t (product_id, variation_option_id, available, price)
   ), changed as (
     select level.*, greatest(level.available::bigint - w.available, 0) as came_in
     from level join watched_products w on w.product_id = level.product_id
       and w.variation_option_id is not distinct from level.variation_option_id
   ), saved as (
     update watched_products w set available = c.available, price = c.price from changed c
     where w.product_id = c.product_id and w.variation_option_id is not distinct from c.variation_option_id
       and (w.available, w.price) is distinct from (c.available, c.price)
   ), next as (
     select a.id from changed c cross join lateral (
       select id from alerts where product_id = c.product_id
         and variation_option_id is not distinct from c.variation_option_id
         and kind = 'back-in-stock' and state = 'active' and due_at is null
       order by confirmed_at, id limit 2 * c.came_in) a
     union all
     select a.id from changed c join alerts a on a.product_id = c.product_id
       and a.variation_option_id is not distinct from c.variation_option_id
     where a.kind = 'price-drop' and a.state = 'active' and a.due_at is null and c.available > 0
       and c.price * 100::bigint <= a.price_seen * 95::bigint
   )
   update alerts a set due_at = $5 from next where a.id = next.id and a.state = 'active' and a.due_at is null`,
);

/**
 * Takes at most $2 due alerts at $1, whose messages the caller enqueues in the same transaction. Ends those of stock;
 * those of prices wait for the next fall.
 */
export const takeDue = statement(
  'alerts.takeDue',
  v.object({
    id: v.string(),
    kind,
    customer_id: v.nullable(v.string()),
    price: v.number(),
    was: v.number(),
    image_hash: v.string(),
    ...names,
  }),
  `with due as (
     select id, price_seen from alerts where state = 'active' and due_at is not null
     order by due_at, confirmed_at, id limit $2 for update skip locked
   ), taken as (
     update alerts a set notified_at = $1, due_at = null,
       state = case kind when 'back-in-stock' then 'ended' else state end,
       ended_at = case kind when 'back-in-stock' then $1::timestamptz end,
       price_seen = case kind when 'price-drop' then w.price end
     from due, watched_products w
     where a.id = due.id and w.product_id = a.product_id and w.variation_option_id is not distinct from a.variation_option_id
     returning a.id, a.kind, a.customer_id, a.product_id, a.variation_option_id, a.confirmed_at, w.price,
       coalesce(due.price_seen, w.price) as was
   )
   select a.id, a.kind, a.customer_id, a.price, a.was, coalesce(o.image_hash, p.image_hash) as image_hash, ${NAME_COLUMNS}
   from taken a ${JOIN_PRODUCT_AND_OPTION} order by a.confirmed_at, a.id`,
);
