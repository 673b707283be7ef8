/** The staff API for delivery: the manifest, drivers' runs, and the cash that they hand in (docs/api.md#staff-api). */
import { STOP_STATES } from '@shop/core/delivery/runs';
import { BAG_KINDS } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { address } from '../addresses.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, multilineText, queryFlag, textLine, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { money, moneyIn } from '../money.ts';
import { orderStatus } from '../orders.ts';

const personName = v.pipe(textLine(80), v.nonEmpty());

/** An order of the manifest, which is packed or out. */
export const manifestOrder = v.object({
  id: v.string(),
  order_number: v.string(),
  status: orderStatus,
  address,
  /** Units in the bags: found ones and replacements; until the order is picked, the units ordered. */
  units: v.number(),
  has_bulky: v.boolean(),
  /** Bags by temperature; null before they were counted. */
  bags: v.nullable(v.record(v.picklist(BAG_KINDS), v.number())),
  /** 0 if it is paid. */
  cash_to_collect: money(),
  remarks: v.nullable(v.string()),
  leave_at_door: v.boolean(),
  /** The open run that has it. */
  run_id: v.nullable(v.string()),
  driver: v.nullable(v.string()),
  is_late: v.boolean(),
});

/** Packed orders of a slot, and those that are out. */
const manifestSlot = v.object({
  /** Null for orders without a slot. */
  id: v.nullable(v.string()),
  method: v.object({ code: v.string(), name: v.string() }),
  starts_at: v.nullable(time()),
  ends_at: v.nullable(time()),
  /** In the order of their postcodes; `zone` is null outside every zone. */
  zones: v.array(
    v.object({
      zone: v.nullable(v.object({ code: v.string(), name: v.string() })),
      orders: v.array(manifestOrder),
    }),
  ),
});

export const manifest = v.object({ day: v.string(), slots: v.array(manifestSlot) });
export type Manifest = v.InferInput<typeof manifest>;

/** A stop of a run. */
export const runStop = v.object({
  order_id: v.string(),
  order_number: v.string(),
  /** From 1. */
  place: v.number(),
  state: v.picklist(STOP_STATES),
  recipient: v.string(),
  zip: v.string(),
  cash_to_collect: money(),
  /** Cash that the driver recorded; null before. */
  cash_collected: v.nullable(money()),
  done_at: v.nullable(time()),
  /** Name of the person who took the delivery, as the driver wrote it. */
  received_by: v.nullable(v.string()),
  has_photo: v.boolean(),
  /** The reason why it was not delivered. */
  reason: v.nullable(v.string()),
});

/** A driver's tour with some orders. */
export const deliveryRun = v.object({
  id: v.string(),
  driver: v.string(),
  vehicle: v.nullable(v.string()),
  created_at: time(),
  created_by: v.string(),
  /** When the driver's link expires. */
  expires_at: time(),
  /** Whether the driver's link opens the run now. */
  is_link_valid: v.boolean(),
  /** When staff closed it; its open stops are free for another run. */
  closed_at: v.nullable(time()),
  stops_done: v.number(),
  stops_total: v.number(),
  /** Cash that the driver recorded. */
  cash_recorded: money(),
  /** Cash that was counted; null before. */
  cash_counted: v.nullable(money()),
  /** Counted less recorded; null before. */
  cash_difference: v.nullable(money()),
  counted_by: v.nullable(v.string()),
  counted_at: v.nullable(time()),
  count_comment: v.nullable(v.string()),
});
export type DeliveryRun = v.InferInput<typeof deliveryRun>;

export const openedRun = v.object({ ...deliveryRun.entries, stops: v.array(runStop) });
export type OpenedRun = v.InferInput<typeof openedRun>;

/** Cash of a driver's runs of a day in Malaysia, by the day on which each run was created. */
export const driverCash = v.object({
  day: v.string(),
  driver: v.string(),
  runs: v.number(),
  /** Runs whose cash is not counted yet. */
  uncounted: v.number(),
  cash_recorded: money(),
  cash_counted: money(),
  /** Counted less recorded, of the counted runs. */
  cash_difference: money(),
});
export type DriverCash = v.InferInput<typeof driverCash>;

/** Maximum stops of a run. */
export const MAX_STOPS = 60;

