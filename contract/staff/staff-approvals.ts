/** The staff API: changes that a second person approves (docs/readings.md#99, docs/api.md#staff-api). */
import { APPROVAL_STATES } from '@shop/core/staff/approvals';
import { PRICE_KINDS } from '@shop/core/staff/prices';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { multilineText, queryFlag, time, uuid } from '../common-schemas.ts';
import { listPage, listQuery } from '../list-query.ts';
import { walletKind } from '../loyalty.ts';
import { money } from '../money.ts';

const sharedFields = {
  id: v.string(),
  state: v.picklist(APPROVAL_STATES),
  /** As in the audit: `customer <id>`, `product <slug>`. */
  subject: v.string(),
  /** The worth of the change in ringgit, without sign; of prices, the largest difference. */
  value: money(),
  requested_by: v.string(),
  requested_at: time(),
  expires_at: time(),
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(time()),
  comment: v.nullable(v.string()),
};

/** One price before and after a change; null where there is none. */
export const priceDifference = v.object({
  of: v.picklist(PRICE_KINDS),
  variation_option_id: v.nullable(v.string()),
  /** Name of the option; null for the product itself, and for prices of groups. */
  title: v.nullable(v.string()),
  /** Code of the group of customers. */
  group: v.nullable(v.string()),
  /** ISO 8601; times of a promotion or deal, and its end before the change. */
  starts_at: v.nullable(v.string()),
  ends_at: v.nullable(v.string()),
  ended_at: v.nullable(v.string()),
  price_before: v.nullable(money()),
  price_after: v.nullable(money()),
});
export type PriceDifference = v.InferInput<typeof priceDifference>;

/** A change that waits for a second person, or was decided. `change` is made once it is approved. */
export const approval = v.variant('kind', [
  v.object({
    kind: v.literal('wallet_adjustment'),
    change: v.object({ customer_id: v.string(), kind: walletKind, amount: v.number(), reason: v.string() }),
    ...sharedFields,
  }),
  v.object({
    kind: v.literal('price_change'),
    change: v.object({
      product_id: v.string(),
      name: v.string(),
      reason: v.string(),
      /** The largest change in percent. */
      percent: v.number(),
      differences: v.array(priceDifference),
    }),
    ...sharedFields,
  }),
]);

const approvalParams = v.object({ id: uuid() });

export const staffApprovalsEndpoints = {
  'staff.approvals': endpoint('staff.approvals', {
    access: 'staff',
    roles: ['support', 'finance', 'catalog'],
    summary:
      'Changes that need a second person and that one’s roles may see, newest first; `search` by state, kind, subject or requested_by',
    query: v.object({
      ...listQuery().entries,
      /** Those that the caller may approve now: pending, requested by others, of kinds that one’s roles decide on. */
      to_approve: v.optional(queryFlag()),
    }),
    response: listPage(approval),
  }),
  'staff.approve': endpoint('staff.approve', {
    access: 'staff',
    roles: ['finance', 'catalog'],
    summary: 'Approves a change that another person requested, and makes it, once',
    params: approvalParams,
    response: v.object({ approval }),
    refusals: [
      'request.not_found',
      'approval.decided',
      'approval.expired',
      'approval.second_person',
      'wallet.too_little_point',
      'wallet.too_little_store_credit',
      'prices.changed',
    ],
  }),
  'staff.reject': endpoint('staff.reject', {
    access: 'staff',
    roles: ['finance', 'catalog'],
    summary: 'Rejects a change; the person who requested it can withdraw it so',
    params: approvalParams,
    body: v.object({ comment: v.optional(v.nullable(multilineText(1_000)), null) }),
    response: v.object({ approval }),
    refusals: ['request.not_found', 'approval.decided', 'approval.expired'],
  }),
};
