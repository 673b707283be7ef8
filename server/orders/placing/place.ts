/**
 * Places orders. One transaction locks the cart, prices it again with the same function as the checkout, takes stock
 * and slot, and writes the order with all its data frozen (docs/api.md#checkout). If anything that the shopper saw has
 * changed, it takes nothing and reports the changes by line.
 */

import type { AddressIn } from '@shop/contract/addresses';
import { type Cart, cart as cartSchema } from '@shop/contract/cart';
import type { CheckoutChoices } from '@shop/contract/checkout';
import type { OrderConfirmation } from '@shop/contract/orders';
import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import { isCash } from '@shop/core/cart/totals';
import { checkLeaveAtDoor } from '@shop/core/checkout/leave-at-door';
import { countSlotUse } from '@shop/core/delivery/slot-capacity';
import { CURRENCY } from '@shop/core/money';
import { DEFAULT_IF_MISSING } from '@shop/core/orders/picking';
import { sumLineDiscount } from '@shop/core/promotions/apply-promotions';
import { type Refusal, refusal } from '@shop/core/refusal';
import * as v from 'valibot';
import { addressView } from '../../addresses/addresses.view.ts';
import { checkStoredAddress } from '../../addresses/complete-address.ts';
import { type LoadedCart, lockCart, type PricedCart, saveCart } from '../../cart/cart.ts';
import { cartView, changeView } from '../../cart/cart.view.ts';
import { type CartChange, type LoadedLine, sumDemand } from '../../cart/cart-lines.ts';
import type { StoredChoices } from '../../cart/checkout-choices.ts';
import { type CartPrices, findDestination, isLineUndeliverable } from '../../cart/pricing.ts';
import { identifyShopper } from '../../cart/spent-promotions.ts';
import { refreshAvailability } from '../../catalog/listing/availability.ts';
import { applyChoices, findNamedAddresses, findRetiredSlot, storeRefusedChoices } from '../../checkout/checkout.ts';
import { type Ctx, publish } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { isHeld, lockRoom } from '../../delivery/slot-holds.ts';
import { type DaySlot, isServed } from '../../delivery/slots.ts';
import { spendOnOrder } from '../../loyalty/order-wallets.ts';
import { issueSoldVouchers, reducesPrice, reserveVoucher } from '../../loyalty/vouchers/order-vouchers.ts';
import { placedOrders } from '../../metrics/measurements.ts';
import { checkPaymentMethod } from '../../payments/payment-methods.ts';
import { freezePromotion, hasOrderedBefore, takePromotionUses } from '../../promotions/promotions.ts';
import { Refused, refuse, refuseFields } from '../../refuse.ts';
import { drawCode } from '../../secrets/random-code.ts';
import { inTransaction } from '../../transaction.ts';
import { buildNotCarried } from '../not-carried.ts';
import * as sql from '../orders.sql.ts';
import { admitOrder, hashOrigin } from './open-orders.ts';

/** Returns a confirmation's choices, without the confirmed amounts, version and phone proof. */
function pickChoices(confirmation: OrderConfirmation): CheckoutChoices {
  const {
    expected_total: _,
    expected_delivery_fee: __,
    expected_discount: ___,
    cart_version: ____,
    phone_proof: _____,
    ...choices
  } = confirmation;
  return choices;
}

/** Names the amounts that are no longer as displayed: delivery fee and discount, else only the total. */
function listChangedAmounts(confirmation: OrderConfirmation, cart: Cart): CartChange[] {
  const { expected_total, expected_delivery_fee, expected_discount } = confirmation;
  const amounts = [
    { field: 'fee', old: expected_delivery_fee, new: cart.delivery_fee },
    { field: 'promo', old: expected_discount, new: cart.discount + cart.coupon_discount },
  ] as const;
  const amountChanges = amounts.flatMap((each): CartChange[] =>
    each.old === undefined || each.old === each.new ? [] : [{ ...each, line: null, old: each.old }],
  );
  if (amountChanges.length > 0 || cart.grand_total === expected_total) return amountChanges;
  return [{ line: null, field: 'total', old: expected_total, new: cart.grand_total }];
}

