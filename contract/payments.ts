import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { textLine } from './wire.ts';

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
    access: 'open',
    summary: 'Payment methods that are offered, in their order',
    query: v.object({ lang: v.optional(v.string()) }),
    response: v.object({ data: v.array(paymentMethod) }),
    cacheable: 'products',
  }),
  'payments.preferred': endpoint('payments.preferred', {
    access: 'me',
    summary: 'The preferred way to pay; card details are never saved',
    query: v.object({ lang: v.optional(v.string()) }),
    response: v.object({ payment_method: v.nullable(paymentMethod) }),
  }),
  'payments.prefer': endpoint('payments.prefer', {
    access: 'me',
    summary: 'Sets or clears the preferred way to pay, by its code',
    query: v.object({ lang: v.optional(v.string()) }),
    body: v.object({ payment_method: v.nullable(textLine(40)) }),
    response: v.object({ payment_method: v.nullable(paymentMethod) }),
    refusals: ['checkout.no_payment_method'],
  }),
};
