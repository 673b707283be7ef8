/** Statements that add the demo's customers; existing rows stay as they are. */
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import * as v from 'valibot';
import { lockingStatement, statement } from '../server/db/database.ts';

/** Adds personas; returns the ids of the new ones. */
export const fillPersonas = statement(
  'seed.personas',
  v.object({ id: v.string() }),
  `with added as (
     insert into customers (id, name, first_name, last_name, display_name, email, email_verified_at, phone,
       phone_verified_at, password_hash, date_of_birth, gender, lang, referral_code, payment_method, created_at,
       updated_at)
     select id, name, first_name, last_name, display_name, email, email_verified_at, phone, phone_verified_at,
       password_hash, date_of_birth, gender, lang, referral_code, payment_method, created_at, created_at
     from jsonb_populate_recordset(null::customers, $1::jsonb)
     on conflict do nothing returning id, password_hash, created_at
   ), agreed as (
     insert into consents (customer_id, kind, given, version, channel, at)
     select added.id, b.slug, true, to_char(b.updated_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD'), 'web',
       greatest(added.created_at, b.updated_at)
     from added, static_blocks b where added.password_hash is not null and b.slug in ('terms', 'privacy-policy')
   )
   select id from added`,
);

export const fillPersonaAddresses = statement(
  'seed.personaAddresses',
  v.object({}),
  `insert into addresses (id, customer_id, title, recipient, email, contact_number, street_address, city, zip, state_id,
     country, is_default, created_at, updated_at)
   select gen_random_uuid(), customer_id, title, recipient, email, contact_number, street_address, city, zip, state_id,
     country, is_default, created_at, created_at
   from jsonb_populate_recordset(null::addresses, $1::jsonb)`,
);

export const fillPersonaContacts = statement(
  'seed.personaContacts',
  v.object({}),
  `insert into contacts (id, customer_id, title, number, is_default, created_at)
   select gen_random_uuid(), customer_id, title, number, true, created_at
   from jsonb_populate_recordset(null::contacts, $1::jsonb)`,
);

/** Adds favourites by their slugs, or the given number of vegetarian products, in the order of their slugs. */
export const fillPersonaFavourites = statement(
  'seed.personaFavourites',
  v.object({}),
  `insert into wishlist (customer_id, product_id, created_at)
   select w.customer_id, found.id, w.created_at - found.place * interval '1 day'
   from jsonb_to_recordset($1::jsonb) as w (customer_id uuid, slugs jsonb, vegetarian integer, created_at timestamptz),
     lateral (
       select p.id, row_number() over (order by p.slug) as place from products p where w.slugs ? p.slug
       union all
       (select p.id, row_number() over (order by p.slug) from products p
        join product_dietaries pd on pd.product_id = p.id join dietaries d on d.id = pd.dietary_id
        where d.slug = 'vegetarian' and p.status = 'published' and p.type = 'simple' order by p.slug limit w.vegetarian)
     ) found
   on conflict do nothing`,
);

/**
 * Adds orders of the current products at regular prices: delivery RM8 below RM80, a bag RM1, cash rounded to 5 sen.
 * One that was paid online has the gateway's payment; a refunded one was paid back a day after its last change. Each
 * takes its place in its slot unless it is canceled.
 */