/** Choices that an order requires in addition to its lines; a missing one is refused at its field. */
type CompleteChoices = {
  prices: CartPrices & { delivery: NonNullable<CartPrices['delivery']>; payment: NonNullable<CartPrices['payment']> };
  shipping: AddressIn;
  billing: AddressIn;
};

/**
 * Checks that a method to the destination carries the goods of every line; the refusal names the goods that none
 * carries.
 */
function checkCarried({ lang }: Ctx, { lines, settings, choices }: LoadedCart): Refusal | null {
  const destination = findDestination(choices);
  const refused = lines.filter((line) => line.checkout && isLineUndeliverable(line, settings, destination));
  if (destination === null || refused.length === 0) return null;
  return buildNotCarried(
    lang,
    settings,
    destination,
    refused.map(({ offer }) => offer),
  );
}

/** Finds missing or invalid choices by field, in the order of the checkout. */
function checkChoices(ctx: Ctx, cart: PricedCart): Record<string, Refusal[]> {
  const { settings, choices } = cart;
  const { delivery, payment } = cart.prices;
  const { shipping, billing } = resolveAddresses(choices);
  const lacksSlot =
    choices.delivery_slot_id == null &&
    delivery !== null &&
    settings.slots.some((template) => isServed(template, delivery));
  const refused = {
    shipping_address: checkStoredAddress(shipping),
    billing_address: billing === shipping ? null : checkStoredAddress(billing),
    items: checkCarried(ctx, cart),
    shipping_method: delivery === null ? refusal('checkout.shipping_method') : null,
    delivery_slot_id: lacksSlot ? refusal('checkout.slot_missing') : null,
    payment_method: checkPaymentMethod(ctx, payment, null),
    leave_at_door: checkLeaveAtDoor(choices),
  };
  const errors: Record<string, Refusal[]> = {};
  for (const [name, each] of Object.entries(refused)) {
    if (each === null) continue;
    errors[name] = [each];
    // Report the invalid field of the address too.
    if (each.field !== undefined) errors[`${name}.${each.field}`] = [each];
  }
  return errors;
}

function requireCompleteChoices(ctx: Ctx, cart: PricedCart): CompleteChoices {
  const { shipping, billing } = resolveAddresses(cart.choices);
  const { delivery, payment } = cart.prices;
  const errors = checkChoices(ctx, cart);
  const isReady = shipping !== null && billing !== null && delivery !== null && payment !== null;
  if (!isReady || Object.keys(errors).length > 0) refuseFields(errors);
  return { prices: { ...cart.prices, delivery, payment }, shipping, billing };
}

/**
 * Refuses with 409 because something that the shopper saw has changed. After the rollback, reconciles the cart and
 * stores the choices, so that the shopper can confirm exactly what is reported. `isSlotLost`: the slot has no room.
 */
function refuseChanged(ctx: Ctx, confirmation: OrderConfirmation, choices: CheckoutChoices, isSlotLost = false): never {
  const buildChangedRefusal = async (cart: PricedCart): Promise<Refused> => {
    const view = cartView(ctx, cart);
    const changes: CartChange[] = [...cart.changes];
    const amounts = listChangedAmounts(confirmation, view);
    // A line's own change explains the total.
    changes.push(...(changes.length === 0 ? amounts : amounts.filter(({ field }) => field !== 'total')));
    const more = { changes: changes.map((change) => changeView(change, ctx.lang)), cart: v.parse(cartSchema, view) };
    return new Refused(refusal('checkout.changed'), { more });
  };
  throw new Refused(refusal('checkout.changed'), {
    afterwards: async (ctx) => buildChangedRefusal(await storeRefusedChoices(ctx, choices, isSlotLost)),
  });
}

/**
 * Takes the lines' demand from stock, summed per row; returns the products of which little is left, or null if stock is
 * short.
 */
