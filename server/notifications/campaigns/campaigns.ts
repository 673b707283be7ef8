/** Campaigns for staff: create, list, see and cancel. Every write is audited. */
import type { EndpointInput } from '@shop/contract/api/endpoint';
import type { Endpoints } from '@shop/contract/api/endpoints';
import type { ListQuery } from '@shop/contract/list-query';
import type { Campaign, CampaignAudience, CountedCampaign } from '@shop/contract/staff/staff-campaigns';
import { CHANNELS } from '@shop/core/notifications/kinds';
import { refusal } from '@shop/core/refusal';
import { findSpec } from '../../content/images.ts';
import type { Ctx } from '../../context.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { type ListPage, mapPage, toPage } from '../../lists/list-page.ts';
import { pageRange } from '../../lists/parse-list.ts';
import { imageUrls, parseImageFile } from '../../media/image-urls.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { recordAudit } from '../../staff/audit.ts';
import { requireStaff } from '../../staff/require-staff.ts';
import { inTransaction } from '../../transaction.ts';
import * as sql from './campaigns.sql.ts';
import { BEFORE_ALL_CUSTOMERS } from './fan-out.ts';

type NewCampaign = EndpointInput<Endpoints['staff.addCampaign']>['body'];

function toAudience({ tier, state_id }: sql.CampaignRow): CampaignAudience {
  if (tier !== null) return { of: 'tier', tier };
  return state_id === null ? { of: 'all' } : { of: 'state', state: state_id };
}

function campaignView(row: sql.CampaignRow): Campaign {
  const { title_en, title_zh, body_en, body_zh, image, tier: _, state_id: __, ...shown } = row;
  return {
    ...shown,
    title: { en: title_en, zh: title_zh },
    body: { en: body_en, zh: body_zh },
    image: image === null ? null : imageUrls(image),
    audience: toAudience(row),
  };
}

async function loadCampaignCounts(ctx: Ctx, row: sql.CampaignRow): Promise<{ campaign: CountedCampaign }> {
  const counts = new Map((await ctx.db.rows(sql.countDeliveries, [row.id])).map((count) => [count.channel, count]));
  const none = { queued: 0, sent: 0, failed: 0, suppressed: 0 };
  return {
    campaign: {
      ...campaignView(row),
      counts: CHANNELS.map((channel) => counts.get(channel) ?? { channel, ...none }),
    },
  };
}

/** Lists campaigns, newest first. */
export async function listCampaigns(ctx: Ctx, query: ListQuery): Promise<ListPage<Campaign>> {
  const { limit, offset } = pageRange(query);
  const [rows, counted] = await Promise.all([
    ctx.db.rows(sql.campaignsPage, [limit, offset]),
    ctx.db.row(sql.countCampaigns),
  ]);
  return mapPage(toPage(rows, counted?.total ?? 0, query), campaignView);
}

/** Finds a campaign. Refuses `request.not_found`. */
async function requireCampaign(ctx: Ctx, id: string): Promise<sql.CampaignRow> {
  return (await ctx.db.row(sql.campaignById, [id])) ?? refuse('request.not_found');
}

export const readCampaign = async (ctx: Ctx, id: string): Promise<{ campaign: CountedCampaign }> =>
  loadCampaignCounts(ctx, await requireCampaign(ctx, id));

/**
 * Returns the hash of a picture of the shop, given by its hash or address; null without one. Refuses an unknown picture
 * and a drawn banner.
 */
async function requireImage(ctx: Ctx, image: string | null): Promise<string | null> {
  if (image === null) return null;
  const hash = parseImageFile(image.replace(/^.*\/media\//, ''))?.hash ?? image;
  const spec = await findSpec(ctx.db, hash);
  // A drawn banner has no size that the inbox shows.
  return spec === null || spec.kind === 'banner' ? refuseFields({ image: [refusal('request.invalid')] }) : hash;
}

/** Refuses a tier or state that does not exist. */
async function checkAudience(ctx: Ctx, tier: string | null, state: string | null): Promise<void> {
  const exists = await ctx.db.row(sql.audienceExists, [tier, state]);
  if (exists?.has_tier !== true) refuseFields({ 'audience.tier': [refusal('request.invalid')] });
  if (exists?.has_state !== true) refuseFields({ 'audience.state': [refusal('request.invalid')] });
}

/** Saves a campaign and enqueues its first batch. */
export function addCampaign(ctx: Ctx, request: NewCampaign): Promise<{ campaign: CountedCampaign }> {
  const { title, body, action_url = null, audience } = request;
  const tier = audience.of === 'tier' ? audience.tier : null;
  const state = audience.of === 'state' ? audience.state : null;
  return inTransaction(ctx, async (ctx) => {
    const image = await requireImage(ctx, request.image ?? null);
    await checkAudience(ctx, tier, state);
    const id = uuidV7(ctx.now);
    const starts_at = new Date(Math.max(ctx.now.getTime(), Date.parse(request.starts_at ?? '') || 0));
    const row = await ctx.db.row(sql.insertCampaign, [
      ...[id, title.en, title.zh, body.en, body.zh, action_url, image, tier, state],
      ...[requireStaff(ctx).email, ctx.now, starts_at],
    ]);
    await enqueue(ctx, 'campaign', { campaign_id: id, after: BEFORE_ALL_CUSTOMERS }, { startAfter: starts_at });
    const after = { title, body, action_url, image, audience, starts_at };
    await recordAudit(ctx, { action: 'staff.addCampaign', subject: `campaign ${id}`, before: null, after });
    return loadCampaignCounts(ctx, row ?? refuse('server.error'));
  });
}

/** Cancels a campaign; messages that are queued are suppressed when they are due. Refuses `campaigns.ended`. */
export function cancelCampaign(ctx: Ctx, id: string): Promise<{ campaign: CountedCampaign }> {
  return inTransaction(ctx, async (ctx) => {
    const { state, recipients } = await requireCampaign(ctx, id);
    const row = (await ctx.db.row(sql.cancelCampaign, [id, ctx.now])) ?? refuse('campaigns.ended');
    const [before, after] = [
      { state, recipients },
      { state: row.state, recipients: row.recipients },
    ];
    await recordAudit(ctx, { action: 'staff.cancelCampaign', subject: `campaign ${id}`, before, after });
    return loadCampaignCounts(ctx, row);
  });
}
