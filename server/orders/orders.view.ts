/** Formats orders for responses, in the requested language. */
import type { Order, TrackedOrder } from '@shop/contract/orders';
import { type Lang, textIn } from '@shop/core/lang';
import { formatOrderNote } from '@shop/core/orders/order-note';
import { findPaymentDeadline, isCashAllowed } from '@shop/core/orders/payment-deadline';
import { DEFAULT_IF_MISSING, type IfMissing } from '@shop/core/orders/picking';
import { toShownRefundState } from '@shop/core/payments/refund-state';
import { addressView, type StateNames } from '../addresses/addresses.view.ts';
import { imageUrls } from '../media/image-urls.ts';
import type { OrderLine, OrderPick, OrderRow } from './orders.sql.ts';

function replacementView(pick: OrderPick | undefined, lang: Lang): Order['items'][number]['replaced_by'] {
  if (pick == null || pick.replacement === null) return null;
  const { name_en, name_zh, variant_en, variant_zh, image_hash, stage, slug, quantity, price_total, ...ids } =
    pick.replacement;
  return {
    id: String(ids.product_id),
    variation_option_id: ids.variation_option_id === null ? null : String(ids.variation_option_id),
    slug,
    name: textIn(lang, name_en, name_zh),
    variant: variant_en === null ? null : textIn(lang, variant_en, variant_zh),
    image: imageUrls(image_hash),
    stage,
    quantity,
    price_total,
  };
}

const itemView = (
  line: OrderLine,
  pick: OrderPick | undefined,
  refunded: number,
  if_missing: IfMissing,
  lang: Lang,
): Order['items'][number] => ({
  line: String(line.position),
  id: String(line.product_id),
  variation_option_id: line.variation_option_id === null ? null : String(line.variation_option_id),
  slug: line.slug,
  name: textIn(lang, line.name_en, line.name_zh),
  variant: line.variant_en === null ? null : textIn(lang, line.variant_en, line.variant_zh),
  image: imageUrls(line.image_hash),
  stage: line.stage,
  quantity: line.quantity,
  price: line.price,
  final_price: line.final_price,
  price_total: line.price_total,
  discount: line.discount,
  if_missing: line.if_missing ?? if_missing,
  picked: pick?.state ?? null,
  quantity_delivered: pick?.quantity ?? line.quantity - refunded,
  replaced_by: replacementView(pick, lang),
  undelivered: pick?.value ?? 0,
});

export function orderView(order: OrderRow, lang: Lang): Order {
  const states: StateNames = new Map(Object.entries(order.states));
  const { items_total, discount, coupon_discount, delivery_fee, bag_fee, tip } = order;
  const { voucher, points, coins, rounding, grand_total } = order;
  const if_missing = order.if_missing ?? DEFAULT_IF_MISSING;
  const picks = new Map(order.picks.map((pick) => [pick.position, pick]));
  const refundedAt = (position: number) =>
    order.refunded_items.reduce((sum, item) => (item.position === position ? sum + item.quantity : sum), 0);
  const charged = { items_total, discount, coupon_discount, delivery_fee, bag_fee, tip };
  return {
    id: order.id,
    order_number: order.order_number,
    type: order.type,
    status: order.status,
    payment_status: order.payment_status,
    payment_method: order.payment_method,
    payment_method_name: textIn(lang, order.payment_method_en, order.payment_method_zh),
    payment_id: order.payment_id,
    held_until: findPaymentDeadline(order),
    cash_allowed: order.is_cash_offered && isCashAllowed(order),
    created_at: order.created_at,
    grand_total,
    delivered_total: grand_total - order.picks.reduce((sum, { refunded }) => sum + refunded, 0),
    if_missing,
    items: order.lines.map((line) =>
      itemView(line, picks.get(line.position), refundedAt(line.position), if_missing, lang),
    ),
    coupon_code: order.coupon_code,
    promotions: order.promotions.map(({ name_en, name_zh, ...promotion }) => ({
      ...promotion,
      name: textIn(lang, name_en, name_zh),
    })),
    totals: { ...charged, voucher, points, coins, undelivered: order.undelivered ?? 0, rounding, grand_total },
    delivery: {
      method: textIn(lang, order.delivery_method_en, order.delivery_method_zh),
      starts_at: order.slot_starts_at,
      ends_at: order.slot_ends_at,
      remarks: order.shipping_remarks,
      leave_at_door: order.leave_at_door,
    },
    shipping_address: addressView(order.shipping_address, lang, states),
    billing_address: addressView(order.billing_address, lang, states),
    history: order.history.map((entry) => {
      const { status, payment_status, at } = entry;
      return { status, payment_status, at: new Date(at), note: formatOrderNote(entry, lang) };
    }),
    cancellation_state: order.cancellation_state,
    returned: order.returned,
    points_to_earn: order.earn_points,
    payment_refunds: order.refunds.map(({ state, created_at, refunded_at, ...refund }) => {
      const paid_at = refunded_at === null ? null : new Date(refunded_at);
      return { ...refund, state: toShownRefundState(state), created_at: new Date(created_at), refunded_at: paid_at };
    }),
  };
}

/** Formats an order for tracking, without personal data. */
export function trackedView(order: OrderRow, lang: Lang): TrackedOrder {
  const { shipping_address: _, billing_address: __, delivery, ...rest } = orderView(order, lang);
  return { ...rest, delivery: { ...delivery, remarks: null } };
}
