/** Statements of customers as staff find, read and block them. */
import { orderStatus, paymentStatus } from '@shop/contract/orders';
import * as v from 'valibot';
import { exportStatement } from '../../db/customer-export.ts';
import { statement } from '../../db/database.ts';
import { MAX_COUNTED, MAX_SORTED } from '../../lists/list-page.ts';

/**
 * SQL expression: the last character of Unicode, since a beginning followed by it sorts after every text with that
 * beginning.
 */
const LAST_CHARACTER = 'chr(1114111)';

/** Builds an SQL query: the ids of customers whose `column` begins with one of the texts of a parameter. */
const selectByBeginning = (column: string, parameter: string) => `
  select c.id from unnest(${parameter}::text[]) t cross join lateral (
    select id from customers
    where status = 'active' and ${column} ~>=~ t and ${column} ~<~ (t || ${LAST_CHARACTER})) c`;

/** Builds an SQL query: the ids of customers whose name contains one of the texts of a parameter. */
export const selectByNamePart = (parameter: string): string => `
  select c.id from unnest(${parameter}::text[]) t cross join lateral (
    select id from customers
    where status = 'active' and grams(name) @> grams(t) and position(lower(t) in lower(name)) > 0) c`;

/** Builds an SQL query: the ids of the customers of orders by number. */
const selectByOrder = (parameter: string) =>
  `select customer_id as id from orders where order_number = any(${parameter}::text[]) and customer_id is not null`;

const customerPage = v.object({ total: v.number(), ids: v.array(v.string()) });

/** SQL `order by` of each sort of customers; names are compared by code points. */
const CUSTOMER_SORTS = {
  newest: 'created_at desc, id desc',
  oldest: 'created_at, id',
  name: 'lower(name) collate "C", id',
  name_desc: 'lower(name) collate "C" desc, id desc',
} as const;
export type CustomerSort = keyof typeof CUSTOMER_SORTS;

/**
 * Builds the statement that finds a page of all active customers, and their number, at most `MAX_COUNTED`. Values:
 * limit, offset.
 */
const buildCustomersPage = (name: string, sort: CustomerSort) =>
  statement(
    name,
    customerPage,
    `select (select count(*) from (select from customers where status = 'active' limit ${MAX_COUNTED}) c) as total, array(
     select id from customers where status = 'active' order by ${CUSTOMER_SORTS[sort]} limit $1 offset $2) as ids`,
  );

export const customerPages = {
  newest: buildCustomersPage('staff.customersPage', 'newest'),
  oldest: buildCustomersPage('staff.oldestCustomersPage', 'oldest'),
  name: buildCustomersPage('staff.customersByNamePage', 'name'),
  name_desc: buildCustomersPage('staff.customersByNameDescPage', 'name_desc'),
} satisfies Record<CustomerSort, unknown>;

/** The kind of search value whose index gives the candidates: the one that the fewest customers match. */
export type CustomerSource = 'order' | 'email' | 'phone' | 'text' | 'name';

const buildCandidates = (source: CustomerSource, sql: string) =>
  `select id from (${sql}) c where $9::text = '${source}'`;

/**
 * SQL query: active customers, read newest first until enough match; `offset 0` keeps the planner from sorting the
 * matches.
 */
const NEWEST_CUSTOMERS = `(select * from customers where status = 'active' order by created_at desc, id desc offset 0)`;

const CONDITIONS = `c.status = 'active'
       and ($1::text[] is null or exists (
         select from unnest($1::text[]) t where position(lower(t) in lower(c.name)) > 0))
       and ($2::text[] is null or exists (select from unnest($2::text[]) t where starts_with(c.phone, t)))
       and ($3::text[] is null or exists (select from unnest($3::text[]) t where starts_with(c.email, t)))
       and ($4::text[] is null or exists (
         select from orders o where o.customer_id = c.id and o.order_number = any($4::text[])))
       and ($5::text[] is null
         or exists (select from unnest($5::text[]) t where position(lower(t) in lower(c.name)) > 0)
         or exists (select from unnest($6::text[]) t where starts_with(c.phone, t))
         or exists (select from unnest($7::text[]) t where starts_with(c.email, t))
         or exists (select from orders o where o.customer_id = c.id and o.order_number = any($8::text[])))`;

