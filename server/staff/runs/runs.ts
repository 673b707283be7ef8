/**
 * Drivers' runs for staff: send orders out with a driver, give the driver a link, close a run and count its cash
 * (docs/readings.md#97). Every write is audited.
 */
import type { ListQuery } from '@shop/contract/list-query';
import { type DeliveryRun, type DriverCash, type OpenedRun, openedRun } from '@shop/contract/staff/staff-delivery';
import { needsCountComment } from '@shop/core/delivery/runs';
import { formatMoney, type Sen, senToText } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import { DAY_MS, HOUR_MS, midnightOf, startOfDay } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx, DriverActor } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { hashToken } from '../../http/api/authenticate.ts';
import { type ListPage, loadPageByIds, toPage } from '../../lists/list-page.ts';
import { pageRange } from '../../lists/parse-list.ts';
import { changeStatus, requireLockedOrders } from '../../orders/change-status.ts';
import { Refused, refuse, refuseFields } from '../../refuse.ts';
import { issueToken } from '../../secrets/sign.ts';
import { inTransaction } from '../../transaction.ts';
import { recordAudit } from '../audit.ts';
import { parseStaffSearch } from '../parse-staff-search.ts';
import { requireStaff } from '../require-staff.ts';
import * as sql from './runs.sql.ts';

/** A driver's link lives as long as a staff session: a working day. */
const LINK_LIFE_MS = 12 * HOUR_MS;
/** Photos prove a delivery while a shopper may still complain. */
const PHOTO_RETENTION_MS = 60 * DAY_MS;

function runView(ctx: Ctx, row: sql.RunRow): DeliveryRun {
  const { id, driver, vehicle, created_at, created_by, expires_at, closed_at, stops_done, stops_total } = row;
  const { recorded, counted, counted_by, counted_at, count_comment } = row;
  return {
    ...{ id, driver, vehicle, created_at, created_by, expires_at, closed_at, stops_done, stops_total },
    is_link_valid: row.has_link && closed_at === null && expires_at > ctx.now,
    cash_recorded: recorded,
    cash_counted: counted,
    cash_difference: counted === null ? null : counted - recorded,
    ...{ counted_by, counted_at, count_comment },
  };
}

function stopView(row: sql.StopRow): OpenedRun['stops'][number] {
  const { order_id, order_number, place, state, cash_to_collect, cash_collected, done_at, received_by, reason } = row;
  return {
    ...{ order_id, order_number, place, state, cash_to_collect, cash_collected, done_at, received_by, reason },
    recipient: row.shipping_address.recipient ?? '',
    zip: row.shipping_address.zip ?? '',
    has_photo: row.photo_at !== null,
  };
}

/** Reads a run with its stops. Refuses `request.not_found`. */
export async function readRun(ctx: Ctx, id: string): Promise<OpenedRun> {
  const [[row], stops] = await Promise.all([ctx.db.rows(sql.runsById, [[id]]), ctx.db.rows(sql.stopsOfRun, [id])]);
  if (row === undefined) return refuse('request.not_found');
  return { ...runView(ctx, row), stops: stops.map(stopView) };
}

/** Returns the first instant of a day and that of the next, for SQL. */
const spanOf = (day: string | undefined): [Date | null, Date | null] =>
  day === undefined ? [null, null] : [midnightOf(day), new Date(midnightOf(day).getTime() + DAY_MS)];

type RunsQuery = ListQuery & { day?: string | undefined; open?: boolean | undefined };

/** Lists runs, newest first. */
export function listRuns(ctx: Ctx, { day, open = false, ...query }: RunsQuery): Promise<ListPage<DeliveryRun>> {
  const search = parseStaffSearch(query, ['driver']);
  return loadPageByIds(
    query,
    (limit, offset) => ctx.db.row(sql.runsPage, [search.driver ?? null, ...spanOf(day), open, limit, offset]),
    async (ids) => (await ctx.db.rows(sql.runsById, [ids])).map((row) => runView(ctx, row)),
  );
}