async function takeStock(ctx: Ctx, demand: ReadonlyMap<number, number>): Promise<number[] | null> {
  const takenRows = await lockRows(ctx.db, sql.takeStock, [[...demand.keys()], [...demand.values()]]);
  return takenRows.length === demand.size ? takenRows.filter((row) => row.is_low).map((row) => row.product_id) : null;
}

const toOrderLine = (
  line: LoadedLine,
  position: number,
  { discount, voucher_discount, if_missing }: Pick<sql.OrderLine, 'discount' | 'voucher_discount' | 'if_missing'>,
): sql.OrderLine => ({
  position,
  product_id: line.offer.product_id,
  variation_option_id: line.offer.variation_option_id,
  slug: line.offer.slug,
  name_en: line.offer.name_en,
  name_zh: line.offer.name_zh,
  variant_en: line.offer.variant_en,
  variant_zh: line.offer.variant_zh,
  image_hash: line.offer.image_hash,
  stage: line.offer.stage,
  quantity: line.quantity,
  price: line.price,
  final_price: line.final_price,
  price_total: line.price_total,
  discount,
  voucher_discount,
  if_missing,
});

/** Finds a line's own choice for missing units; null without one. */
const ifMissingOf = ({ if_missing_lines }: StoredChoices, { offer }: LoadedLine): sql.OrderLine['if_missing'] =>
  if_missing_lines?.find(
    ({ id, variation_option_id }) =>
      Number(id) === offer.product_id &&
      (variation_option_id === null ? null : Number(variation_option_id)) === offer.variation_option_id,
  )?.if_missing ?? null;

/** An order before it has a number, is admitted, and has a confirmation mail. */
type OrderDraft = Omit<sql.OrderRow, 'order_number' | 'is_proven' | 'hold_minutes' | 'confirmation_id' | 'confirm_at'>;

function draftOrder(ctx: Ctx, cart: LoadedCart, { prices, shipping, billing }: CompleteChoices): OrderDraft {
  const { redeemed, earned, delivery, slot, payment } = prices;
  const { subtotal: _, ...totals } = prices.totals;
  const { applied } = prices.promotions;
  const shares = reducesPrice(prices.voucher) ? prices.voucher.shares : null;
  const { choices } = cart;
  const { phone, email } = identifyShopper(ctx, choices);
  const use = countSlotUse(cart.lines);
  // A gateway rejects an amount of zero.
  const paymentStatus = payment.gateway !== null && totals.grand_total === 0 ? 'paid' : 'unpaid';
  return {
    id: uuidV7(ctx.now),
    cart_id: cart.id ?? '',
    cart_version: cart.version,
    guest_token_hash: ctx.actor.kind === 'guest' ? ctx.actor.tokenHash : null,
    customer_id: ctx.actor.kind === 'customer' ? ctx.actor.id : null,
    type: 'delivery',
    status: 'pending',
    payment_status: paymentStatus,
    payment_method: payment.code,
    payment_method_en: payment.name_en,
    payment_method_zh: payment.name_zh,
    payment_id: null,
    is_cash_offered: cart.settings.payments.some(({ code }) => isCash(code)),
    lang: ctx.lang,
    currency: CURRENCY,
    contact_email: email,
    contact_phone: phone,
    ...hashOrigin(ctx, shipping),
    shipping_address: addressView(shipping, ctx.lang, cart.settings.states),
    billing_address: addressView(billing, ctx.lang, cart.settings.states),
    states: Object.fromEntries(cart.settings.states),
    delivery_method_id: delivery.method.id,
    delivery_method_en: delivery.method.name_en,
    delivery_method_zh: delivery.method.name_zh,
    slot_template_id: slot?.template.id ?? null,
    slot_starts_at: slot?.starts_at ?? null,
    slot_ends_at: slot?.ends_at ?? null,
    slot_items: slot === null ? 0 : use.items,
    slot_bulky: slot === null ? 0 : use.bulky,
    shipping_remarks: choices.shipping_remarks ?? null,
    leave_at_door: choices.leave_at_door ?? false,
    if_missing: choices.if_missing ?? DEFAULT_IF_MISSING,
    ...totals,
    coupon_code: applied.find(({ promotion }) => promotion.code !== null)?.promotion.code ?? null,
    promotions: applied.map(freezePromotion),
    points_used: redeemed.points_used,
    earn_points: earned.points,
    earn_basis: earned.basis,
    earn_rate: earned.rate,
    earn_times: earned.times,
    undelivered: null,
    unpaid_mail_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    lines: cart.lines
      .map((line, index) => ({
        line,
        discount: sumLineDiscount(applied, index),
        voucher_discount: shares?.[index] ?? 0,
        if_missing: ifMissingOf(choices, line),
      }))
      .filter(({ line }) => line.checkout)
      .map(({ line, ...parts }, position) => toOrderLine(line, position, parts)),
    history: [
      {
        status: 'pending',
        payment_status: paymentStatus,
        note: null,
        note_code: null,
        note_params: null,
        at: ctx.now.toISOString(),
        changed_by: 'shopper',
      },
    ],
    refunds: [],
    picks: [],
    refunded_items: [],
    cancellation_state: null,
    returned: { coins: 0, points: 0 },
  };
}

