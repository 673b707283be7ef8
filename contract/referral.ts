/** Customers' referral codes, and the friends who signed up with them (docs/readings.md#15). */
import { REFERRAL_STATES } from '@shop/core/referral/referral';
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { textLine, time, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';

/** A friend who signed up with the customer's code. `reward` is in coins, once the friend's first order is complete. */
export const referredFriend = v.object({
  id: v.string(),
  /** Masked, such as "M*** L***". */
  name: v.string(),
  state: v.picklist(REFERRAL_STATES),
  reward: v.number(),
  created_at: time(),
});
export type ReferredFriend = v.InferInput<typeof referredFriend>;

export const referralEndpoints = {
  'referral.code': endpoint('referral.code', {
    access: 'me',
    summary: 'The customer’s own code, and the link that carries it',
    response: v.object({ code: v.string(), url: v.string() }),
  }),
  'referral.check': endpoint('referral.check', {
    access: 'open',
    summary: 'Whether a code is good',
    body: v.object({ code: textLine(20) }),
    response: v.object({ valid: v.boolean() }),
    refusals: ['request.rate_limited'],
  }),
  'referral.list': endpoint('referral.list', {
    access: 'me',
    summary: 'Friends who signed up with the customer’s code, newest first; `search` by id or state',
    query: listQuery(),
    response: listPage(referredFriend),
  }),
  'referral.one': endpoint('referral.one', {
    access: 'me',
    summary: 'One friend who signed up with the customer’s code',
    params: v.object({ id: uuid() }),
    response: referredFriend,
    refusals: ['request.not_found'],
  }),
};

/** The number of customers whom an outlet brought; `name` is null for an outlet that closed. */
const outletReferrals = v.object({ outlet: v.string(), name: v.nullable(v.string()), customers: v.number() });
export type OutletReferrals = v.InferInput<typeof outletReferrals>;

export const staffReferralEndpoints = {
  'staff.referralLink': endpoint('staff.referralLink', {
    access: 'staff',
    roles: ['outlet_manager'],
    summary: 'The link by which an outlet refers newcomers; an outlet manager’s own outlet only',
    params: v.object({ code: textLine(40) }),
    response: v.object({ url: v.string() }),
    refusals: ['request.not_found'],
  }),
  'staff.storeReferrals': endpoint('staff.storeReferrals', {
    access: 'staff',
    roles: ['outlet_manager'],
    summary: 'How many customers each outlet brought; an outlet manager’s own outlet only',
    response: v.object({ data: v.array(outletReferrals) }),
  }),
};
