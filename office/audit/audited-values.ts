/** Formats the values of audited fields. Values of another shape, which older versions recorded, stay as they are. */
import { formatDateTime } from '@shop/core/dates';
import type { Lang } from '@shop/core/lang';
import { WALLET_KINDS } from '@shop/core/loyalty/wallet';
import { formatMoney, textToSen } from '@shop/core/money';
import { ORDER_MAIL_KINDS } from '@shop/core/notifications/kinds';
import { CANCELLATION_STATES } from '@shop/core/orders/cancellation';
import { BAG_KINDS, PICK_STATES } from '@shop/core/orders/picking';
import { ORDER_STATUSES } from '@shop/core/orders/status';
import { ATTEMPT_STATES } from '@shop/core/payments/attempt-state';
import type { EnquiryResult } from '@shop/core/payments/enquiry-result';
import { REFUND_STATES } from '@shop/core/payments/refund-state';
import { APPROVAL_STATES } from '@shop/core/staff/approvals';
import type { AuditedFormat } from '@shop/core/staff/audited-changes';
import { STAFF_ROLES } from '@shop/core/staff/roles';
import { MINUTE_MS } from '@shop/core/time';
import type { Text } from '../i18n/text.ts';

/** Formats a value that is not null. */
type ValueFormat = (value: unknown, t: Text, lang: Lang) => string;

const formatPlain: ValueFormat = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Formats a number; anything else as it is. */
const createNumberFormat =
  (format: (value: number, t: Text) => string): ValueFormat =>
  (value, t, lang) =>
    typeof value === 'number' ? format(value, t) : formatPlain(value, t, lang);

/** Formats a value of `values`; anything else as it is. */
const createChoiceFormat =
  <Value extends string>(values: readonly Value[], format: (value: Value, t: Text) => string): ValueFormat =>
  (value, t, lang) => {
    const match = values.find((each) => each === value);
    return match === undefined ? formatPlain(value, t, lang) : format(match, t);
  };

const joinList = (parts: readonly string[], lang: Lang): string => parts.join(lang === 'zh' ? '、' : ', ');

/** Formats each value of an array. */
const createListFormat =
  (format: ValueFormat): ValueFormat =>
  (value, t, lang) =>
    Array.isArray(value)
      ? value.length === 0
        ? t('audit.nothing')
        : joinList(
            value.map((each) => format(each, t, lang)),
            lang,
          )
      : formatPlain(value, t, lang);

const formatTime: ValueFormat = (value, t, lang) => {
  const time = new Date(String(value));
  return Number.isNaN(time.getTime()) ? formatPlain(value, t, lang) : formatDateTime(time, lang);
};

/** Formats `12.90`, or sen, into which the client parses some fields (contract/api/parse-response.ts). */
const formatRinggit: ValueFormat = (value, t, lang) => {
  const sen = typeof value === 'string' ? textToSen(value) : typeof value === 'number' ? value : null;
  return sen === null ? formatPlain(value, t, lang) : formatMoney(sen);
};

/** Formats `12.90` and `12.90 until 2026-12-01T00:00:00.000Z`. */
const formatPrice: ValueFormat = (value, t, lang) => {
  const [price, time] = String(value).split(' until ');
  const money = formatRinggit(price, t, lang);
  return time === undefined ? money : t('audit.price_until', { price: money, time: formatTime(time, t, lang) });
};

/** Formats `12-29400480`: the template of a slot, and its start in minutes since 1970. */
const formatSlotId: ValueFormat = (value, t, lang) => {
  const minutes = /^\d+-(\d+)$/.exec(String(value))?.[1];
  return minutes === undefined
    ? formatPlain(value, t, lang)
    : formatDateTime(new Date(Number(minutes) * MINUTE_MS), lang);
};

const formatUnits: ValueFormat = (value, t, lang) => {
  if (!Array.isArray(value)) return formatPlain(value, t, lang);
  const counts = value.map((each) => (isRecord(each) ? Number(each.quantity) : 0));
  return t('audit.units', { count: counts.reduce((sum, count) => sum + count, 0) });
};