/** Candidate numbers per order: among 2^40, even a second one is hardly ever needed. */
const DRAWN_NUMBERS = 3;

/**
 * Takes the slot's place that the cart holds, or a free one if its hold has run out, and writes the order; null if
 * the slot has no room.
 */
async function insertOrder(
  ctx: Ctx,
  cart: LoadedCart,
  slot: DaySlot | null,
  draft: Omit<sql.OrderRow, 'order_number'>,
  demand: ReadonlyMap<number, number>,
): Promise<sql.OrderRow | null> {
  const use = countSlotUse(cart.lines);
  const needsRoom = slot !== null && !isHeld(cart.choices.hold, slot, use, ctx.now);
  if (needsRoom && !(await lockRoom(ctx, draft.cart_id, slot, use))) return null;
  const { lines, history, refunds, picks, states, cancellation_state, returned, ...others } = draft;
  const { payment_method_en: _, payment_method_zh: __, payment_id: ___, is_cash_offered: ____, ...columns } = others;
  const values = [
    JSON.stringify(columns),
    Array.from({ length: DRAWN_NUMBERS }, drawCode),
    JSON.stringify(lines.map((line) => ({ ...line, order_id: draft.id }))),
    JSON.stringify([...demand].map(([inventory_id, quantity]) => ({ order_id: draft.id, inventory_id, quantity }))),
    draft.slot_template_id,
    draft.slot_starts_at,
    draft.slot_items,
    draft.slot_bulky,
  ];
  // With room checked, the transaction has the slot's lock already.
  const [insertedRow] = await (needsRoom
    ? ctx.db.rows(sql.insertOrder, values)
    : lockRows(ctx.db, sql.insertOrder, values));
  return insertedRow === undefined ? null : { ...draft, ...insertedRow };
}

/** Removes the choices that the next order must not inherit; addresses, method and payment stay. */
function clearOrderChoices({
  delivery_slot_id: _,
  hold: ______,
  shipping_remarks: __,
  leave_at_door: ___,
  if_missing_lines: __________,
  tip: ____,
  coupon_code: _____,
  voucher_id: _______,
  use_points: ________,
  use_golds: _________,
  ...remaining
}: StoredChoices) {
  return remaining;
}

/** Removes ordered lines from the cart and raises its version; lines not flagged stay (docs/readings.md#24). */
async function removeOrderedLines(ctx: Ctx, cart: LoadedCart): Promise<void> {
  const lines = cart.lines.filter((line) => !line.checkout);
  await saveCart(ctx, { ...cart, lines, choices: clearOrderChoices(cart.choices) });
}

