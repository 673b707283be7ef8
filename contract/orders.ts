import { CANCELLATION_STATES } from '@shop/core/orders/cancellation';
import { IF_MISSING, PICK_STATES } from '@shop/core/orders/picking';
import { ORDER_STATUSES, ORDER_TYPES, PAYMENT_STATUSES } from '@shop/core/orders/status';
import { SHOWN_REFUND_STATES } from '@shop/core/payments/refund-state';
import * as v from 'valibot';
import { address } from './addresses.ts';
import { endpoint } from './api/endpoint.ts';
import { refusalBody } from './api/refusal-body.ts';
import { cart, lineChange, totals } from './cart.ts';
import { backdrop, productRow } from './catalog.ts';
import { checkoutChoices } from './checkout.ts';
import { id, image, multilineText, textLine, time, uuid } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';
import { money, moneyIn } from './money.ts';
import { payment } from './payments.ts';
import { cartPromotion } from './promotions.ts';

export const orderStatus = v.picklist(ORDER_STATUSES);
export const paymentStatus = v.picklist(PAYMENT_STATUSES);

/** Goods that staff put in place of ordered ones. */
export const replacement = v.object({
  id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name: v.string(),
  variant: v.nullable(v.string()),
  image,
  stage: backdrop,
  quantity: v.number(),
  /** The price of all units in the order, at most that of the ordered units that they replace (docs/readings.md#95). */
  price_total: money(),
});

export const orderItem = v.object({
  /** Names the line in calls of staff. */
  line: v.string(),
  id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name: v.string(),
  variant: v.nullable(v.string()),
  image,
  stage: backdrop,
  quantity: v.number(),
  price: money(),
  final_price: money(),
  price_total: money(),
  /** Its share of promotions and coupon, not deducted from `price_total`. */
  discount: money(),
  /** The choice for missing units: the line's own, else the order's. */
  if_missing: v.picklist(IF_MISSING),
  /** Null until it is picked. */
  picked: v.nullable(v.picklist(PICK_STATES)),
  /** Units of the ordered item that are delivered; until it is picked all without those refunded before packing. */
  quantity_delivered: v.number(),
  replaced_by: v.nullable(replacement),
  /** The fall of the line's price after discounts, because units are missing or a replacement is cheaper. */
  undelivered: money(),
});

export const orderTotals = v.object({
  ...v.omit(totals, ['subtotal']).entries,
  /** Taken off an order that is paid on delivery, because goods are missing; a paid one gets refunds instead. */
  undelivered: money(),
});

/** The refund of an order's payment: money, coins and points. */
export const orderRefund = v.object({
  id: v.string(),
  amount: money(),
  coins: v.number(),
  points: v.number(),
  /** State of the money; coins and points are returned immediately. */
  state: v.picklist(SHOWN_REFUND_STATES),
  created_at: time(),
  /** When the money was paid back; null before. */
  refunded_at: v.nullable(time()),
});

/** An order, with names, prices and addresses as of when it was placed. */
export const order = v.object({
  id: v.string(),
  order_number: v.string(),
  type: v.picklist(ORDER_TYPES),
  status: orderStatus,
  payment_status: paymentStatus,
  payment_method: v.string(),
  payment_method_name: v.string(),
  /** The bank or wallet of its last payment attempt; null before any. */
  payment_id: v.nullable(v.string()),
  /** The time until which it holds its stock for the online payment; null if it waits for none. */
  held_until: v.nullable(time()),
  /** Whether it may be paid on delivery instead of online. */
  cash_allowed: v.boolean(),
  created_at: time(),
  grand_total: money(),
  /** The total less the refunds of missing goods. */
  delivered_total: money(),
  /** The choice for missing goods of lines without their own. */
  if_missing: v.picklist(IF_MISSING),
  items: v.array(orderItem),
  coupon_code: v.nullable(v.string()),
  promotions: v.array(cartPromotion),
  totals: orderTotals,
  delivery: v.object({
    method: v.string(),
    starts_at: v.nullable(time()),
    ends_at: v.nullable(time()),
    remarks: v.nullable(v.string()),
    leave_at_door: v.boolean(),
  }),
  shipping_address: address,
  billing_address: address,
  history: v.array(
    v.object({ status: orderStatus, payment_status: paymentStatus, at: time(), note: v.nullable(v.string()) }),
  ),
  /** Oldest first. */
  payment_refunds: v.array(orderRefund),
  /** Points that the order earns; for a guest, those that a member would earn. */
  points_to_earn: v.number(),
  /** The newest request to cancel it; null if there was none. */
  cancellation_state: v.nullable(v.picklist(CANCELLATION_STATES)),
  /** Coins and points that the cancellation returned, besides those of `payment_refunds`. */
  returned: v.object({ coins: v.number(), points: v.number() }),
});
export type Order = v.InferInput<typeof order>;

