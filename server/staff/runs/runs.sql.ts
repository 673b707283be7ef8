/** Statements of drivers' runs. Writers of a stop hold the lock of its order. */
import { address } from '@shop/contract/addresses';
import { orderStatus, paymentStatus } from '@shop/contract/orders';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import { STOP_STATES } from '@shop/core/delivery/runs';
import { BAG_KINDS } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { declareCleanUp } from '../../db/clean-up.ts';
import { statement } from '../../db/database.ts';
import { MAX_COUNTED } from '../../lists/list-page.ts';
import { UNITS_LEFT } from '../../orders/picking/units-to-pick.sql.ts';

const run = v.object({
  id: v.string(),
  driver: v.string(),
  vehicle: v.nullable(v.string()),
  created_at: v.date(),
  created_by: v.string(),
  expires_at: v.date(),
  has_link: v.boolean(),
  closed_at: v.nullable(v.date()),
  stops_done: v.number(),
  stops_total: v.number(),
  /** Sen. */
  recorded: v.number(),
  counted: v.nullable(v.number()),
  counted_by: v.nullable(v.string()),
  counted_at: v.nullable(v.date()),
  count_comment: v.nullable(v.string()),
});
export type RunRow = v.InferOutput<typeof run>;

/** Reads runs by their ids $1, newest first. */
export const runsById = statement(
  'staff.runsById',
  run,
  `select r.id, r.driver, r.vehicle, r.created_at, r.created_by, r.expires_at, r.token_hash is not null as has_link,
     r.closed_at, s.done as stops_done, s.total as stops_total, s.recorded, r.counted, r.counted_by, r.counted_at,
     r.count_comment
   from delivery_runs r cross join lateral (
     select count(*) filter (where state in ('delivered', 'failed')) as done, count(*) as total,
       coalesce(sum(cash_collected), 0)::bigint as recorded
     from delivery_stops where run_id = r.id
   ) s
   where r.id = any($1::uuid[]) order by r.created_at desc, r.id desc`,
);

/**
 * Finds a page of runs, newest first, and the total, at most `MAX_COUNTED`. Values: drivers or null, start and end of a day or null, whether
 * only open ones, limit, offset.
 */
export const runsPage = statement(
  'staff.runsPage',
  v.object({ total: v.number(), ids: v.array(v.string()) }),
  `with found as not materialized (
     select id, created_at from delivery_runs
     where ($1::text[] is null or driver = any($1)) and created_at >= coalesce($2::timestamptz, '-infinity')
       and created_at < coalesce($3::timestamptz, 'infinity') and (not $4::boolean or closed_at is null)
   )
   select (select count(*) from (select from found limit ${MAX_COUNTED}) counted) as total,
     array(select id from found order by created_at desc, id desc limit $5 offset $6) as ids`,
);

/** Locks run $1, after the orders of its stops. */
export const lockRun = statement(
  'staff.lockRun',
  v.object({ id: v.string(), closed_at: v.nullable(v.date()), counted: v.nullable(v.number()) }),
  'select id, closed_at, counted from delivery_runs where id = $1 for update',
);