/** Builds the driver's link: the token stands after `#`, which browsers send to no server and in no referrer. */
const buildDriverLink = ({ shop }: Ctx, token: string): string => `${shop.officeUrl}/run#${token}`;

type RunWithLink = { run: OpenedRun; token: string; link: string };

const computeLinkEnd = ({ now }: Ctx): Date => new Date(now.getTime() + LINK_LIFE_MS);

/**
 * Creates a run: packed orders go out, orders that are out already join it. Refuses `order.not_found`,
 * `run.not_packed`, `run.order_taken`, and what `changeStatus` refuses.
 */
export async function addRun(
  ctx: Ctx,
  { driver, vehicle = null, order_ids }: { driver: string; vehicle?: string | null | undefined; order_ids: string[] },
): Promise<RunWithLink> {
  const id = uuidV7(ctx.now);
  const token = issueToken(ctx.shop.secret, 'r_');
  await inTransaction(ctx, async (ctx) => {
    const orders = await requireLockedOrders(ctx, order_ids);
    await ctx.db.write(sql.releaseStaleStops, [order_ids]);
    const taken = await ctx.db.rows(sql.openStopsOf, [order_ids]);
    for (const order of orders) {
      const { order_number, status } = order;
      if (taken.some(({ order_id }) => order_id === order.id)) {
        refuseFields({ order_ids: [refusal('run.order_taken', { order_number })] });
      }
      if (status !== 'packed' && status !== 'delivery') {
        refuseFields({ order_ids: [refusal('run.not_packed', { order_number })] });
      }
      if (status === 'packed') await changeStatus(ctx, order, 'delivery', null);
    }
    const by = requireStaff(ctx).email;
    await ctx.db.write(sql.insertRun, [id, driver, vehicle, hashToken(token), ctx.now, by, computeLinkEnd(ctx)]);
    await ctx.db.write(sql.insertStops, [id, order_ids]);
    const after = { driver, vehicle, orders: orders.map(({ order_number }) => order_number) };
    await recordAudit(ctx, { action: 'staff.addRun', subject: `run ${id}`, before: null, after });
  });
  return { run: await readRun(ctx, id), token, link: buildDriverLink(ctx, token) };
}

/** Locks a run. Refuses `request.not_found`. */
async function requireLockedRun(ctx: Ctx, id: string) {
  return (await ctx.db.row(sql.lockRun, [id])) ?? refuse('request.not_found');
}

/** Replaces a run's link. Refuses `request.not_found` and `run.closed`. */
export async function renewRunLink(ctx: Ctx, id: string): Promise<RunWithLink> {
  const token = issueToken(ctx.shop.secret, 'r_');
  await inTransaction(ctx, async (ctx) => {
    if ((await requireLockedRun(ctx, id)).closed_at !== null) refuse('run.closed');
    await ctx.db.write(sql.setRunLink, [id, hashToken(token), computeLinkEnd(ctx)]);
    const after = { expires_at: computeLinkEnd(ctx) };
    await recordAudit(ctx, { action: 'staff.renewRunLink', subject: `run ${id}`, before: null, after });
  });
  return { run: await readRun(ctx, id), token, link: buildDriverLink(ctx, token) };
}

/** Ends a run's link. Refuses `request.not_found`. */
export async function revokeRunLink(ctx: Ctx, id: string): Promise<OpenedRun> {
  await inTransaction(ctx, async (ctx) => {
    await requireLockedRun(ctx, id);
    await ctx.db.write(sql.removeRunLink, [id]);
    await recordAudit(ctx, { action: 'staff.revokeRunLink', subject: `run ${id}`, before: null, after: null });
  });
  return readRun(ctx, id);
}

/** Closes a run; closing a closed one changes nothing. Refuses `request.not_found`. */
export async function closeRun(ctx: Ctx, id: string): Promise<OpenedRun> {
  await inTransaction(ctx, async (ctx) => {
    // The driver may record a stop at this moment: that holds the lock of its order.
    const stops = await ctx.db.rows(sql.stopsOfRun, [id]);
    await requireLockedOrders(
      ctx,
      stops.map(({ order_id }) => order_id),
    );
    if ((await requireLockedRun(ctx, id)).closed_at !== null) return;
    await ctx.db.write(sql.closeRun, [id, ctx.now]);
    await recordAudit(ctx, { action: 'staff.closeRun', subject: `run ${id}`, before: null, after: null });
  });
  return readRun(ctx, id);
}

