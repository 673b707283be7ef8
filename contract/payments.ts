/** Ways to pay. */
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

export const paymentMethod = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  gateway: v.nullable(v.string()),
  note: v.string(),
});
export type PaymentMethod = v.InferInput<typeof paymentMethod>;

export const paymentsEndpoints = {
  'payments.methods': endpoint('payments.methods', {
    who: 'open',
    summary: 'Payment methods that are offered, in their order',
    query: v.object({ lang: v.optional(v.string()) }),
    response: v.object({ data: v.array(paymentMethod) }),
    cacheable: true,
  }),
};
