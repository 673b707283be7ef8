import type { PaymentMethod, paymentsEndpoints } from '@shop/contract/payments';
import type { Lang } from '@shop/core/lang';
import { textIn } from '../content/bilingual.ts';
import type { Handlers } from '../context.ts';
import type { OfferedPayment } from './payments.sql.ts';
import { loadPayments, loadPreferred, preferPayment } from './payments.ts';

const methodView = (method: OfferedPayment, lang: Lang): PaymentMethod => ({
  id: String(method.id),
  code: method.code,
  name: textIn(lang, method.name_en, method.name_zh),
  gateway: method.gateway,
  note: textIn(lang, method.note_en, method.note_zh),
});

export const paymentsHandlers: Handlers<keyof typeof paymentsEndpoints> = {
  'payments.methods': async (ctx) => {
    const methods = await loadPayments(ctx.db);
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
};