/**
 * Places the order for the total that the shopper saw. Each cart version becomes at most one order, and a retry
 * returns that order (docs/readings.md#24). Refuses `cart.empty`, missing choices by field, `checkout.changed` with
 * `changes` and the current cart, and the refusals of `admitOrder`; a refusal takes nothing.
 */
export function placeOrder(ctx: Ctx, confirmation: OrderConfirmation): Promise<sql.OrderRow> {
  return inTransaction(ctx, async (ctx) => {
    const { expected_total, phone_proof } = confirmation;
    const choices = pickChoices(confirmation);
    const [lockedCart, book] = await Promise.all([
      lockCart(ctx, [], choices.voucher_id),
      findNamedAddresses(ctx, choices),
    ]);
    const isStale = lockedCart.version !== confirmation.cart_version;
    const placed = isStale ? await ctx.db.row(sql.orderOfCart, [lockedCart.id, confirmation.cart_version]) : null;
    if (placed !== null) return placed;
    if (!lockedCart.stored.lines.some((line) => line.checkout)) refuse('cart.empty');

    // The cart's own slot is not a new choice: losing it is reported as a change (docs/readings.md#55).
    const { delivery_slot_id, ...others } = choices;
    const submittedChoices = delivery_slot_id === lockedCart.choices.delivery_slot_id ? others : choices;
    const cart = await applyChoices(ctx, lockedCart, submittedChoices, { book });
    const hasChanged = cart.changes.length > 0 || findRetiredSlot(lockedCart, submittedChoices) !== null;
    if (isStale || hasChanged) refuseChanged(ctx, confirmation, submittedChoices);
    const ready = requireCompleteChoices(ctx, cart);
    // The slot may have closed between the response and the click.
    if (cart.choices.delivery_slot_id != null && ready.prices.slot === null)
      refuseChanged(ctx, confirmation, submittedChoices, true);
    if (ready.prices.totals.grand_total !== expected_total) refuseChanged(ctx, confirmation, submittedChoices);

    const demand = sumDemand(cart.lines);
    const draft = draftOrder(ctx, cart, ready);
    const { mail, ...admission } = await admitOrder(ctx, draft, phone_proof);
    const { confirmation_id, confirm_at } = mail ?? { confirmation_id: null, confirm_at: null };
    const [lowProducts, order] = await Promise.all([
      takeStock(ctx, demand),
      insertOrder(ctx, cart, ready.prices.slot, { ...draft, ...admission, confirmation_id, confirm_at }, demand),
    ]);
    if (lowProducts === null) refuseChanged(ctx, confirmation, submittedChoices);
    if (order === null) refuseChanged(ctx, confirmation, submittedChoices, true);

    const shopper = identifyShopper(ctx, cart.choices);
    if (!(await takePromotionUses(ctx, order.id, ready.prices.promotions.applied, shopper)))
      refuseChanged(ctx, confirmation, submittedChoices);
    const ownVoucher = reducesPrice(ready.prices.voucher) ? cart.own_voucher : null;
    if (ownVoucher?.voucher.first_order_only && (await hasOrderedBefore(ctx, order.id, shopper)))
      refuseFields({ voucher_id: [refusal('voucher.first_order')] });
    if (ownVoucher !== null && !(await reserveVoucher(ctx, ownVoucher.id, order)))
      refuseChanged(ctx, confirmation, submittedChoices);
    // Vouchers, points or coins have paid all of it.
    if (order.payment_status === 'paid') await issueSoldVouchers(ctx, order.id);
    if (!(await spendOnOrder(ctx, order))) refuseChanged(ctx, confirmation, submittedChoices);
    await removeOrderedLines(ctx, cart);
    if (lowProducts.length > 0) await refreshAvailability(ctx.db, lowProducts);
    await publish(ctx, { type: 'order.placed', order_id: order.id, mail });
    const { payment_method, status, payment_status } = order;
    ctx.db.afterCommit(() => placedOrders.add({ payment_method, status, payment_status }));
    return order;
  });
}
