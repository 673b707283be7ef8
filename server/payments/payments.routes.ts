import { textIn } from '../content/bilingual.ts';
import type { Handlers } from '../http/context.ts';
import { loadPayments } from './payments.ts';

export const paymentsHandlers: Handlers<'payments.methods'> = {
  'payments.methods': async (ctx) => {
    const methods = await loadPayments(ctx.db);
    return {
      data: methods.map((method) => ({
        id: String(method.id),
        code: method.code,
        name: textIn(ctx.lang, method.name_en, method.name_zh),
        gateway: method.gateway,
        note: textIn(ctx.lang, method.note_en, method.note_zh),
      })),
    };
  },
};