/**
 * Builds the SQL of the customers who match, for `foundCustomersPage`; of too many candidates the newest `limit`
 * matches.
 */
const buildMatches = (limit: string) => `candidates as materialized (
     select id from (
       ${buildCandidates('name', selectByNamePart('$1'))} union all ${buildCandidates('phone', selectByBeginning('phone', '$2'))}
       union all ${buildCandidates('email', selectByBeginning('email', '$3'))} union all ${buildCandidates('order', selectByOrder('$4'))}
       union all ${buildCandidates('text', selectByNamePart('$5'))} union all ${buildCandidates('text', selectByBeginning('phone', '$6'))}
       union all ${buildCandidates('text', selectByBeginning('email', '$7'))} union all ${buildCandidates('text', selectByOrder('$8'))}
     ) c limit ${MAX_COUNTED + 1}
   ), few as materialized (select count(*) <= ${MAX_COUNTED} as is_all from candidates),
   matches as materialized (
     select c.id, c.created_at, c.name from (select distinct id from candidates where (select is_all from few)) each
       cross join lateral (select * from customers where id = each.id offset 0) c
     where ${CONDITIONS}
     union all
     (select c.id, c.created_at, c.name from ${NEWEST_CUSTOMERS} c where not (select is_all from few) and ${CONDITIONS}
      order by c.created_at desc, c.id desc limit ${limit})
   )`;

/**
 * Finds a page of the customers who match every value that is not null, newest first, and their number. Values: names;
 * beginnings of phones; beginnings of emails; order numbers; of free text, which matches by any of them, its names,
 * phones, emails and numbers; the source of candidates; limit, offset. If there are more candidates than `MAX_COUNTED`,
 * customers are read newest first instead until the page is full, and the number is `MAX_COUNTED` if there are more.
 */
export const foundCustomersPage = statement(
  'staff.foundCustomersPage',
  customerPage,
  `with ${buildMatches(`least($10::bigint + $11::bigint + 1, ${MAX_COUNTED})`)}
   select case when (select is_all from few) or count(*) <= $10::bigint + $11::bigint then count(*) else ${MAX_COUNTED} end as total,
     array(select id from matches order by created_at desc, id desc limit $10 offset $11) as ids from matches`,
);

/**
 * Finds the page of `foundCustomersPage`, sorted by $12, a `CustomerSort`. Of more candidates than `MAX_COUNTED` the
 * newest `MAX_SORTED` matches are sorted.
 */
export const sortedCustomersPage = statement(
  'staff.sortedCustomersPage',
  customerPage,
  `with ${buildMatches(String(MAX_SORTED))}
   select count(*) as total, array(
     select id from matches order by case when $12::text = 'name' then lower(name) collate "C" end,
       case when $12 = 'name_desc' then lower(name) collate "C" end desc,
       case when $12 = 'oldest' then created_at end, created_at desc, id desc limit $10 offset $11) as ids from matches`,
);

const customer = v.object({
  id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  email_verified: v.boolean(),
  phone: v.nullable(v.string()),
  phone_verified: v.boolean(),
  lang: v.picklist(['en', 'zh']),
  created_at: v.date(),
  blocked_at: v.nullable(v.date()),
  blocked_by: v.nullable(v.string()),
  blocked_reason: v.nullable(v.string()),
  orders: v.number(),
  /** Sen. */
  spent: v.number(),
  last_order_at: v.nullable(v.date()),
});
export type StaffCustomerRow = v.InferOutput<typeof customer>;

/** Reads active customers by their ids $1, in that order, with counts of their orders. */
export const customersById = statement(
  'staff.customersById',
  customer,
  `select c.id, c.name, c.email, c.email_verified_at is not null as email_verified, c.phone,
     c.phone_verified_at is not null as phone_verified, c.lang, c.created_at, c.blocked_at, c.blocked_by,
     c.blocked_reason, o.orders, o.spent, o.last_order_at
   from unnest($1::uuid[]) with ordinality as page (id, place) join customers c on c.id = page.id cross join lateral (
     select count(*) filter (where status <> 'canceled')::int as orders,
       coalesce(sum(grand_total) filter (where status <> 'canceled'), 0)::bigint as spent,
       max(created_at) as last_order_at
     from orders where customer_id = c.id
   ) o
   where c.status = 'active' order by page.place`,
);

