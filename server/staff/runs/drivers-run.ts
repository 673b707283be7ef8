/**
 * A run as its driver sees and records it. A phone without network sends its records later, perhaps twice: the same
 * record again changes nothing, another one is refused.
 */
import type { Address } from '@shop/contract/addresses';
import type { DriverRun, DriverStop } from '@shop/contract/delivery-runs';
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { addressView, type StateNames } from '../../addresses/addresses.view.ts';
import { currentSettings } from '../../cart/pricing-settings.ts';
import type { Ctx, DriverActor } from '../../context.ts';
import { authorOfChange, changeStatus, requireLockedOrders } from '../../orders/change-status.ts';
import { failLockedDelivery } from '../../orders/failed-delivery.ts';
import { recordCash } from '../../payments/cash.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import * as sql from './runs.sql.ts';

/** Longest side of a stored photo, in pixels. */
const STORED_SIDE_PX = 1_600;
const JPEG_QUALITY = 75;

function requireDriver({ actor }: Ctx): DriverActor {
  return actor.kind === 'driver' ? actor : refuse('run.token_invalid');
}

/** Builds the address in one line, without the recipient's name. */
const formatAddressLine = ({ street_address, zip, city, state }: Address): string =>
  [street_address, [zip, city].filter(Boolean).join(' '), state]
    .filter(Boolean)
    .join(', ')
    .replace(/\s*\n\s*/g, ', ');

