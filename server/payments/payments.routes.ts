import type { PaymentMethod, paymentsEndpoints } from '@shop/contract/payments';
import { type Lang, textIn } from '@shop/core/lang';
import { isCaptured } from '@shop/core/payments/attempt-state';
import type { Handlers } from '../context.ts';
import { paymentForm, startNamedPayment } from '../orders/payment/pay-order.ts';
import { receiveResponse } from '../orders/payment/settle-payment.ts';
import { refuse } from '../refuse.ts';
import { attemptByReference } from './attempts.sql.ts';
import type { OfferedPayment } from './payments.sql.ts';
import { loadPaymentMethods, loadPreferred, preferPayment } from './payments.ts';

const methodView = (method: OfferedPayment, lang: Lang): PaymentMethod => ({
  id: String(method.id),
  code: method.code,
  name: textIn(lang, method.name_en, method.name_zh),
  gateway: method.gateway,
  note: textIn(lang, method.note_en, method.note_zh),
  channels: method.channels.map(({ id, name_en, name_zh }) => ({ id, name: textIn(lang, name_en, name_zh) })),
});

export const paymentsHandlers: Handlers<keyof typeof paymentsEndpoints> = {
  'payments.gateways': async ({ shop }) => ({
    data: shop.partners.gateways.map(({ code, name }) => ({ id: code, code, name })),
  }),

  'payments.methods': async (ctx) => {
    const methods = await loadPaymentMethods(ctx);
    return { data: methods.map((method) => methodView(method, ctx.lang)) };
  },

  'payments.preferred': async (ctx) => {
    const method = await loadPreferred(ctx);
    return { payment_method: method && methodView(method, ctx.lang) };
  },

  'payments.prefer': async (ctx, { body }) => {
    const method = await preferPayment(ctx, body.payment_method);
    return { payment_method: method && methodView(method, ctx.lang) };
  },

  'payments.start': async (ctx, { body }) => ({ payment: await startNamedPayment(ctx, body) }),

  'payments.form': async (ctx, { params, body }) => ({ form: await paymentForm(ctx, params.reference, body.token) }),

  'payments.hint': async (ctx, { body }) => {
    const sent = Object.entries(body).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = { gateway: 'ipay88', source: 'client', fields: Object.fromEntries(sent) } as const;
    const { attempt } = await receiveResponse(ctx, response);
    if (attempt === null) return refuse('order.not_found');
    const now = (await ctx.db.row(attemptByReference, [attempt.reference])) ?? attempt;
    if (isCaptured(now.state)) return { state: 'paid' };
    return { state: now.state === 'failed' ? 'failed' : 'pending' };
  },
};
