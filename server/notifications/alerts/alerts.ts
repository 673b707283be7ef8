/** Alerts of customers and guests: request, list, confirm, end (docs/readings.md#63). */
import { createHash } from 'node:crypto';
import type { EndpointInput, EndpointResponse } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import type { ListQuery } from '@shop/contract/list-query';
import { textIn } from '@shop/core/lang';
import { DAY_MS, HOUR_MS } from '@shop/core/time';
import { presentRow } from '../../catalog/catalog.view.ts';
import type { Ctx } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { takeFromNetworkLimit } from '../../http/limits/rate-limits.ts';
import { requireEmail } from '../../identity/codes/codes.ts';
import { lockCustomer } from '../../identity/identity.sql.ts';
import { requireCustomer } from '../../identity/identity.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { mapPage } from '../../lists/list-page.ts';
import { listRows } from '../../lists/reference-list.ts';
import { buildRateLimitRefusal, refuse } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { readMailToken } from '../mail-links.ts';
import * as sql from './alerts.sql.ts';
import { readLevels } from './levels.ts';

type AlertRequest = EndpointInput<Endpoints['alerts.add']>['body'];
type AlertPage = EndpointResponse<Endpoints['alerts.list']>;
type LinkedAlert = EndpointResponse<Endpoints['alerts.end']>;

const MAX_ALERTS = 100;

/** Time within which a guest must confirm an alert; the daily job removes alerts that were not confirmed in it. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS;

/** Maximum requests of guests per hour and network (docs/security.md#limits). */
const GUEST_REQUESTS = 20;
/** Maximum confirmation mails per day to one address. */
const CONFIRMATION_MAILS = 5;

/** Lists the customer's alerts with the list pattern. One statement. */
export async function listAlerts(ctx: Ctx, query: ListQuery): Promise<AlertPage> {
  const rows = await ctx.db.rows(sql.alertsOfCustomer, [requireCustomer(ctx).id]);
  const page = listRows(rows, query, {
    search: {
      kind: ({ kind }) => kind,
      state: ({ state }) => state,
      product_id: ({ product_id }) => String(product_id),
      name: ({ doc }) => textIn(ctx.lang, doc.name.en, doc.name.zh),
    },
    sorts: { created_at: ({ requested_at }) => requested_at.getTime() },
    free: ['name'],
  });
  return mapPage(page, (row) => ({
    id: row.id,
    kind: row.kind,
    product: presentRow(ctx, row),
    variation_option_id: row.variation_option_id === null ? null : String(row.variation_option_id),
    price: row.price_seen,
    state: row.state,
    created_at: row.requested_at,
    notified_at: row.notified_at,
    ended_at: row.ended_at,
  }));
}

/**
 * Saves an alert of a customer or of an email. Refuses a product that is not sold, one that is in stock for an alert of
 * stock, and a customer's alert beyond `MAX_ALERTS`.
 */
async function saveAlert(
  ctx: Ctx,
  { kind, product_id, variation_option_id = null }: AlertRequest,
  { customer_id, email }: { customer_id: string | null; email: string | null },
) {
  const alertProduct = await ctx.db.row(sql.alertProduct, [product_id, customer_id]);
  if (alertProduct === null) return refuse('request.not_found');
  const option = variation_option_id === null ? null : Number(variation_option_id);
  const line = {
    product_id: Number(product_id),
    variation_option_id: option,
    doc: alertProduct.doc,
    stock: alertProduct.stock,
  };
  const [level] = await readLevels(ctx, [line]);
  if (level === undefined) return refuse('request.not_found');
  if (kind === 'back-in-stock' && level.available > 0) refuse('alerts.in_stock');
  if (alertProduct.open >= MAX_ALERTS) refuse('alerts.too_many', { max: MAX_ALERTS });
  const saved = await ctx.db.row(sql.addAlert, [
    ...[uuidV7(ctx.now), kind, product_id, option, customer_id, email, ctx.lang],
    ...[level.price, customer_id === null ? 'unconfirmed' : 'active', ctx.now, level.available],
  ]);
  // A request at the same time may have saved the same alert without being visible here.
  return saved ?? refuse('request.conflict');
}

/** Saves a guest's alert and mails the link that confirms it. The answer is the same for every address. */
async function addGuestAlert(ctx: Ctx, request: AlertRequest): Promise<{ success: boolean; id: null }> {
  const { value: email } = requireEmail(request.email ?? refuse('email.required'));
  if (!(await takeFromNetworkLimit(ctx, 'alerts', HOUR_MS, GUEST_REQUESTS)))
    throw buildRateLimitRefusal(HOUR_MS / 1_000);
  const key = `alert mails ${createHash('sha256').update(email).digest('base64url')}`;
  const { current } = await ctx.shop.counters.add(key, DAY_MS);
  await inTransaction(ctx, async (ctx) => {
    const { id: alert_id, state } = await saveAlert(ctx, request, { customer_id: null, email });
    if (state === 'active' || current > CONFIRMATION_MAILS) return;
    await enqueue(ctx, 'mail', { about: 'alert.requested', alert_id, at: ctx.now.toISOString() });
  });
  return { success: true, id: null };
}

/**
 * Requests an alert: a customer's is active at once, a guest's once it is confirmed. A repeated request changes
 * nothing.
 */
export async function addAlert(ctx: Ctx, request: AlertRequest): Promise<{ success: boolean; id: string | null }> {
  if (ctx.actor.kind !== 'customer') return addGuestAlert(ctx, request);
  const { id: customer_id } = ctx.actor;
  return inTransaction(ctx, async (ctx) => {
    await lockRows(ctx.db, lockCustomer, [customer_id]);
    const { id } = await saveAlert(ctx, request, { customer_id, email: null });
    return { success: true, id };
  });
}

/** Ends an alert of the customer; idempotent. Refuses another customer's alert with 404. */
export async function removeAlert(ctx: Ctx, id: string): Promise<{ success: boolean }> {
  const ended = await ctx.db.row(sql.endOwnAlert, [id, requireCustomer(ctx).id, ctx.now]);
  return ended === null ? refuse('request.not_found') : { success: true };
}

/** Confirms or ends the alert of a signed link; idempotent. Refuses `alerts.link`. */
export async function followAlertLink(ctx: Ctx, use: 'confirmAlert' | 'endAlert', token: string): Promise<LinkedAlert> {
  const id = readMailToken(ctx.shop.secret, use, token) ?? refuse('alerts.link');
  const alert =
    use === 'endAlert'
      ? await ctx.db.row(sql.endAlert, [id, ctx.now])
      : await ctx.db.row(sql.confirmAlert, [id, ctx.now, new Date(ctx.now.getTime() - CONFIRM_WITHIN_MS)]);
  if (alert === null) return refuse('alerts.link');
  const { kind, state, slug, name_en, name_zh } = alert;
  return { kind, state, product: { slug, name: textIn(ctx.lang, name_en, name_zh) } };
}