const formatBags: ValueFormat = (value, t, lang) => {
  if (!isRecord(value)) return formatPlain(value, t, lang);
  const counts = BAG_KINDS.flatMap((kind) => {
    const count = Number(value[kind] ?? 0);
    return count > 0 ? [t(`delivery.bags_${kind}`, { count })] : [];
  });
  return joinList(counts, lang);
};

const formatReplacement: ValueFormat = (value, t, lang) => {
  if (!isRecord(value)) return formatPlain(value, t, lang);
  const { quantity, code, price_total, shopper_agreed } = value;
  const price = formatRinggit(price_total, t, lang);
  const replacement = t('audit.replacement', { quantity: Number(quantity), code: String(code), price });
  return shopper_agreed === true ? t('audit.replacement_agreed', { replacement }) : replacement;
};

const formatAudience: ValueFormat = (value, t, lang) => {
  if (!isRecord(value)) return formatPlain(value, t, lang);
  if (value.of === 'tier') return t('audit.tier', { tier: String(value.tier) });
  if (value.of === 'state') return t('audit.customers_in', { state: String(value.state) });
  return t('audit.everyone');
};

const CAMPAIGN_STATES = ['scheduled', 'running', 'sent', 'canceled'] as const;
const ENQUIRY_RESULTS = [
  'paid',
  'failed',
  'pending',
  'not_found',
  'wrong_amount',
  'refused',
  'unknown',
  'confirmed',
] as const satisfies readonly (EnquiryResult | 'confirmed')[];

export const AUDITED_FORMATS: Readonly<Record<AuditedFormat, ValueFormat>> = {
  text: formatPlain,
  id: formatPlain,
  list: createListFormat(formatPlain),
  count: formatPlain,
  points: createNumberFormat((count, t) => t('money.points', { count })),
  coins: createNumberFormat((count, t) => t('money.coins', { count })),
  percent: createNumberFormat((percent) => `${percent} %`),
  sen: createNumberFormat((sen) => formatMoney(sen)),
  ringgit: formatRinggit,
  price: formatPrice,
  flag: (value, t) => t(value === true ? 'audit.yes' : 'audit.no'),
  time: formatTime,
  slot: formatSlotId,
  bilingual: (value, t, lang) =>
    isRecord(value) ? formatPlain(value[lang] ?? value.en, t, lang) : formatPlain(value, t, lang),
  session: (value, t) => t(value === 'others' ? 'audit.session_others' : 'audit.session_one'),
  order_status: createChoiceFormat(ORDER_STATUSES, (status, t) => t(`status.${status}`)),
  product_status: createChoiceFormat(['draft', 'published', 'archived'], (status, t) =>
    t(status === 'published' ? 'audit.on_sale' : status === 'archived' ? 'audit.off_sale' : 'audit.draft'),
  ),
  attempt_state: createChoiceFormat(ATTEMPT_STATES, (state, t) => t(`attempt.${state}`)),
  refund_state: createChoiceFormat(REFUND_STATES, (state, t) => t(`refund_state.${state}`)),
  cancellation_state: createChoiceFormat(CANCELLATION_STATES, (state, t) => t(`cancellation.${state}`)),
  approval_state: createChoiceFormat(APPROVAL_STATES, (state, t) => t(`approval.${state}`)),
  campaign_state: createChoiceFormat(CAMPAIGN_STATES, (state, t) => t(`campaign.${state}`)),
  pick_state: createChoiceFormat(PICK_STATES, (state, t) => t(`order.line_${state}`)),
  enquiry_result: createChoiceFormat(ENQUIRY_RESULTS, (result, t) => t(`requery.${result}`)),
  delivery_outcome: createChoiceFormat(['retry', 'cancel'], (outcome, t) => t(`failed.${outcome}`)),
  refund_of: createChoiceFormat(['whole_order', 'items', 'goodwill'], (of, t) => t(`refund.${of}`)),
  mail: createChoiceFormat(ORDER_MAIL_KINDS, (kind, t) => t(`mail.${kind}`)),
  wallet: createChoiceFormat(WALLET_KINDS, (kind, t) => t(`wallet.${kind}`)),
  roles: createListFormat(createChoiceFormat(STAFF_ROLES, (role, t) => t(`role.${role}`))),
  audience: formatAudience,
  refunded_units: formatUnits,
  bags: formatBags,
  replacement: formatReplacement,
};
