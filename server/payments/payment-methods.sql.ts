/** Payment methods as an SQL expression for other modules' statements, and statements of a customer's preferred one. */
import * as v from 'valibot';
import { statement } from '../db/database.ts';

export const activePaymentMethod = v.object({
  id: v.number(),
  code: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  note_en: v.string(),
  note_zh: v.nullable(v.string()),
  gateway: v.nullable(v.string()),
  /** Banks or wallets, by the gateway's number. */
  channels: v.array(v.object({ id: v.string(), name_en: v.string(), name_zh: v.nullable(v.string()) })),
});
export type ActivePaymentMethod = v.InferOutput<typeof activePaymentMethod>;

/** SQL expression: all active methods in order, as `ActivePaymentMethod[]`. */
export const ACTIVE_METHODS = `(
  select coalesce(json_agg(json_build_object('id', pm.id, 'code', pm.code, 'name_en', pm.name_en, 'name_zh', pm.name_zh,
    'note_en', pm.note_en, 'note_zh', pm.note_zh, 'gateway', pm.gateway, 'channels', pm.channels)
    order by pm.position, pm.id), '[]')
  from payment_methods pm where pm.is_active)`;

/** Reads a customer's preferred code and the active methods. */
export const preferredPayment = statement(
  'payments.preferred',
  v.object({ payment_method: v.nullable(v.string()), methods: v.array(activePaymentMethod) }),
  `select c.payment_method, ${ACTIVE_METHODS} as methods from customers c where c.id = $1 and c.status = 'active'`,
);

export const setPreferredPayment = statement(
  'payments.prefer',
  v.object({}),
  `update customers set payment_method = $2, updated_at = $3 where id = $1 and status = 'active'`,
);
