import { CALLBACK_GATEWAY, type PaymentMethod, type paymentsEndpoints } from '@shop/contract/payments';
import { type Lang, textIn } from '@shop/core/lang';
import { isCaptured } from '@shop/core/payments/attempt-state';
import type { Handlers } from '../context.ts';
import { sendPayment, startNamedPayment } from '../orders/payment/pay-order.ts';
import { receiveReport } from '../orders/payment/settle-payment.ts';
import { refuse } from '../refuse.ts';
import { attemptByReference } from './attempts.sql.ts';
import type { ActivePaymentMethod } from './payment-methods.sql.ts';
import { findGateway, listGateways, loadPaymentMethods, loadPreferred, preferPayment } from './payment-methods.ts';

const methodView = (method: ActivePaymentMethod, lang: Lang): PaymentMethod => ({
  id: String(method.id),
  code: method.code,
  name: textIn(lang, method.name_en, method.name_zh),
  gateway: method.gateway,
  note: textIn(lang, method.note_en, method.note_zh),
  channels: method.channels.map(({ id, name_en, name_zh }) => ({ id, name: textIn(lang, name_en, name_zh) })),
});

export const paymentsHandlers: Handlers<keyof typeof paymentsEndpoints> = {
  'payments.gateways': async (ctx) => ({
    data: listGateways(ctx).map(({ code, name }) => ({ id: code, code, name })),
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

  'payments.form': async (ctx, { params, body }) => {
    const start = await sendPayment(ctx, params.reference, body.token);
    return {
      form: start.to === 'form' ? start.form : null,
      redirect: start.to === 'redirect' ? start.url : null,
      host_call: start.to === 'host' ? start.call : null,
    };
  },

  'payments.hint': async (ctx, { body }) => {
    const gateway = findGateway(ctx, CALLBACK_GATEWAY);
    if (gateway === null || gateway.readHint === null) return refuse('request.not_found');
    const fields = Object.entries(body).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const report = gateway.readHint(Object.fromEntries(fields));
    const { attempt } = await receiveReport(ctx, { gateway, source: 'client', report });
    if (attempt === null) return refuse('order.not_found');
    const now = (await ctx.db.row(attemptByReference, [attempt.reference])) ?? attempt;
    if (isCaptured(now.state)) return { state: 'paid' };
    return { state: now.state === 'failed' ? 'failed' : 'pending' };
  },
};
