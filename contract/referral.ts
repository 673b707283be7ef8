/** Customers' referral codes; rewards come with loyalty (docs/readings.md#15). */
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { textLine } from './wire.ts';

export const referralEndpoints = {
  'referral.code': endpoint('referral.code', {
    access: 'me',
    summary: 'The customer’s own code, and the link that carries it',
    response: v.object({ code: v.string(), link: v.string() }),
  }),
  'referral.check': endpoint('referral.check', {
    access: 'open',
    summary: 'Whether a code is good',
    query: v.object({ lang: v.optional(v.string()) }),
    body: v.object({ code: textLine(20) }),
    response: v.object({ valid: v.boolean() }),
    refusals: ['request.rate_limited'],
  }),
};
