/** Staff change slot and address of an order before it is packed (docs/readings.md#81). */
import type { AddressIn } from '@shop/contract/addresses';
import { isCash } from '@shop/core/cart/totals';
import { buildBasket } from '@shop/core/delivery/basket';
import { priceDelivery } from '@shop/core/delivery/fee';
import { computeCashRounding, formatMoney, type Sen } from '@shop/core/money';
import type { OrderReason } from '@shop/core/orders/order-note';
import { planFeeRefund, sumGoods } from '@shop/core/payments/order-refund';
import { refusal } from '@shop/core/refusal';
import { addressView } from '../addresses/addresses.view.ts';
import { normalizeAddress } from '../addresses/complete-address.ts';
import { currentSettings, type PricingSettings } from '../cart/pricing-settings.ts';
import { type Ctx, publish } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { ZoneMethod } from '../delivery/delivery.sql.ts';
import { computeBagFee, lacksFrozenDelivery, listMethodsFor, type Place, toPlace } from '../delivery/delivery.ts';
import { decideFreeShippingPart } from '../delivery/free-shipping-goods.ts';
import { findSlotId, isServed } from '../delivery/slots.ts';
import { refundOrderWallets } from '../loyalty/refunded-orders.ts';
import { lockAttempts } from '../payments/attempts.ts';
import { recordTaken } from '../payments/refunds.sql.ts';
import { insertOrderRefund, readRefund, readRefundable } from '../payments/refunds.ts';
import { refuse, refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import * as sql from './change-delivery.sql.ts';
import { changeSlot } from './change-slot.ts';
import { type LockedOrder, updateStatus } from './change-status.sql.ts';
import { authorOfChange, isPaid, requireLockedOrder } from './change-status.ts';
import { requireCarried } from './not-carried.ts';
import { hashOrigin } from './placing/open-orders.ts';

export type DeliveryChange = {
  /** Reason, as staff wrote it for the shopper. */
  reason: string;
  delivery_slot_id?: string | null | undefined;
  /** Fields left out do not change. */
  shipping_address?: Omit<AddressIn, 'email'> | null | undefined;
  /** Keeps the fee of the order. */
  keep_fee?: boolean | undefined;
};

type DeliveryQuote = NonNullable<Awaited<ReturnType<typeof readDelivery>>>;

const readDelivery = (ctx: Ctx, order: LockedOrder) => ctx.db.row(sql.pricedDelivery, [order.id]);

/**
 * Writes the fields of a new address. The email stays, since it opens the order, and so do contact and customer.
 * Refuses an incomplete address at its fields.
 */
async function writeNewAddress(
  ctx: Ctx,
  order: LockedOrder,
  { shipping_address: before }: DeliveryQuote,
  input: NonNullable<DeliveryChange['shipping_address']>,
  { states }: PricingSettings,
): Promise<AddressIn> {
  const { formatted_address: _, ...stored } = before;
  const { address, refusals } = normalizeAddress({ ...stored, ...input, email: before.email }, states);
  if (refusals.length > 0) {
    refuseFields(Object.fromEntries(refusals.map((each) => [`shipping_address.${each.field}`, [each]])));
  }
  const view = addressView(address, order.lang, states);
  await ctx.db.write(sql.writeAddress, [order.id, JSON.stringify(view), hashOrigin(ctx, address).address_hash]);
  return address;
}

/** Finds the order's method at a place. Refuses a place to which it does not deliver. */
function requireMethod(settings: PricingSettings, place: Place, { delivery_method_id }: DeliveryQuote): ZoneMethod {
  const match = listMethodsFor(settings, place).find(({ method }) => method.id === delivery_method_id);
  return match ?? refuseFields({ shipping_address: [refusal('checkout.shipping_method')] });
}

/**
 * Computes the fee of an order's goods with a slot in a zone, in sen: only the slot's fee if the order has a promotion
 * on delivery.
 */
function priceFee(
  delivery: DeliveryQuote,
  { rate }: ZoneMethod,
  settings: PricingSettings,
  template: DeliveryQuote['template'],
): Sen {
  const slot_fee = template?.fee ?? 0;
  if (delivery.promotions.some((promotion) => promotion.class === 'delivery')) return slot_fee;
  const { items_total, discount, coupon_discount } = delivery;
  const lines = delivery.lines.map((line) => ({
    ...line,
    checkout: true,
    free_shipping: decideFreeShippingPart({ ...line, offer: line }, settings.free_shipping_goods),
  }));
  const basket = buildBasket(lines, items_total - discount - coupon_discount, settings.unknown_weight);
  return priceDelivery(rate, basket, slot_fee).fee;
}

/**
 * Returns the part of a delivery fee that money, points and coins pay, in sen: without the part of a voucher for
 * delivery.
 */
function computePaidFee({ voucher, lines }: DeliveryQuote, fee: Sen): Sen {
  const onGoods = lines.reduce((sum, line) => sum + line.voucher_discount, 0);
  return Math.max(0, fee - (voucher - onGoods));
}

/**
 * Refunds a part of the fees of a locked order as a refund for goodwill: money first, then coins and points. Returns
 * the refunded sen. The order's payments are locked.
 */
async function refundFee(ctx: Ctx, order: LockedOrder, reduction: Sen, comment: string): Promise<Sen> {
  const state = await readRefundable(ctx, order);
  const plan = planFeeRefund(state, reduction);
  if (plan === null) return 0;
  const id = uuidV7(ctx.now);
  const points = await insertOrderRefund(ctx, order, state, { id, reason: 'delivery_changed', comment, plan });
  const amount = plan.parts.money + plan.parts.coins + plan.parts.points;
  await ctx.db.write(sql.addDeliveryRefund, [order.id, amount]);
  await refundOrderWallets(ctx, order, {
    id,
    items: [],
    goods: { total: sumGoods(state.lines), before: state.goods, amount: 0 },
    back: {
      point: { before: state.points, amount: points },
      store_credit: { before: state.coins, amount: plan.parts.coins },
    },
    isLast: false,
  });
  await ctx.db.write(recordTaken, [id, '[]', 0]);
  const refund = await readRefund(ctx, id);
  await publish(ctx, {
    type: 'refund.changed',
    refund_id: id,
    order_id: order.id,
    state: 'requested',
    amount: refund.amount,
  });
  return amount;
}

/** Fees and total of the order after a change of the fees, and the refunded amount, in sen. */
type FeeChange = { delivery_fee: Sen; bag_fee: Sen; grand_total: Sen; refunded: Sen };

/**
 * Charges new fees. Changes the total of an order that the driver collects. Refunds lower fees of a paid order, whose
 * total stays as it was paid. Refuses `order.total_rises` for a paid order and `order.awaits_payment` for one whose
 * payment may be under way. An amount that neither total nor wallets can give back stays charged.
 */
async function chargeFees(
  ctx: Ctx,
  order: LockedOrder,
  delivery: DeliveryQuote,
  fees: { delivery: Sen; bag: Sen },
  reason: string,
): Promise<FeeChange> {
  const { delivery_fee, bag_fee, grand_total, rounding } = delivery;
  const charged = computePaidFee(delivery, delivery_fee) + bag_fee - delivery.delivery_refunded;
  const change = computePaidFee(delivery, fees.delivery) + fees.bag - charged;
  const unchanged = { delivery_fee, bag_fee, grand_total, refunded: 0 };
  if (change === 0) return unchanged;
  if (isPaid(order)) {
    if (change > 0) return refuse('order.total_rises', { amount: formatMoney(change) });
    return { ...unchanged, refunded: await refundFee(ctx, order, -change, reason) };
  }
  if (!isCash(order.payment_method)) return refuse('order.awaits_payment');
  const due = grand_total - rounding;
  const applied = Math.max(change, -due);
  const newRounding = computeCashRounding(due + applied);
  const newFees = {
    delivery_fee: delivery_fee + applied - (fees.bag - bag_fee),
    bag_fee: fees.bag,
    grand_total: due + applied + newRounding,
  };
  await ctx.db.write(sql.writeFees, [
    ...[order.id, newFees.delivery_fee, newFees.bag_fee, newRounding],
    newFees.grand_total,
  ]);
  const refunded = applied === change ? 0 : await refundFee(ctx, order, applied - change, reason);
  return { ...newFees, refunded };
}

type DeliveryState = { slot: string | null; zip: string | null; delivery_fee: Sen; grand_total: Sen; refunded?: Sen };

/**
 * Changes slot and address of an order that is pending or processing, charges the fees of the new ones unless
 * `keep_fee`, and publishes `order.delivery_changed`. Refuses `order.wrong_status`, `order.nothing_to_change`, an
 * address at its fields, a slot as `changeSlot` does, what `chargeFees` refuses, and what `checkLocked` refuses under the
 * order's lock.
 */
export function changeDelivery(
  ctx: Ctx,
  order_id: string,
  { reason, delivery_slot_id = null, shipping_address = null, keep_fee = false }: DeliveryChange,
  checkLocked: (ctx: Ctx) => Promise<void> = async () => {},
): Promise<{ before: DeliveryState; after: DeliveryState }> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requireLockedOrder(ctx, order_id);
    await lockAttempts(ctx, order_id);
    await checkLocked(ctx);
    if (order.status !== 'pending' && order.status !== 'processing') refuse('order.wrong_status');
    const [settings, delivery] = await Promise.all([currentSettings(ctx.db), readDelivery(ctx, order)]);
    if (delivery === null) return refuse('order.not_found');
    const ownSlot = findSlotId(order);
    const newSlot = delivery_slot_id === ownSlot ? null : delivery_slot_id;
    if (newSlot === null && shipping_address === null) refuse('order.nothing_to_change');

    const before = delivery.shipping_address;
    const address =
      shipping_address === null ? before : await writeNewAddress(ctx, order, delivery, shipping_address, settings);
    const place = toPlace(address);
    const method = requireMethod(settings, place, delivery);
    // An order that such a place already gets may move within it.
    if (shipping_address !== null && !lacksFrozenDelivery(settings, toPlace(before))) {
      requireCarried(ctx, settings, address, await ctx.db.rows(sql.goodsLeft, [order_id]), 'shipping_address');
    }
    const slot = newSlot === null ? null : await changeSlot(ctx, order, newSlot);
    const template = slot?.template ?? delivery.template;
    if (template !== null && !isServed(template, method)) {
      refuseFields({ delivery_slot_id: [refusal('checkout.slot_missing')] });
    }

    const bag = computeBagFee(settings.bag_fee, place);
    const fees = { delivery: priceFee(delivery, method, settings, template), bag };
    const { grand_total, delivery_fee } = delivery;
    const charged = keep_fee
      ? { grand_total, delivery_fee, refunded: 0 }
      : await chargeFees(ctx, order, delivery, fees, reason);

    await ctx.db.write(updateStatus, [
      ...[order_id, order.status, order.payment_status, ctx.now],
      ...[JSON.stringify(describeChange(reason, slot, shipping_address !== null)), authorOfChange(ctx)],
    ]);
    await publish(ctx, { type: 'order.delivery_changed', order_id });
    return {
      before: { slot: ownSlot, zip: before.zip, delivery_fee, grand_total },
      after: {
        slot: slot?.id ?? ownSlot,
        zip: address.zip ?? null,
        delivery_fee: charged.delivery_fee,
        grand_total: charged.grand_total,
        refunded: charged.refunded,
      },
    };
  });
}

function describeChange(
  reason: string,
  slot: { starts_at: Date; ends_at: Date } | null,
  hasNewAddress: boolean,
): OrderReason {
  if (slot === null) return { note_code: 'order_note.address_changed', note_params: { reason } };
  const note_params = { reason, starts_at: slot.starts_at.toISOString(), ends_at: slot.ends_at.toISOString() };
  return { note_code: hasNewAddress ? 'order_note.slot_and_address_changed' : 'order_note.slot_changed', note_params };
}