function stopView(row: sql.StopRow, lang: Lang, states: StateNames): DriverStop {
  const { order_id, order_number, place, state, leave_at_door, units, has_bulky, bags, cash_collected, done_at } = row;
  const { slot_starts_at } = row;
  const address = addressView(row.shipping_address, lang, states);
  const isOpen = state === 'open' && row.status === 'delivery';
  const line = formatAddressLine(address);
  return {
    ...{ order_id, order_number, place, state, leave_at_door, units, has_bulky, bags, cash_collected, done_at },
    recipient: isOpen ? address.recipient : null,
    phone: isOpen ? (address.contact_number ?? row.contact_phone) : null,
    address: isOpen ? line : null,
    zip: address.zip ?? '',
    map_link: isOpen ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(line)}` : null,
    slot_starts_at,
    due_at: row.slot_ends_at,
    remarks: isOpen ? row.shipping_remarks : null,
    cash_to_collect: isOpen ? row.cash_to_collect : 0,
  };
}

/** Reads the run of the driver's link. */
export async function readDriversRun(ctx: Ctx): Promise<{ run: DriverRun }> {
  const { run_id } = requireDriver(ctx);
  const [[row], stops, { states }] = await Promise.all([
    ctx.db.rows(sql.runsById, [[run_id]]),
    ctx.db.rows(sql.stopsOfRun, [run_id]),
    currentSettings(ctx.db),
  ]);
  const { id, driver, vehicle, expires_at, recorded } = row ?? refuse('run.token_invalid');
  // An order that staff took back, or completed themselves, is no longer the driver's.
  const visibleStops = stops.filter(
    ({ state, status }) => state !== 'released' && (state !== 'open' || status === 'delivery'),
  );
  return {
    run: {
      ...{ id, driver, vehicle, expires_at, cash_in_hand: recorded },
      stops: visibleStops.map((stop) => stopView(stop, ctx.lang, states)),
    },
  };
}

/** Stores the photo of an open stop. Refuses `request.not_found`, `run.stop_done` and an unreadable photo. */
export async function addDeliveryPhoto(ctx: Ctx, order_id: string, bytes: Uint8Array): Promise<void> {
  const { run_id } = requireDriver(ctx);
  if ((await ctx.db.row(sql.stopOfRun, [run_id, order_id])) === null) refuse('request.not_found');
  // Loaded with the first photo, to keep startup fast.
  const { encodePicture } = await import('../../media/upload.ts');
  const jpeg = await encodePicture(bytes, STORED_SIDE_PX, (picture) =>
    picture.flatten({ background: '#fff' }).jpeg({ quality: JPEG_QUALITY }),
  );
  if (jpeg === 'upload.too_large') refuse('request.too_large');
  if (typeof jpeg === 'string') refuse('photo.unreadable');
  if ((await ctx.db.row(sql.setStopPhoto, [run_id, order_id, jpeg, ctx.now])) === null) refuse('run.stop_done');
}

/** Returns when the driver recorded a stop by the phone's clock, limited to the time from the run's creation to now. */
function limitRecordedTime(ctx: Ctx, at: string | null, { run_created_at }: { run_created_at: Date }): Date {
  const time = at === null ? ctx.now.getTime() : Date.parse(at);
  if (Number.isNaN(time)) return ctx.now;
  return new Date(Math.min(ctx.now.getTime(), Math.max(run_created_at.getTime(), time)));
}

/** Locks the order of a stop, then reads the stop. Refuses `request.not_found` for an order of another run. */
async function lockStop(ctx: Ctx, run_id: string, order_id: string) {
  if ((await ctx.db.row(sql.stopOfRun, [run_id, order_id])) === null) refuse('request.not_found');
  const order = (await requireLockedOrders(ctx, [order_id]))[0] ?? refuse('request.not_found');
  const stop = (await ctx.db.row(sql.stopOfRun, [run_id, order_id])) ?? refuse('request.not_found');
  return { order, stop };
}

export type DriversDelivery = {
  received_by?: string | null | undefined;
  cash_collected?: Sen | null | undefined;
  at?: string | null | undefined;
};

/**
 * Records a delivery and its cash; the order is complete. Refuses `request.not_found`, `run.stop_done`, `run.no_proof`,
 * `run.cash_missing`, `order.no_cash`, and `order.wrong_status` if the order is no longer out.
 */
export async function deliverStop(
  ctx: Ctx,
  order_id: string,
  { received_by: name, cash_collected = null, at = null }: DriversDelivery,
): Promise<{ run: DriverRun }> {
  const { run_id } = requireDriver(ctx);
  const received_by = name || null;
  await inTransaction(ctx, async (ctx) => {
    const { order, stop } = await lockStop(ctx, run_id, order_id);
    if (stop.state === 'delivered' && stop.received_by === received_by && stop.cash_collected === cash_collected)
      return;
    if (stop.state !== 'open') refuse('run.stop_done');
    if (order.status !== 'delivery') refuse('order.wrong_status');
    if (received_by === null && stop.photo_at === null) refuseFields({ received_by: [refusal('run.no_proof')] });
    if (stop.cash_to_collect > 0 && cash_collected === null) {
      refuseFields({ cash_collected: [refusal('run.cash_missing')] });
    }
    if (cash_collected !== null) {
      await recordCash(ctx, order, { outcome: 'complete', amount: cash_collected, recorded_by: authorOfChange(ctx) });
    }
    await ctx.db.write(sql.markStopDelivered, [
      run_id,
      order_id,
      cash_collected,
      limitRecordedTime(ctx, at, stop),
      received_by,
    ]);
    await changeStatus(ctx, order, 'complete', null);
  });
  return readDriversRun(ctx);
}

/**
 * Records that a delivery failed; the order goes back to packed. Refuses `request.not_found`, `run.stop_done`, and
 * `order.wrong_status` if the order is no longer out.
 */
export async function failStop(
  ctx: Ctx,
  order_id: string,
  { reason, at = null }: { reason: string; at?: string | null | undefined },
): Promise<{ run: DriverRun }> {
  const { run_id } = requireDriver(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { order, stop } = await lockStop(ctx, run_id, order_id);
    if (stop.state === 'failed' && stop.reason === reason) return;
    if (stop.state !== 'open') refuse('run.stop_done');
    await ctx.db.write(sql.markStopFailed, [run_id, order_id, limitRecordedTime(ctx, at, stop), reason]);
    await failLockedDelivery(ctx, order, { reason, outcome: 'retry' });
  });
  return readDriversRun(ctx);
}