/** Reads the latest $2 orders of customer $1, newest first. */
export const latestOrders = statement(
  'staff.latestOrdersOfCustomer',
  v.object({
    id: v.string(),
    order_number: v.string(),
    status: orderStatus,
    payment_status: paymentStatus,
    grand_total: v.number(),
    created_at: v.date(),
  }),
  `select id, order_number, status, payment_status, grand_total, created_at from orders
   where customer_id = $1 order by created_at desc, id desc limit $2`,
);

/** Reads the latest $2 messages of the contact form from the proven email of customer $1. */
export const latestMessages = statement(
  'staff.latestMessagesOfCustomer',
  v.object({
    reference: v.string(),
    subject: v.string(),
    message: v.string(),
    order_number: v.nullable(v.string()),
    at: v.date(),
  }),
  `select t.reference, t.subject, t.message, t.order_number, t.created_at as at
   from customers c join contact_tickets t on t.email = c.email
   where c.id = $1 and c.email_verified_at is not null order by t.created_at desc limit $2`,
);

export const notesOfCustomer = statement(
  'staff.notesOfCustomer',
  v.object({ id: v.string(), text: v.string(), by: v.string(), at: v.date() }),
  `select id, text, created_by as by, created_at as at from customer_notes where customer_id = $1 order by id desc`,
);

/** Inserts note $1 about customer $2. Values: id, customer, text, staff, now. */
export const insertNote = statement(
  'staff.insertCustomerNote',
  v.object({}),
  'insert into customer_notes (id, customer_id, text, created_by, created_at) values ($1, $2, $3, $4, $5)',
);

/** Removes note $2 about customer $1 if $3 wrote it. */
export const deleteNote = statement(
  'staff.deleteCustomerNote',
  v.object({ id: v.string() }),
  'delete from customer_notes where customer_id = $1 and id = $2 and created_by = $3 returning id',
);

/** Writes the block of customer $1, or ends it with nulls. Values: customer, time, staff, reason. */
export const setBlock = statement(
  'staff.setCustomerBlock',
  v.object({}),
  'update customers set blocked_at = $2, blocked_by = $3, blocked_reason = $4 where id = $1',
);

/**
 * Records that staff opened a record, unless the same person did since $6. Values: time, staff, email, action, subject.
 */
export const recordLook = statement(
  'staff.recordLook',
  v.object({}),
  `insert into staff_audit (at, staff_id, staff_email, action, subject)
   select $1::timestamptz, $2::uuid, $3::text, $4::text, $5::text
   where not exists (
     select from staff_audit where subject = $5 and action = $4 and staff_email = $3 and at > $6::timestamptz)`,
);

export const moveNotes = statement(
  'staff.moveCustomerNotes',
  v.object({}),
  'update customer_notes set customer_id = $2 where customer_id = any($1::uuid[])',
);

/** Blocks customer $2 if one of the customers $1, whose accounts join theirs, is blocked. */
export const moveBlocks = statement(
  'staff.moveCustomerBlocks',
  v.object({}),
  `update customers c set (blocked_at, blocked_by, blocked_reason) = (b.blocked_at, b.blocked_by, b.blocked_reason)
   from (select blocked_at, blocked_by, blocked_reason from customers
     where id = any($1::uuid[]) and blocked_at is not null order by blocked_at limit 1) b
   where c.id = $2 and c.blocked_at is null`,
);

export const removeNotes = statement(
  'staff.removeCustomerNotes',
  v.object({}),
  `with noted as (delete from customer_notes where customer_id = $1)
   update customers set blocked_by = null, blocked_reason = null where id = $1`,
);

export const exportedNotes = exportStatement(
  'staff.exportCustomerNotes',
  `jsonb_build_object('text', n.text, 'created_at', n.created_at)`,
  'from customer_notes n where customer_id = $1 order by id',
);