/** An order as tracking by number and contact shows it, without addresses and contacts. */
export const trackedOrder = v.omit(order, ['shipping_address', 'billing_address']);
export type TrackedOrder = v.InferInput<typeof trackedOrder>;

/** A request to cancel an order. `comment` is the staff's reply. */
export const cancellation = v.object({
  id: v.string(),
  order_id: v.string(),
  order_number: v.string(),
  state: v.picklist(CANCELLATION_STATES),
  reason: v.string(),
  comment: v.nullable(v.string()),
  requested_at: time(),
  decided_at: v.nullable(time()),
  /** Null if nothing was paid. */
  refund_status: v.nullable(v.picklist(['due', 'refunded'])),
  refund_amount: v.nullable(money()),
});
export type Cancellation = v.InferInput<typeof cancellation>;

/** The body of a 409 `checkout.changed`: the changes since the shopper saw the total. No order was placed. */
export const checkoutChanged = v.object({
  ...refusalBody.entries,
  changes: v.array(lineChange),
  cart,
});
export type CheckoutChanged = v.InferInput<typeof checkoutChanged>;

/** The body of a 422 `checkout.prove_phone`: the number to prove with the purpose `order`. */
export const phoneProofNeeded = v.object({ ...refusalBody.entries, contact_number: v.string() });

/** An ordered item of which fewer units were added to the cart than ordered, or more, because of its minimum. */
export const skippedItem = v.object({
  id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  /** Its name as it was ordered. */
  name: v.string(),
  variant: v.nullable(v.string()),
  /** Units ordered, and units added. */
  ordered: v.number(),
  added: v.number(),
  /** A sentence for the shopper. */
  reason: v.string(),
  /** Whether it is sold out or no longer sold. */
  is_sold_out: v.boolean(),
});
export type SkippedItem = v.InferInput<typeof skippedItem>;

/** The total that the shopper saw, with the version of its cart, and choices made with the same click. */
const orderConfirmation = v.object({
  ...checkoutChoices.entries,
  expected_total: moneyIn(),
  /**
   * Amounts shown with the total, to find out which of them changed. `expected_discount` sums promotions and coupon on
   * goods.
   */
  expected_delivery_fee: v.optional(moneyIn()),
  expected_discount: v.optional(moneyIn()),
  cart_version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
  /** From `/verify-otp` with the purpose `order`, after a refusal `checkout.prove_phone`. */
  phone_proof: v.optional(v.nullable(textLine(500))),
});
export type OrderConfirmation = v.InferOutput<typeof orderConfirmation>;

/** The proof that a guest may see an order; a customer's own orders need none of it (docs/readings.md#27). */
const orderProof = {
  order_number: v.optional(textLine(40)),
  contact: v.optional(textLine(254)),
  token: v.optional(textLine(200)),
};

