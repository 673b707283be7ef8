/**
 * A driver's run, without an account: the calls carry the token of the driver's link as a bearer token, never in an
 * address (docs/api.md#delivery-runs, docs/security.md#delivery-runs).
 */
import { STOP_STATES } from '@shop/core/delivery/runs';
import { BAG_KINDS } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { multilineText, pictureFile, textLine, time, uuid } from './common-schemas.ts';
import { money, moneyIn } from './money.ts';

/** A stop as its driver sees it. Contact and address are null once it is done. */
export const driverStop = v.object({
  order_id: v.string(),
  order_number: v.string(),
  /** From 1. */
  place: v.number(),
  state: v.picklist(STOP_STATES),
  recipient: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  address: v.nullable(v.string()),
  zip: v.string(),
  /** A link of a map's search for the address. */
  map_link: v.nullable(v.string()),
  slot_starts_at: v.nullable(time()),
  /** The end of the slot. */
  due_at: v.nullable(time()),
  /** The shopper's words. */
  remarks: v.nullable(v.string()),
  leave_at_door: v.boolean(),
  /** Units in the bags: found ones and replacements; until the order is picked, the units ordered. */
  units: v.number(),
  has_bulky: v.boolean(),
  /** Bags by temperature; null before they were counted. */
  bags: v.nullable(v.record(v.picklist(BAG_KINDS), v.number())),
  /** 0 if it is paid. */
  cash_to_collect: money(),
  cash_collected: v.nullable(money()),
  done_at: v.nullable(time()),
});
export type DriverStop = v.InferInput<typeof driverStop>;

export const driverRun = v.object({
  id: v.string(),
  driver: v.string(),
  vehicle: v.nullable(v.string()),
  /** When the link expires. */
  expires_at: time(),
  /** Cash that the driver has recorded. */
  cash_in_hand: money(),
  stops: v.array(driverStop),
});
export type DriverRun = v.InferInput<typeof driverRun>;

const stopParams = v.object({ order_id: uuid() });

/** The time of the event by the phone's clock; a phone without network sends it later. */
const happened_at = v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp('A time is expected'))));

export const deliveryRunEndpoints = {
  'deliveryRuns.current': endpoint('deliveryRuns.current', {
    access: 'driver',
    summary: 'The run of the link, with its stops',
    response: v.object({ run: driverRun }),
    refusals: ['run.token_invalid'],
  }),
  'deliveryRuns.addPhoto': endpoint('deliveryRuns.addPhoto', {
    access: 'driver',
    summary: 'Adds the photo of a stop, which replaces an earlier one; re-encoded without metadata',
    params: stopParams,
    body: pictureFile,
    acceptsPicture: true,
    response: v.object({ success: v.boolean() }),
    refusals: ['run.token_invalid', 'request.not_found', 'run.stop_done', 'photo.unreadable'],
  }),
  'deliveryRuns.deliver': endpoint('deliveryRuns.deliver', {
    access: 'driver',
    idempotent: true,
    summary: 'Records a delivery, proven by a photo or a name; the same call again changes nothing',
    params: stopParams,
    body: v.object({
      /** Name of the person who took the delivery; required without a photo. */
      received_by: v.optional(v.nullable(textLine(80))),
      /** Needed for an order with cash to collect. */
      cash_collected: v.optional(v.nullable(moneyIn())),
      at: happened_at,
    }),
    response: v.object({ run: driverRun }),
    refusals: [
      'run.token_invalid',
      'request.not_found',
      'run.stop_done',
      'run.no_proof',
      'run.cash_missing',
      'order.no_cash',
      'order.wrong_status',
    ],
  }),
  'deliveryRuns.fail': endpoint('deliveryRuns.fail', {
    access: 'driver',
    idempotent: true,
    summary: 'Records that a stop could not be delivered, and why; the order goes back to packed, for another run',
    params: stopParams,
    body: v.object({ reason: v.pipe(multilineText(500), v.nonEmpty()), at: happened_at }),
    response: v.object({ run: driverRun }),
    refusals: ['run.token_invalid', 'request.not_found', 'run.stop_done', 'order.wrong_status'],
  }),
};