/** Inserts run $1. Values: id, driver, vehicle, token hash, now, staff, end of the link. */
export const insertRun = statement(
  'staff.insertRun',
  v.object({}),
  `insert into delivery_runs (id, driver, vehicle, token_hash, created_at, created_by, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Inserts the stops of run $1 for orders $2 in their order. */
export const insertStops = statement(
  'staff.insertStops',
  v.object({}),
  `insert into delivery_stops (run_id, order_id, place)
   select $1, id, place from unnest($2::uuid[]) with ordinality as chosen (id, place)`,
);

/** Releases stops whose order left its run: staff recorded the delivery, or that it failed. Values: orders. */
export const releaseStaleStops = statement(
  'staff.releaseStaleStops',
  v.object({}),
  `update delivery_stops s set state = 'released' from orders o
   where s.order_id = any($1::uuid[]) and s.state = 'open' and o.id = s.order_id and o.status <> 'delivery'`,
);

/** Lists the open stops of orders $1. */
export const openStopsOf = statement(
  'staff.openStopsOf',
  v.object({ order_id: v.string(), run_id: v.string(), driver: v.string() }),
  `select s.order_id, s.run_id, r.driver from delivery_stops s join delivery_runs r on r.id = s.run_id
   where s.order_id = any($1::uuid[]) and s.state = 'open'`,
);

/** Gives run $1 a link by token hash $2 that ends at $3. */
export const setRunLink = statement(
  'staff.setRunLink',
  v.object({}),
  'update delivery_runs set token_hash = $2, expires_at = $3 where id = $1',
);

export const removeRunLink = statement(
  'staff.removeRunLink',
  v.object({}),
  'update delivery_runs set token_hash = null where id = $1',
);

/** Closes run $1 at $2 and releases its open stops. */
export const closeRun = statement(
  'staff.closeRun',
  v.object({}),
  `with released as (update delivery_stops set state = 'released' where run_id = $1 and state = 'open')
   update delivery_runs set closed_at = $2, token_hash = null where id = $1 and closed_at is null`,
);

/** Records counted cash. Values: run, sen, staff, now, comment. */
export const countRun = statement(
  'staff.countRun',
  v.object({}),
  'update delivery_runs set counted = $2, counted_by = $3, counted_at = $4, count_comment = $5 where id = $1',
);

/** Finds the driver of an open run by token hash $1 at $2. */
export const runByToken = statement(
  'staff.runByToken',
  v.object({ id: v.string(), driver: v.string() }),
  'select id, driver from delivery_runs where token_hash = $1 and closed_at is null and expires_at > $2',
);

/** SQL expression: the sen still to collect for order `o`, without what was collected when its delivery failed. */
export const CASH_TO_COLLECT = `case when o.payment_method = '${CASH_ON_DELIVERY}' and o.payment_status = 'unpaid'
  then greatest(o.grand_total
    - (select coalesce(sum(c.amount), 0)::bigint from cash_collections c where c.order_id = o.id), 0) else 0 end`;

/**
 * SQL expression: the units in the bags of order `o`: found ones and replacements; of lines that were not decided, the
 * ordered ones without those that were refunded before it was packed.
 */
const UNITS = `(select coalesce(sum(case when k.position is null then ${UNITS_LEFT}
    else k.quantity + coalesce((k.replacement ->> 'quantity')::int, 0) end), 0)::int
  from order_lines l left join order_picks k on k.order_id = l.order_id and k.position = l.position
  where l.order_id = o.id)`;

const stop = v.object({
  order_id: v.string(),
  order_number: v.string(),
  place: v.number(),
  state: v.picklist(STOP_STATES),
  cash_collected: v.nullable(v.number()),
  done_at: v.nullable(v.date()),
  received_by: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  photo_at: v.nullable(v.date()),
  status: orderStatus,
  shipping_address: address,
  contact_phone: v.string(),
  slot_starts_at: v.nullable(v.date()),
  slot_ends_at: v.nullable(v.date()),
  shipping_remarks: v.nullable(v.string()),
  leave_at_door: v.boolean(),
  units: v.number(),
  has_bulky: v.boolean(),
  bags: v.nullable(v.record(v.picklist(BAG_KINDS), v.number())),
  cash_to_collect: v.number(),
});
export type StopRow = v.InferOutput<typeof stop>;

/** Reads the stops of run $1 in their order. */
export const stopsOfRun = statement(
  'staff.stopsOfRun',
  stop,
  `select s.order_id, o.order_number, s.place, s.state, s.cash_collected, s.done_at, s.received_by, s.reason, s.photo_at,
     o.status, o.shipping_address, o.contact_phone, o.slot_starts_at, o.slot_ends_at, o.shipping_remarks, o.leave_at_door,
     ${UNITS} as units,
     o.slot_bulky > 0 as has_bulky, (select k.bags from order_picking k where k.order_id = o.id) as bags, ${CASH_TO_COLLECT} as cash_to_collect
   from delivery_stops s join orders o on o.id = s.order_id where s.run_id = $1 order by s.place`,
);

/** Reads the stop of run $1 for order $2. */
export const stopOfRun = statement(
  'staff.stopOfRun',
  v.object({
    state: v.picklist(STOP_STATES),
    cash_collected: v.nullable(v.number()),
    received_by: v.nullable(v.string()),
    reason: v.nullable(v.string()),
    photo_at: v.nullable(v.date()),
    run_created_at: v.date(),
    cash_to_collect: v.number(),
  }),
  `select s.state, s.cash_collected, s.received_by, s.reason, s.photo_at, r.created_at as run_created_at,
     ${CASH_TO_COLLECT} as cash_to_collect
   from delivery_stops s join delivery_runs r on r.id = s.run_id join orders o on o.id = s.order_id
   where s.run_id = $1 and s.order_id = $2 and r.closed_at is null`,
);

/** Records a delivery. Values: run, order, cash, time, recipient. */
export const markStopDelivered = statement(
  'staff.deliverStop',
  v.object({}),
  `update delivery_stops set state = 'delivered', cash_collected = $3, done_at = $4, received_by = $5
   where run_id = $1 and order_id = $2`,
);

/** Records that a delivery failed. Values: run, order, time, reason. */
export const markStopFailed = statement(
  'staff.failStop',
  v.object({}),
  `update delivery_stops set state = 'failed', done_at = $3, reason = $4 where run_id = $1 and order_id = $2`,
);

/** Stores the photo of an open stop. Values: run, order, JPEG, now. */
export const setStopPhoto = statement(
  'staff.setStopPhoto',
  v.object({ order_id: v.string() }),
  `update delivery_stops set jpeg = $3, photo_at = $4 where run_id = $1 and order_id = $2 and state = 'open'
   returning order_id`,
);

export const stopPhoto = statement(
  'staff.stopPhoto',
  v.object({ jpeg: v.instance(Uint8Array), photo_at: v.date() }),
  'select jpeg, photo_at from delivery_stops where run_id = $1 and order_id = $2 and jpeg is not null',
);

export const removeStopPhotos = declareCleanUp(
  'staff.removeStopPhotos',
  'update delivery_stops set jpeg = null',
  'from delivery_stops where jpeg is not null and photo_at < $1 order by photo_at',
);

/** Reads the orders of the manifest: packed or out, of slots that start before $1, or without a slot. At most $2. */
export const manifestOrders = statement(
  'staff.manifestOrders',
  v.object({
    id: v.string(),
    order_number: v.string(),
    status: orderStatus,
    payment_status: paymentStatus,
    shipping_address: address,
    delivery_method_id: v.number(),
    delivery_method_en: v.string(),
    delivery_method_zh: v.nullable(v.string()),
    slot_template_id: v.nullable(v.number()),
    slot_starts_at: v.nullable(v.date()),
    slot_ends_at: v.nullable(v.date()),
    shipping_remarks: v.nullable(v.string()),
    leave_at_door: v.boolean(),
    units: v.number(),
    has_bulky: v.boolean(),
    bags: v.nullable(v.record(v.picklist(BAG_KINDS), v.number())),
    cash_to_collect: v.number(),
    method: v.string(),
    run_id: v.nullable(v.string()),
    driver: v.nullable(v.string()),
  }),
  `select o.id, o.order_number, o.status, o.payment_status, o.shipping_address, o.delivery_method_id,
     o.delivery_method_en, o.delivery_method_zh, o.slot_template_id, o.slot_starts_at, o.slot_ends_at,
     o.shipping_remarks, o.leave_at_door,
     ${UNITS} as units,
     o.slot_bulky > 0 as has_bulky, (select k.bags from order_picking k where k.order_id = o.id) as bags, ${CASH_TO_COLLECT} as cash_to_collect,
     coalesce((select code from delivery_methods where id = o.delivery_method_id), '') as method,
     s.run_id, r.driver
   from orders o left join delivery_stops s on s.order_id = o.id and s.state = 'open' and o.status = 'delivery'
     left join delivery_runs r on r.id = s.run_id
   where o.status in ('packed', 'delivery')
     and (o.slot_starts_at is null or o.slot_starts_at < $1)
   order by o.slot_starts_at nulls last, o.delivery_method_id, o.shipping_address ->> 'zip',
     o.shipping_address ->> 'street_address', o.id
   limit $2`,
);

/**
 * Finds a page of the cash by day and driver, newest first, and the total. Values: drivers or null, first and last
 * instant of the days or null, whether only differences and uncounted runs, limit, offset.
 */
export const driverCashPage = statement(
  'staff.driverCashPage',
  v.object({
    total: v.number(),
    rows: v.array(
      v.object({
        day: v.string(),
        driver: v.string(),
        runs: v.number(),
        uncounted: v.number(),
        recorded: v.number(),
        counted: v.number(),
        difference: v.number(),
      }),
    ),
  }),
  `with cash as (
     select r.id, to_char(r.created_at at time zone 'Asia/Kuala_Lumpur', 'YYYY-MM-DD') as day, r.driver, r.counted,
       (select coalesce(sum(cash_collected), 0)::bigint from delivery_stops where run_id = r.id) as recorded
     from delivery_runs r
     where ($1::text[] is null or r.driver = any($1)) and r.created_at >= coalesce($2::timestamptz, '-infinity')
       and r.created_at < coalesce($3::timestamptz, 'infinity')
   ), days as (
     select day, driver, count(*)::int as runs,
       (count(*) filter (where counted is null and recorded > 0))::int as uncounted,
       sum(recorded)::bigint as recorded, coalesce(sum(counted), 0)::bigint as counted,
       coalesce(sum(counted - recorded), 0)::bigint as difference
     from cash group by day, driver
     having not $4::boolean or bool_or(counted is null and recorded > 0) or bool_or(counted <> recorded)
   )
   select (select count(*) from days) as total, (
     select coalesce(jsonb_agg(to_jsonb(page) order by day desc, driver), '[]')
     from (select * from days order by day desc, driver limit $5 offset $6) page) as rows`,
);
