/**
 * Referrals: a friend signs up with a customer's code and orders. `loyalty/rewards/referral-rewards.ts` gives the
 * reward (docs/api.md#loyalty).
 */
import type { ListQuery } from '@shop/contract/list-query';
import type { ReferredFriend } from '@shop/contract/referral';
import { maskName } from '@shop/core/referral/mask-name';
import { DAY_MS } from '@shop/core/time';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { EventOf } from '../events.ts';
import { requireCustomer } from '../identity/identity.ts';
import { toPage } from '../lists/list-page.ts';
import { pageRange, requireSearch, requireSorts } from '../lists/parse-list.ts';
import { sign } from '../secrets/sign.ts';
import * as sql from './referrals.sql.ts';

const SESSION_DAYS = 90;

/** Hashes the request's session with a key; null without a session. */
const hashSession = ({ request, shop }: Ctx): string | null =>
  request.session === null ? null : sign(shop.secret, `referral session ${request.session}`);

/** Stores the session in which a customer views their own code: a sign-up in it with that code earns no reward. */
export async function noteOwnSession(ctx: Ctx, customer_id: string): Promise<void> {
  const hash = hashSession(ctx);
  if (hash !== null) await ctx.db.write(sql.insertSession, [customer_id, hash, ctx.now]);
}

export async function forgetOldSessions(ctx: Ctx): Promise<void> {
  await sql.removeOldReferralSessions(ctx.db, new Date(ctx.now.getTime() - SESSION_DAYS * DAY_MS));
}

/** Opens the referral of a customer who signed up with another customer's code. */
export async function openReferral(
  ctx: Ctx,
  { customer_id, referred_by }: EventOf<'customer.registered'>,
): Promise<void> {
  if (referred_by === null) return;
  const values = [uuidV7(ctx.now), customer_id, referred_by, ctx.now, hashSession(ctx), ctx.request.deviceHash];
  await ctx.db.write(sql.insertReferral, values);
}

/** Lists the customer's friends with masked names, newest first unless sorted by `created_at`. */
export async function listReferrals(ctx: Ctx, query: ListQuery) {
  const search = requireSearch(query, { id: ['=', 'in'], state: ['=', 'in'] });
  const [sort] = requireSorts(query, ['created_at']);
  const searchedValues = (name: string) =>
    search.terms.filter(({ field }) => field === name).flatMap(({ value }) => value.split(','));
  // Free text searches the state.
  const [states, ids] = [[...searchedValues('state'), ...search.free], searchedValues('id')];
  const filter = [
    requireCustomer(ctx).id,
    states.length === 0 ? null : states,
    ids.length === 0 ? null : ids,
    search.join === 'and',
  ];
  const { limit, offset } = pageRange(query);
  const page = sort?.direction === 'asc' ? sql.oldestReferralsPage : sql.referralsPage;
  const [rows, count] = await Promise.all([
    ctx.db.rows(page, [...filter, limit, offset]),
    ctx.db.row(sql.countReferrals, filter),
  ]);
  const data = rows.map(({ name, ...row }): ReferredFriend => ({ ...row, name: maskName(name) }));
  return toPage(data, count?.total ?? 0, query);
}