export const ordersEndpoints = {
  'orders.place': endpoint('orders.place', {
    access: 'guest',
    summary: 'Places the order for the total that the shopper saw',
    body: orderConfirmation,
    response: v.object({
      /** `view_token` opens this one order; links may contain it. */
      order: v.object({ ...order.entries, view_token: v.string() }),
      /** Null if the order has nothing to pay online. */
      payment: v.nullable(payment),
    }),
    status: 201,
    refusals: [
      'auth.required',
      'checkout.changed',
      'cart.empty',
      'address.missing',
      'checkout.shipping_method',
      'checkout.not_carried',
      'checkout.slot_missing',
      'checkout.slot_full',
      'address.zip',
      'address.zip_unknown',
      'address.zip_state',
      'address.country',
      'checkout.no_payment_method',
      'checkout.no_payment_provider',
      'checkout.leave_at_door_cash',
      'checkout.prove_phone',
      'checkout.mobile_needed',
      'checkout.open_orders',
      'order.blocked',
      'request.idempotency',
    ],
    idempotent: true,
  }),
  'orders.list': endpoint('orders.list', {
    access: 'me',
    summary: 'The customer’s orders, newest first; `search` finds them by number, type, status or product',
    query: listQuery(),
    response: listPage(order),
  }),
  'orders.one': endpoint('orders.one', {
    access: 'me',
    summary: 'One of the customer’s orders',
    params: v.object({ id: uuid() }),
    response: v.object({ order }),
    refusals: ['order.not_found'],
  }),
  'orders.order': endpoint('orders.order', {
    access: 'guest',
    summary:
      'One order by its number and the contact or token that belongs to it; a customer’s own by its id or number alone',
    query: v.object({
      ...orderProof,
      order_id: v.optional(uuid()),
    }),
    response: v.object({ order }),
    refusals: ['order.not_found'],
  }),
  'orders.track': endpoint('orders.track', {
    access: 'open',
    summary: 'The timeline of an order by its number and the phone or email used; throttled',
    query: v.object({ order_number: textLine(40), contact: textLine(254) }),
    response: v.object({ order: trackedOrder }),
    refusals: ['order.not_found'],
  }),
  'orders.cancellations': endpoint('orders.cancellations', {
    access: 'guest',
    summary: 'The customer’s cancellation requests, newest first; a guest’s of one order',
    query: v.object({ ...listQuery().entries, ...orderProof }),
    response: listPage(cancellation),
    refusals: ['order.not_found'],
  }),
  'orders.cancellation': endpoint('orders.cancellation', {
    access: 'guest',
    summary: 'One cancellation request',
    params: v.object({ id: uuid() }),
    query: v.object(orderProof),
    response: cancellation,
    refusals: ['cancellation.not_found'],
  }),
  'orders.requestCancellation': endpoint('orders.requestCancellation', {
    access: 'guest',
    summary: 'Requests the cancellation of a pending or processing order; staff decide',
    body: v.object({
      ...orderProof,
      order_id: v.optional(uuid()),
      reason: v.pipe(multilineText(1_000), v.nonEmpty()),
    }),
    response: cancellation,
    status: 201,
    refusals: ['order.not_found', 'cancellation.open', 'cancellation.withdrawn', 'cancellation.too_late'],
    idempotent: true,
  }),
  'orders.withdrawCancellation': endpoint('orders.withdrawCancellation', {
    access: 'guest',
    summary: 'Withdraws a cancellation request; the order can never be cancelled by the shopper again',
    params: v.object({ id: uuid() }),
    body: v.object({ ...orderProof, state: v.literal('withdrawn') }),
    response: cancellation,
    refusals: ['cancellation.not_found', 'cancellation.decided'],
  }),
  'orders.buyAgain': endpoint('orders.buyAgain', {
    access: 'guest',
    summary:
      'Adds an order’s items to the cart, as many as can be bought now, and says which could not be added and why',
    body: v.object({ ...orderProof, order_id: v.optional(uuid()) }),
    response: v.object({
      cart,
      /** Units that were added. */
      added: v.number(),
      skipped: v.array(skippedItem),
    }),
    refusals: ['auth.required', 'order.not_found'],
    idempotent: true,
  }),
  'orders.returnToCart': endpoint('orders.returnToCart', {
    access: 'guest',
    summary: 'Cancels an order that waits for its online payment, and puts its items back into the cart',
    body: v.object({ ...orderProof, order_id: v.optional(uuid()) }),
    /** `cart.lines_changed` says what could not be put back. */
    response: v.object({ cart }),
    refusals: ['auth.required', 'order.not_found', 'payment.closed', 'payment.unchecked', 'request.idempotency'],
    idempotent: true,
  }),
  'orders.overview': endpoint('orders.overview', {
    access: 'me',
    summary: 'How many orders the customer has, in all and by status',
    response: v.object({
      total: v.number(),
      statuses: v.array(v.object({ slug: orderStatus, name: v.string(), count: v.number() })),
    }),
  }),
  'orders.products': endpoint('orders.products', {
    access: 'me',
    summary: 'Products that the customer ordered and that are still sold, the latest order first',
    query: listQuery(),
    response: listPage(productRow),
  }),
  'orders.orderedProduct': endpoint('orders.orderedProduct', {
    access: 'me',
    summary: 'One product that the customer ordered and that is still sold',
    params: v.object({ id: id() }),
    response: productRow,
    refusals: ['request.not_found'],
  }),
  'orders.statuses': endpoint('orders.statuses', {
    access: 'open',
    summary: 'The order statuses, in the order in which an order passes them',
    response: v.object({ data: v.array(v.object({ id: v.string(), slug: orderStatus, name: v.string() })) }),
    cacheable: 'products',
  }),
};