type CashCount = {
  counted: Sen;
  comment?: string | null | undefined;
  /** The count that the caller saw; null for none. */
  former?: Sen | null | undefined;
};

/**
 * Records the cash that a driver handed in; a second count replaces the first. Refuses `request.not_found`, and
 * `run.counted` with the run as it is if the caller saw another count.
 */
export async function countRunCash(
  ctx: Ctx,
  id: string,
  { counted, comment = null, former: seen }: CashCount,
): Promise<OpenedRun> {
  await inTransaction(ctx, async (ctx) => {
    const { counted: former } = await requireLockedRun(ctx, id);
    if (seen !== undefined && seen !== former) {
      const run = await readRun(ctx, id);
      const amount = former === null ? '' : formatMoney(former);
      const reason = refusal('run.counted', { by: run.counted_by ?? '', amount });
      throw new Refused(reason, { more: { run: v.parse(openedRun, run) } });
    }
    const { cash_recorded } = await readRun(ctx, id);
    if (needsCountComment(counted, cash_recorded) && comment === null)
      refuseFields({ comment: [refusal('field.required')] });
    await ctx.db.write(sql.countRun, [id, counted, requireStaff(ctx).email, ctx.now, comment]);
    await recordAudit(ctx, {
      action: 'staff.countRunCash',
      subject: `run ${id}`,
      before: former === null ? null : { counted: senToText(former) },
      after: { counted: senToText(counted), comment },
    });
  });
  return readRun(ctx, id);
}

type CashQuery = ListQuery & { day?: string | undefined; differs?: boolean | undefined };

/** Days of drivers' cash that a list without a day has: its sums read every stop. */
const MAX_CASH_DAYS = 92;

const computeCashSpan = (ctx: Ctx, day: string | undefined): [Date | null, Date | null] =>
  day === undefined ? [new Date(startOfDay(ctx.now).getTime() - MAX_CASH_DAYS * DAY_MS), null] : spanOf(day);

/** Lists the cash of drivers by day, newest first: of one day, or of the last `MAX_CASH_DAYS`. */
export async function listDriverCash(
  ctx: Ctx,
  { day, differs = false, ...query }: CashQuery,
): Promise<ListPage<DriverCash>> {
  const search = parseStaffSearch(query, ['driver']);
  const { limit, offset } = pageRange(query);
  const page = await ctx.db.row(sql.driverCashPage, [
    search.driver ?? null,
    ...computeCashSpan(ctx, day),
    differs,
    limit,
    offset,
  ]);
  const { total, rows } = page ?? { total: 0, rows: [] };
  const data = rows.map(({ recorded, counted, difference, ...row }) => ({
    ...row,
    cash_recorded: recorded,
    cash_counted: counted,
    cash_difference: difference,
  }));
  return toPage(data, total, query);
}

/** Reads the photo of a stop. Refuses `request.not_found`. */
export async function readDeliveryPhoto(ctx: Ctx, run_id: string, order_id: string) {
  const photo = (await ctx.db.row(sql.stopPhoto, [run_id, order_id])) ?? refuse('request.not_found');
  return { jpeg: Buffer.from(photo.jpeg).toString('base64'), taken_at: photo.photo_at };
}

/** Removes old photos. Part of the daily clean-up. */
export const removeOldDeliveryPhotos = (ctx: Ctx): Promise<number> =>
  sql.removeStopPhotos(ctx.db, new Date(ctx.now.getTime() - PHOTO_RETENTION_MS));

/** Makes the look-up of drivers by the token of their run's link. */
export function createDriverLookUp(db: Db, clock: () => Date) {
  return async (token: string): Promise<DriverActor | null> => {
    const run = await db.row(sql.runByToken, [hashToken(token), clock()]);
    return run && { kind: 'driver', run_id: run.id, name: run.driver };
  };
}