const runParams = v.object({ id: uuid() });
const DISPATCHERS = ['orders', 'picker'] as const;
const RUN_READERS = ['orders', 'picker', 'support', 'finance'] as const;
/** The link is for the driver; `token` alone is its part after `#`. Neither is shown again. */
const runWithLink = v.object({ run: openedRun, token: v.string(), link: v.string() });

export const staffDeliveryEndpoints = {
  'staff.manifest': endpoint('staff.manifest', {
    access: 'staff',
    roles: RUN_READERS,
    summary:
      'Packed orders and orders that are out, by slot and zone; of a day, today by default, with earlier late ones',
    query: v.object({ day: v.optional(day()) }),
    response: manifest,
  }),
  'staff.runs': endpoint('staff.runs', {
    access: 'staff',
    roles: RUN_READERS,
    summary: 'Runs, newest first; `search` by driver; of a day; `open` for those that are not closed',
    query: v.object({ ...listQuery().entries, day: v.optional(day()), open: v.optional(queryFlag()) }),
    response: listPage(deliveryRun),
  }),
  'staff.run': endpoint('staff.run', {
    access: 'staff',
    roles: RUN_READERS,
    summary: 'A run with its stops',
    params: runParams,
    response: v.object({ run: openedRun }),
    refusals: ['request.not_found'],
  }),
  'staff.addRun': endpoint('staff.addRun', {
    access: 'staff',
    roles: DISPATCHERS,
    summary: 'Sends packed orders out with a driver, in the given order; the driver’s link is returned once',
    body: v.object({
      driver: personName,
      vehicle: v.optional(v.nullable(textLine(40))),
      order_ids: v.pipe(
        v.array(uuid()),
        v.minLength(1),
        v.maxLength(MAX_STOPS),
        v.check((ids) => new Set(ids).size === ids.length, 'Send each order once'),
      ),
    }),
    response: runWithLink,
    status: 201,
    refusals: ['order.not_found', 'run.not_packed', 'run.order_taken', 'order.unpaid', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.renewRunLink': endpoint('staff.renewRunLink', {
    access: 'staff',
    roles: DISPATCHERS,
    summary: 'Makes another link for the driver; the former one ends',
    params: runParams,
    response: runWithLink,
    refusals: ['request.not_found', 'run.closed'],
  }),
  'staff.revokeRunLink': endpoint('staff.revokeRunLink', {
    access: 'staff',
    roles: DISPATCHERS,
    summary: 'Ends the driver’s link',
    params: runParams,
    response: v.object({ run: openedRun }),
    refusals: ['request.not_found'],
  }),
  'staff.closeRun': endpoint('staff.closeRun', {
    access: 'staff',
    roles: DISPATCHERS,
    summary: 'Closes a run and its link; orders that were not delivered can join another run',
    params: runParams,
    response: v.object({ run: openedRun }),
    refusals: ['request.not_found'],
  }),
  'staff.countRunCash': endpoint('staff.countRunCash', {
    access: 'staff',
    roles: ['orders', 'finance'],
    summary: 'Records the cash that the driver handed in; counting again replaces it, and the audit has both',
    params: runParams,
    body: v.object({
      counted: moneyIn(),
      comment: v.optional(v.nullable(multilineText(500))),
      /** The count that the caller saw, null for none; 409 with the run as it is now if it changed. */
      former: v.optional(v.nullable(moneyIn())),
    }),
    response: v.object({ run: openedRun }),
    refusals: ['request.not_found', 'run.counted'],
  }),
  'staff.driverCash': endpoint('staff.driverCash', {
    access: 'staff',
    roles: ['orders', 'finance'],
    summary:
      'Cash by day and driver, newest first; `search` by driver; of a day; `differs` for differences and uncounted runs',
    query: v.object({ ...listQuery().entries, day: v.optional(day()), differs: v.optional(queryFlag()) }),
    response: listPage(driverCash),
  }),
  'staff.deliveryPhoto': endpoint('staff.deliveryPhoto', {
    access: 'staff',
    roles: ['orders', 'support'],
    summary: 'The photo that proves a delivery',
    params: v.object({ id: uuid(), order_id: uuid() }),
    /** The JPEG in base64. */
    response: v.object({ jpeg: v.string(), taken_at: time() }),
    refusals: ['request.not_found'],
  }),
};