export const fillPersonaOrders = lockingStatement(
  'slot',
  'seed.personaOrders',
  v.object({}),
  `with given as (
     select gen_random_uuid() as id, o.*
     from jsonb_to_recordset($1::jsonb) as o (order_number text, customer_id uuid, status text, payment_status text,
       payment_method text, lang text, contact_email text, contact_phone text, address jsonb, starts_minute smallint,
       starts_at timestamptz, ends_at timestamptz, items jsonb, history jsonb, created_at timestamptz)
   ), lines as (
     select a.id as order_id, (i.place - 1)::smallint as position, p.id as product_id, p.slug, p.name_en, p.name_zh,
       p.image_hash, c.stage, i.quantity, p.price
     from given a
     cross join lateral (
       select value->>'slug' as slug, (value->>'quantity')::integer as quantity, place
       from jsonb_array_elements(a.items) with ordinality item (value, place)
     ) i
     join products p on p.slug = i.slug join categories c on c.id = p.category_id
   ), goods as (
     select order_id, sum(price::bigint * quantity) as items_total, sum(quantity)::integer as items
     from lines group by order_id
   ), sums as (
     select *, case when items_total < 8000 then 800 else 0 end as fee from goods
   ), rounded as (
     select *, items_total + fee + 100 as due from sums
   ), placed as (
     insert into orders (id, order_number, cart_id, cart_version, customer_id, status, payment_status, payment_method,
       lang, contact_email, contact_phone, shipping_address, billing_address, delivery_method_id, delivery_method_en,
       delivery_method_zh, slot_template_id, slot_starts_at, slot_ends_at, slot_items, leave_at_door, items_total,
       discount, delivery_fee, bag_fee, tip, rounding, grand_total, created_at, updated_at)
     select a.id, a.order_number, gen_random_uuid(), 1, a.customer_id, a.status, a.payment_status, a.payment_method,
       a.lang, a.contact_email, a.contact_phone, a.address, a.address, m.id, m.name_en, m.name_zh, t.id, a.starts_at,
       a.ends_at, r.items, false, r.items_total, 0, r.fee, 100, 0, cash.rounding, r.due + cash.rounding, a.created_at,
       (select max((h->>'at')::timestamptz) from jsonb_array_elements(a.history) h)
     from given a join rounded r on r.order_id = a.id join delivery_methods m on m.code = 'standard'
       left join delivery_slot_templates t on t.method_id = m.id and t.starts_minute = a.starts_minute
       cross join lateral (
         select case when a.payment_method = '${CASH_ON_DELIVERY}' then (round(r.due / 5.0) * 5 - r.due)::integer else 0 end as rounding
       ) cash
     on conflict do nothing
     returning id, order_number, status, payment_status, payment_method, lang, grand_total, created_at, updated_at,
       slot_template_id, slot_starts_at, slot_items
   ), places as (
     insert into delivery_slots as slot (template_id, starts_at, capacity, taken, taken_items)
     select t.id, p.slot_starts_at, t.capacity, count(*), sum(p.slot_items)
     from placed p join delivery_slot_templates t on t.id = p.slot_template_id
     where p.status <> 'canceled' group by t.id, p.slot_starts_at
     on conflict (template_id, starts_at) do update set taken = slot.taken + excluded.taken,
       taken_items = slot.taken_items + excluded.taken_items
   ), attempts as (
     insert into payment_attempts (id, reference, order_id, gateway, payment_method, channel, amount, state, lang,
       transaction_id, is_confirmed, created_at, updated_at, sent_at, captured_at)
     select gen_random_uuid(), 'DEMO-' || p.order_number, p.id, m.gateway, m.code,
       coalesce(m.channels -> 0 ->> 'id', ''), p.grand_total, 'paid', p.lang, 'T-' || p.order_number, true,
       p.created_at, p.created_at, p.created_at, p.created_at
     from placed p join payment_methods m on m.code = p.payment_method
     where p.payment_status in ('paid', 'refunded') and m.gateway is not null
     returning id, order_id
   ), paid_back as (
     insert into refunds (id, order_id, attempt_id, amount, reason, state, operator_reference, created_at, updated_at)
     select gen_random_uuid(), p.id, a.id, p.grand_total, 'order_canceled', 'settled', p.order_number, p.updated_at,
       p.updated_at + interval '1 day'
     from placed p left join attempts a on a.order_id = p.id where p.payment_status = 'refunded'
   ), written as (
     insert into order_lines (order_id, position, product_id, slug, name_en, name_zh, image_hash, stage, quantity, price,
       final_price, price_total)
     select l.order_id, l.position, l.product_id, l.slug, l.name_en, l.name_zh, l.image_hash, l.stage, l.quantity,
       l.price, l.price, l.price::bigint * l.quantity
     from lines l join placed on placed.id = l.order_id
   )
   insert into order_history (order_id, status, payment_status, at, changed_by)
   select a.id, h->>'status', h->>'payment_status', (h->>'at')::timestamptz, h->>'changed_by'
   from given a join placed on placed.id = a.id cross join lateral jsonb_array_elements(a.history) with ordinality s (h, step)
   order by a.created_at, s.step`,
);

/** Adds vouchers by their codes, each with the shop's validity. */
export const fillPersonaVouchers = statement(
  'seed.personaVouchers',
  v.object({}),
  `insert into own_vouchers (voucher_id, customer_id, source, state, issued_at, expires_at, used_at)
   select v.id, g.customer_id, 'demo:' || g.customer_id || ':' || v.code, g.state, g.issued_at,
     (date_trunc('day', g.issued_at at time zone 'Asia/Kuala_Lumpur') + (v.valid_days + 1) * interval '1 day')
       at time zone 'Asia/Kuala_Lumpur', g.used_at
   from jsonb_to_recordset($1::jsonb) as g (customer_id uuid, voucher text, state text, issued_at timestamptz,
     used_at timestamptz) join vouchers v on v.code = g.voucher
   on conflict do nothing`,
);

export const activePersonas = statement(
  'seed.activePersonas',
  v.object({ id: v.string() }),
  `select id from customers where id = any($1::uuid[]) and status = 'active'`,
);

/** Adds the demo's staff account, an owner. Values: email, password hash, time. */
export const fillStaff = statement(
  'seed.staff',
  v.object({}),
  `insert into staff (id, email, password_hash, roles, created_at)
   values (gen_random_uuid(), $1, $2, array['owner'], $3) on conflict do nothing`,
);
