/** Payment methods, and paying an order online (docs/api.md#payment). */
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { textLine, uuid } from './common-schemas.ts';

export const paymentMethod = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  gateway: v.nullable(v.string()),
  note: v.string(),
  /** Banks or wallets to choose from; `id` is a `payment_id`. */
  channels: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type PaymentMethod = v.InferInput<typeof paymentMethod>;

/** The page of the shop that sends the shopper to pay. */
export const payment = v.object({ attempt: v.string(), url: v.string() });

/**
 * A function for the host application to call (the app or mini program around the shop), such as a wallet's payment
 * sheet.
 */
const hostCall = v.object({ name: v.string(), parameters: v.record(v.string(), v.string()) });
export type HostCall = v.InferInput<typeof hostCall>;

/** The gateway whose clients call the specification's callback (docs/spec.md §5). */
export const CALLBACK_GATEWAY = 'ipay88';

const field = v.optional(textLine(200));

export const paymentsEndpoints = {
  'payments.gateways': endpoint('payments.gateways', {
    access: 'open',
    summary: 'Payment gateways that are set up; that of a mini-program only inside it',
    response: v.object({ data: v.array(v.object({ id: v.string(), code: v.string(), name: v.string() })) }),
    cacheable: 'products',
    byBranch: true,
  }),
  'payments.methods': endpoint('payments.methods', {
    access: 'open',
    summary: 'Payment methods that are offered, in their order; inside a mini-program those of its app',
    response: v.object({ data: v.array(paymentMethod) }),
    cacheable: 'products',
    byBranch: true,
  }),
  'payments.preferred': endpoint('payments.preferred', {
    access: 'me',
    summary: 'The preferred way to pay; card details are never saved',
    response: v.object({ payment_method: v.nullable(paymentMethod) }),
  }),
  'payments.prefer': endpoint('payments.prefer', {
    access: 'me',
    summary: 'Sets or clears the preferred way to pay, by its code',
    body: v.object({ payment_method: v.nullable(textLine(40)) }),
    response: v.object({ payment_method: v.nullable(paymentMethod) }),
    refusals: ['checkout.no_payment_method'],
  }),
  'payments.start': endpoint('payments.start', {
    access: 'guest',
    summary: 'Starts or restarts the payment of an unpaid order: where to send the shopper; `cod` pays it on delivery',
    body: v.object({
      order_number: v.optional(textLine(40)),
      contact: v.optional(textLine(254)),
      token: v.optional(textLine(200)),
      order_id: v.optional(uuid()),
      payment_method: v.optional(v.nullable(textLine(40))),
      payment_id: v.optional(v.nullable(textLine(40))),
      /** From `/verify-otp` with the purpose `order`, after a refusal `checkout.prove_phone`. */
      phone_proof: v.optional(v.nullable(textLine(500))),
    }),
    response: v.object({
      /** Null if the order is now paid on delivery. */
      payment: v.nullable(payment),
    }),
    refusals: [
      'order.not_found',
      'checkout.no_payment_method',
      'checkout.no_payment_provider',
      'checkout.leave_at_door_cash',
      'checkout.prove_phone',
      'checkout.mobile_needed',
      'checkout.open_orders',
      'payment.closed',
      'payment.unchecked',
      'payment.too_many_attempts',
      'request.idempotency',
    ],
    idempotent: true,
  }),
  'payments.form': endpoint('payments.form', {
    access: 'open',
    summary: 'Where to send the shopper to pay: a signed form to post, an address, or a call of the host application',
    params: v.object({ reference: textLine(40) }),
    body: v.object({ token: textLine(200) }),
    /** One of the three is not null. */
    response: v.object({
      /** The shopper's browser posts it. */
      form: v.nullable(v.object({ action: v.string(), fields: v.record(v.string(), v.string()) })),
      redirect: v.nullable(v.string()),
      /** A function of the application that shows the page. */
      host_call: v.nullable(hostCall),
    }),
    refusals: ['order.not_found', 'payment.closed', 'payment.gateway_silent'],
  }),
  'payments.hint': endpoint('payments.hint', {
    access: 'open',
    summary: 'What a client brings back from iPay88: verified like every other response, and never more than a hint',
    body: v.object({
      MerchantCode: field,
      PaymentId: field,
      RefNo: textLine(30),
      Amount: field,
      Currency: field,
      Remark: field,
      TransId: field,
      AuthCode: field,
      Status: field,
      ErrDesc: field,
      Signature: field,
    }),
    response: v.object({ state: v.picklist(['paid', 'failed', 'pending']) }),
    refusals: ['order.not_found'],
  }),
};
