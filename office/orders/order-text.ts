/** Texts of an order: states, slot, lateness, recipient, units, and the places of its items. */
import { isCash } from '@shop/core/cart/totals';
import { formatDateTime, formatSlot, formatTime } from '@shop/core/dates';
import { toE164 } from '@shop/core/identity/phone';
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import { OPEN_ORDER_STATUSES, type OrderStatus } from '@shop/core/orders/status';
import { DAY_MS, dayOf } from '@shop/core/time';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import type { Text } from '../i18n/text.ts';
import type { TagTone } from '../ui/Tag.tsx';

const STATUS_TONES: Readonly<Record<OrderStatus, TagTone>> = {
  pending: 'cash',
  processing: 'info',
  packed: 'good',
  delivery: 'good',
  complete: 'plain',
  canceled: 'bad',
};

export const describeStatus = (order: Pick<StaffOrderRecord, 'status'>, t: Text): { tone: TagTone; text: string } => ({
  tone: STATUS_TONES[order.status],
  text: t(`status.${order.status}`),
});

export function describePayment(order: StaffOrderRecord, t: Text): { tone: TagTone; text: string } {
  const { payment_status: status, payment_method_name: method } = order;
  if (status === 'unpaid' && isCash(order.payment_method)) return { tone: 'cash', text: t('payment.cash') };
  const tones = { unpaid: 'cash', paid: 'good', failed: 'bad', refund_due: 'deal', refunded: 'plain' } as const;
  const text = t(`payment.${status}`);
  return { tone: tones[status], text: status === 'paid' ? `${text} · ${method}` : text };
}

export function formatOrderSlot(
  { delivery: { starts_at, ends_at } }: Pick<StaffOrderRecord, 'delivery'>,
  lang: Lang,
): string | null {
  if (starts_at === null || ends_at === null) return null;
  return formatSlot({ starts_at: new Date(starts_at), ends_at: new Date(ends_at) }, lang);
}

/** Time after its creation from which an order without a slot is late. */
const LATE_WITHOUT_SLOT_MS = 2 * DAY_MS;
const READY_PAYMENTS: readonly StaffOrderRecord['payment_status'][] = ['paid', 'refund_due', 'refunded'];

type DatedOrder = Pick<StaffOrderRecord, 'status' | 'delivery' | 'payment_method' | 'payment_status' | 'created_at'>;

/** Finds since when an order is late (docs/readings.md#97); null if it is not. */
export function findLateSince(order: DatedOrder, now: Date): Date | null {
  const { status, delivery, payment_method, payment_status, created_at } = order;
  const isReady = isCash(payment_method) || READY_PAYMENTS.includes(payment_status);
  if (!isReady || !OPEN_ORDER_STATUSES.includes(status)) return null;
  const isPacked = status === 'packed' || status === 'delivery';
  const slotTime = isPacked ? delivery.ends_at : delivery.starts_at;
  const due = slotTime === null ? new Date(new Date(created_at).getTime() + LATE_WITHOUT_SLOT_MS) : new Date(slotTime);
  return due <= now ? due : null;
}

/** Formats since when an order is late, with the day unless it is today. */
export const formatLateSince = (due: Date, now: Date, lang: Lang, t: Text): string =>
  t('orders.late_since', { time: dayOf(due) === dayOf(now) ? formatTime(due, lang) : formatDateTime(due, lang) });

export const findRecipient = ({ shipping_address, contact }: StaffOrderRecord): string =>
  shipping_address.recipient ?? contact.email ?? contact.phone;

export const countUnits = ({ items }: Pick<StaffOrderRecord, 'items'>): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/** Computes the sen still to collect for an unpaid order, without what was collected when its delivery failed. */
export const computeCashToCollect = ({
  grand_total,
  cash_collections,
}: Pick<StaffOrderRecord, 'grand_total' | 'cash_collections'>): Sen =>
  Math.max(
    0,
    cash_collections.reduce((rest, { cash_collected }) => rest - cash_collected, grand_total),
  );

/** Counts the units in the bags, with replacements; before an order is picked, the ordered units. */
export const countDelivered = ({ items }: Pick<StaffOrderRecord, 'items'>): number =>
  items.reduce(
    (sum, { quantity_delivered, replaced_by }) => sum + quantity_delivered + (replaced_by?.quantity ?? 0),
    0,
  );

/** Returns the place of an item in the shop: its shelf, else the path of its category. */
export const placeOf = ({
  shelf,
  category_path,
}: Pick<StaffOrderRecord['items'][number], 'shelf' | 'category_path'>): string => shelf ?? category_path.join(' › ');

/** Compares places; numbers within them count as numbers, so that shelf A2 comes before A10. */
export const comparePlaces = (one: string, other: string): number =>
  one.localeCompare(other, undefined, { numeric: true });

/** Formats a phone number for `tel:` and WhatsApp links, with its country code if it is Malaysian. */
export const toDialNumber = (phone: string): string => toE164(phone) ?? phone.replace(/[^\d+]/g, '');

/** Formats the author of a change; staff appear by their email. */
export function formatActor(actor: string, t: Text): string {
  if (actor === 'shopper' || actor === 'shop' || actor === 'operator') return t(`actor.${actor}`);
  const driver = /^driver (.+)$/.exec(actor)?.[1];
  return driver === undefined ? actor : t('actor.driver', { name: driver });
}
