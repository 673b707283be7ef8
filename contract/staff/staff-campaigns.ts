/** The staff API for campaigns: marketing notifications to many customers (docs/api.md#staff-api). */
import { CHANNELS } from '@shop/core/notifications/kinds';
import { isActionUrl } from '@shop/core/notifications/open-notification';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { image, multilineText, textLine, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';

const title = v.pipe(textLine(100), v.nonEmpty());
const body = v.pipe(multilineText(1_000), v.nonEmpty());

/**
 * The recipients among the customers who consented to marketing: all, those of a tier, or those whose default address
 * is in a state.
 */
const audience = v.variant('of', [
  v.object({ of: v.literal('all') }),
  v.object({ of: v.literal('tier'), tier: textLine(50) }),
  v.object({ of: v.literal('state'), state: textLine(10) }),
]);
export type CampaignAudience = v.InferOutput<typeof audience>;

export const campaign = v.object({
  id: v.string(),
  title: v.object({ en: v.string(), zh: v.string() }),
  body: v.object({ en: v.string(), zh: v.string() }),
  action_url: v.nullable(v.string()),
  image: v.nullable(image),
  audience,
  state: v.picklist(['scheduled', 'running', 'sent', 'canceled']),
  created_by: v.string(),
  created_at: time(),
  starts_at: time(),
  started_at: v.nullable(time()),
  /** When the last customer was notified, or the campaign canceled. */
  ended_at: v.nullable(time()),
  /** Customers notified so far. */
  recipients: v.number(),
});
export type Campaign = v.InferInput<typeof campaign>;

/** Deliveries of a channel by outcome. */
const channelCounts = v.object({
  channel: v.picklist(CHANNELS),
  queued: v.number(),
  sent: v.number(),
  failed: v.number(),
  suppressed: v.number(),
});

const countedCampaign = v.object({ ...campaign.entries, counts: v.array(channelCounts) });
export type CountedCampaign = v.InferInput<typeof countedCampaign>;

const startTime = v.pipe(
  v.string(),
  v.isoTimestamp('A time such as 2026-12-24T08:00:00.000Z is expected'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'This time does not exist'),
);

const params = v.object({ id: uuid() });
const response = v.object({ campaign: countedCampaign });

export const staffCampaignsEndpoints = {
  'staff.campaigns': endpoint('staff.campaigns', {
    access: 'staff',
    roles: ['catalog', 'support'],
    summary: 'Campaigns, newest first',
    query: listQuery(),
    response: listPage(campaign),
  }),
  'staff.campaign': endpoint('staff.campaign', {
    access: 'staff',
    roles: ['catalog', 'support'],
    summary: 'A campaign, with its deliveries by channel and outcome',
    params,
    response,
    refusals: ['request.not_found'],
  }),
  'staff.addCampaign': endpoint('staff.addCampaign', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Sends a marketing notification to many customers, now or at `starts_at`',
    body: v.object({
      title: v.object({ en: title, zh: title }),
      body: v.object({ en: body, zh: body }),
      action_url: v.optional(
        v.nullable(v.pipe(textLine(500), v.check(isActionUrl, 'A path of the shop or an address is expected'))),
      ),
      /** The hash of a picture of the shop, or its address below `/media/`. */
      image: v.optional(v.nullable(textLine(100))),
      audience: v.optional(audience, { of: 'all' }),
      /** ISO 8601; at once if it is left out or past. */
      starts_at: v.optional(v.nullable(startTime)),
    }),
    response,
    status: 201,
    idempotent: true,
    refusals: ['request.invalid', 'request.idempotency'],
  }),
  'staff.cancelCampaign': endpoint('staff.cancelCampaign', {
    access: 'staff',
    roles: ['catalog'],
    summary: 'Cancels a campaign; what is not sent by then is suppressed',
    params,
    response,
    refusals: ['request.not_found', 'campaigns.ended'],
  }),
};
