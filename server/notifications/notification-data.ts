/**
 * The facts of each kind of notification, as they were when it happened. Its texts in the inbox need nothing else, so
 * that a page of the inbox is one query; mails read the current data. Notifications of orders get `order_number` and
 * `total` from the order (`notifications.insert`).
 */

import { recoveryRemoval } from '@shop/contract/identity';
import { WALLET_KINDS } from '@shop/core/loyalty/wallet';
import { KIND_NAMES, type NotificationKind } from '@shop/core/notifications/kinds';
import * as v from 'valibot';

const ofOrder = { order_number: v.string() };
/** ISO 8601. */
const at = v.string();
/** Texts in both languages. */
const names = { name_en: v.string(), name_zh: v.nullable(v.string()) };

/** A line that is short or replaced. */
const changedLine = v.object({
  ...names,
  ordered: v.number(),
  quantity: v.number(),
  replacement: v.optional(v.nullable(v.object({ ...names, quantity: v.number() }))),
});

/** The alert and its product. */
const ofAlert = { ...names, alert_id: v.string(), slug: v.string() };

const tillEntry = v.object({ entry_id: v.string(), wallet: v.picklist(WALLET_KINDS), amount: v.number() });

export const NOTIFICATION_DATA = {
  'order-placed': v.object({ ...ofOrder, total: v.number() }),
  /** `failed`: the delivery failed, and the order was packed again. */
  'order-updated': v.object({
    ...ofOrder,
    status: v.picklist(['processing', 'packed', 'delivery', 'complete']),
    at,
    failed: v.optional(v.boolean()),
  }),
  /** `less`: the sen by which the order costs less; `is_refunded`: they are refunded, else they are not collected. */
  'order-items-changed': v.object({
    ...ofOrder,
    at,
    lines: v.array(changedLine),
    less: v.number(),
    is_refunded: v.boolean(),
  }),
  'delivery-changed': v.object({ ...ofOrder, at }),
  payment: v.object({ ...ofOrder, total: v.number(), state: v.picklist(['unpaid', 'paid']) }),
  cancellation: v.variant('state', [
    v.object({ ...ofOrder, state: v.literal('canceled'), at }),
    v.object({
      ...ofOrder,
      state: v.picklist(['requested', 'withdrawn', 'rejected']),
      cancellation_id: v.string(),
    }),
  ]),
  refund: v.object({
    ...ofOrder,
    refund_id: v.string(),
    state: v.picklist(['requested', 'settled']),
    amount: v.number(),
  }),
  'points-expiring': v.object({ points: v.number(), expires_at: at, days: v.number() }),
  'offline-transaction-reward': tillEntry,
  'offline-transaction-redeem': tillEntry,
  /** Bought with an order, or given as a reward. */
  voucher: v.union([v.object(ofOrder), v.object({ ...names, vouchers: v.number() })]),
  tier: v.object({ ...names, direction: v.picklist(['up', 'down']) }),
  'check-in-reminder': v.object({ streak: v.number() }),
  'back-in-stock': v.object(ofAlert),
  'price-drop': v.object({ ...ofAlert, price: v.number(), was: v.number() }),
  /** `sealed_email`, `sealed_phone`: the encrypted previous contact, until it was notified. */
  security: v.variant('about', [
    v.object({ about: v.literal('password_changed'), at, removed: v.array(recoveryRemoval) }),
    v.object({
      about: v.literal('email_changed'),
      at,
      lang: v.picklist(['en', 'zh']),
      sealed_email: v.optional(v.string()),
    }),
    v.object({
      about: v.literal('phone_changed'),
      at,
      lang: v.picklist(['en', 'zh']),
      sealed_phone: v.optional(v.string()),
    }),
    v.object({ about: v.literal('new_device'), at, device: v.string() }),
  ]),
  marketing: v.object({
    title_en: v.string(),
    title_zh: v.nullable(v.string()),
    body_en: v.string(),
    body_zh: v.nullable(v.string()),
  }),
} as const satisfies Record<NotificationKind, v.GenericSchema>;

export type NotificationData<Kind extends NotificationKind> = v.InferOutput<(typeof NOTIFICATION_DATA)[Kind]>;

/** A kind and its data. */
export type NotificationFacts = {
  [Kind in NotificationKind]: { kind: Kind; data: NotificationData<Kind> };
}[NotificationKind];

/** The facts as rows of statements have them. */
export const notificationFacts = v.variant(
  'kind',
  KIND_NAMES.map((kind) => v.object({ kind: v.literal(kind), data: NOTIFICATION_DATA[kind] })) as never,
) as v.GenericSchema<unknown, NotificationFacts>;
