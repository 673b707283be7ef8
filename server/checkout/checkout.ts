/**
 * Validates the checkout's choices against the shop's offered methods and slots, and stores them with the cart; refuses
 * by field.
 */
import type { AddressIn } from '@shop/contract/addresses';
import type { CheckoutChoices } from '@shop/contract/checkout';
import { checkLeaveAtDoor } from '@shop/core/checkout/leave-at-door';
import { countSlotUse } from '@shop/core/delivery/slot-capacity';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { formatMoney, type Sen } from '@shop/core/money';
import { findCoupon, normalizeCode } from '@shop/core/promotions/promotion';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { SavedAddressRow } from '../addresses/addresses.sql.ts';
import { findAddresses, pickAddressFields } from '../addresses/addresses.ts';
import { checkStoredAddress, normalizeAddress } from '../addresses/complete-address.ts';
import { type LoadedCart, lockCart, type PricedCart, saveCart } from '../cart/cart.ts';
import type { CartChange } from '../cart/cart-lines.ts';
import type { StoredChoices } from '../cart/checkout-choices.ts';
import { findCouponRefusal, findDestination, findVoucherRefusal, priceCart } from '../cart/pricing.ts';
import type { PricingSettings } from '../cart/pricing-settings.ts';
import { priceForShopper } from '../cart/spent-promotions.ts';
import type { Ctx } from '../context.ts';
import { slotHours } from '../delivery/delivery.sql.ts';
import { findMethod } from '../delivery/delivery.ts';
import { createHold, isHeld, lockRoom } from '../delivery/slot-holds.ts';
import { buildSlotRefusal, findSlot, findSlotTime, findTemplate, isServed } from '../delivery/slots.ts';
import { checkPaymentMethod, findPaymentMethod } from '../payments/payment-methods.ts';
import { stateOfPostcode } from '../postcodes/postcodes.ts';
import { type CouponUses, checkUses, loadCouponUses } from '../promotions/promotions.ts';
import { refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';

/** Maximum tip in sen, against typing errors. */
const MAX_TIP_SEN: Sen = 500_00;

/** Validation errors by field, collected while choices are read. */
type FieldErrors = Record<string, Refusal[]>;

/** Adds errors to the address as a whole, with the first message, and to each of its fields. */
function addAddressErrors(errors: FieldErrors, name: string, refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (first === undefined) return;
  errors[name] = [first];
  for (const each of refusals) if (each.field !== undefined) errors[`${name}.${each.field}`] = [each];
}

type RequestedAddress = CheckoutChoices['shipping_address'];

/**
 * Reads a sent address for storing: copies the saved address named by its id, or completes a typed one, with the
 * checkout's email if it has none. Adds the refusals of an invalid address to `errors` (docs/spec.md §5).
 */
function readRequestedAddress(
  name: 'shipping_address' | 'billing_address',
  request: NonNullable<RequestedAddress> | null,
  customer_email: string | null | undefined,
  book: readonly SavedAddressRow[],
  states: PricingSettings['states'],
  errors: FieldErrors,
): AddressIn | null {
  if (request === null) return null;
  const { id, ...typed } = request;
  if (id !== undefined) {
    const saved = book.find((each) => each.id === id);
    const stored = saved === undefined ? null : pickAddressFields(saved);
    const refused = checkStoredAddress(stored);
    if (refused !== null) addAddressErrors(errors, name, [refused]);
    return stored;
  }
  const { address, refusals } = normalizeAddress({ ...typed, email: typed.email || customer_email }, states);
  addAddressErrors(errors, name, refusals);
  return address;
}

/**
 * Data that validates the choices besides the cart and pricing settings: the saved addresses that they name, and the
 * uses of the entered coupon. An order leaves the uses out, since it checks them under a lock when it takes one.
 */
export type ValidationData = {
  book: readonly SavedAddressRow[];
  coupon_uses?: CouponUses | null;
};

/** Finds the customer's saved addresses that the choices name. At most one statement. */
export function findNamedAddresses(ctx: Ctx, request: CheckoutChoices): Promise<SavedAddressRow[]> {
  return findAddresses(
    ctx,
    [request.shipping_address?.id, request.billing_address?.id].filter((id) => id !== undefined),
  );
}

/** Loads the data that validates the sent choices. At most two statements, sent together. */
async function loadValidationData(ctx: Ctx, request: CheckoutChoices): Promise<ValidationData> {
  const [book, coupon_uses] = await Promise.all([
    findNamedAddresses(ctx, request),
    request.coupon_code ? loadCouponUses(ctx, request.coupon_code) : null,
  ]);
  return { book, coupon_uses };
}

/** Reads postcode, email, and the shipping and billing addresses. */
function readContact(
  { choices, settings }: LoadedCart,
  request: CheckoutChoices,
  { book }: ValidationData,
  errors: FieldErrors,
): StoredChoices {
  const read: StoredChoices = {};
  if (request.zip !== undefined) {
    read.zip = request.zip || null;
    if (read.zip !== null && stateOfPostcode(read.zip) === null) {
      errors.zip = [refusal('address.zip_unknown', { zip: read.zip })];
    }
  }
  if (request.customer_email !== undefined) {
    read.customer_email = request.customer_email ? normalizeEmail(request.customer_email) : null;
    if (read.customer_email !== null && !isEmail(read.customer_email))
      errors.customer_email = [refusal('email.invalid')];
  }
  const email = request.customer_email === undefined ? choices.customer_email : read.customer_email;
  for (const name of ['shipping_address', 'billing_address'] as const) {
    const address = request[name];
    if (address === undefined) continue;
    read[name] = readRequestedAddress(name, address, email, book, settings.states, errors);
    read[`${name}_id`] = address?.id ?? null;
  }
  return read;
}

/** Reads method and slot. Clears an earlier choice, with its hold, that the new address or method does not offer. */
function readDelivery(
  ctx: Ctx,
  { settings }: LoadedCart,
  merged: StoredChoices,
  request: CheckoutChoices,
  errors: FieldErrors,
): StoredChoices {
  const delivery = merged.shipping_method
    ? findMethod(settings, merged.shipping_method, findDestination(merged))
    : null;
  const method = delivery?.method ?? null;
  if (request.shipping_method && method === null) errors.shipping_method = [refusal('checkout.shipping_method')];
  const shipping_method = method && String(method.id);
  const id = merged.delivery_slot_id ?? null;
  const template = id === null ? null : findTemplate(settings.slots, id);
  if (id === null || template === null || delivery === null || !isServed(template, delivery)) {
    if (request.delivery_slot_id) {
      errors.delivery_slot_id = [
        method === null
          ? refusal('checkout.shipping_method')
          : buildSlotRefusal(settings.slots, request.delivery_slot_id, ctx.lang),
      ];
    }
    return { shipping_method, delivery_slot_id: null, hold: null };
  }
  if (request.delivery_slot_id && findSlot(settings, delivery, id, ctx.now) === null) {
    errors.delivery_slot_id = [buildSlotRefusal(settings.slots, id, ctx.lang)];
  }
  return { shipping_method, delivery_slot_id: id };
}

/** Reads the payment method, and checks that a sent bank or wallet (`payment_id`) is one of its channels. */
function readPayment(ctx: Ctx, cart: LoadedCart, request: CheckoutChoices, errors: FieldErrors): StoredChoices {
  if (request.payment_method === undefined && request.payment_id === undefined) return {};
  const { choices, settings } = cart;
  const method_code = request.payment_method === undefined ? choices.payment_method : request.payment_method;
  const method = method_code ? findPaymentMethod(settings.payments, method_code) : null;
  if (request.payment_method) {
    const refused = checkPaymentMethod(ctx, method, null);
    if (refused !== null) errors.payment_method = [refused];
  }
  if (request.payment_id && method?.channels.some(({ id }) => id === request.payment_id) !== true) {
    errors.payment_id = [refusal('checkout.no_payment_method')];
  }
  return { payment_method: method?.code ?? null };
}

/** Checks the coupon that was just entered: its limits, then its conditions in this cart. */
function checkCoupon(ctx: Ctx, cart: PricedCart, { coupon_uses = null }: ValidationData): Refusal | null {
  const coupon = findCoupon(cart.settings.promotions, cart.choices.coupon_code ?? '');
  const used = coupon === null || coupon_uses === null ? null : checkUses(coupon, coupon_uses);
  return used ?? findCouponRefusal(cart, ctx.lang);
}

/**
 * Applies the sent choices to the cart, which was locked with the sent voucher, and prices it for its shopper; fields
 * left out do not change. Refuses by field without changing anything.
 */
export async function applyChoices(
  ctx: Ctx,
  cart: LoadedCart,
  request: CheckoutChoices,
  validationData: ValidationData,
): Promise<PricedCart> {
  const errors: FieldErrors = {};
  const { payment_id: _, shipping_remarks, coupon_code, ...storedAsRequested } = request;
  const { leave_at_door, tip, voucher_id } = request;
  const merged: StoredChoices = {
    ...cart.choices,
    ...storedAsRequested,
    ...readContact(cart, request, validationData, errors),
    ...readPayment(ctx, cart, request, errors),
    ...(shipping_remarks !== undefined && { shipping_remarks: shipping_remarks || null }),
    ...(coupon_code !== undefined && { coupon_code: normalizeCode(coupon_code ?? '') || null }),
  };
  const delivery = readDelivery(ctx, cart, merged, request, errors);
  const maxTip = cart.settings.has_tips ? MAX_TIP_SEN : 0;
  if (tip !== undefined && tip > maxTip) errors.tip = [refusal('field.max', { max: formatMoney(maxTip) })];
  const unattended = checkLeaveAtDoor(merged);
  if (unattended !== null) {
    // Reported at the choice that the shopper has just made; the order refuses a stored pair.
    if (leave_at_door) errors.leave_at_door = [unattended];
    else if (request.payment_method) errors.payment_method = [unattended];
  }
  const own_voucher = voucher_id === null ? null : cart.own_voucher;
  // An automatic promotion that this shopper may not use must not stand against their coupon or voucher.
  const pricedCart = await priceForShopper(ctx, { ...cart, own_voucher, choices: { ...merged, ...delivery } });
  const refused = coupon_code ? checkCoupon(ctx, pricedCart, validationData) : null;
  if (refused !== null) errors.coupon_code = [refused];
  const unusable = voucher_id ? findVoucherRefusal(pricedCart, ctx.lang) : null;
  if (unusable !== null) errors.voucher_id = [unusable];
  if (Object.keys(errors).length > 0) refuseFields(errors);
  return pricedCart;
}

/**
 * Holds the chosen slot for the cart, or renews a hold that has expired or is for fewer items. Returns null if the slot
 * has no room. Ignores a slot that no longer takes orders; the order reports it.
 */
async function holdSlot(ctx: Ctx, cart: PricedCart): Promise<PricedCart | null> {
  const { choices, lines, prices } = cart;
  const { slot } = prices;
  const order = countSlotUse(lines);
  // An empty cart needs no capacity of a slot.
  if (slot === null || cart.id === null || order.items === 0) return { ...cart, choices: { ...choices, hold: null } };
  if (isHeld(choices.hold, slot, order, ctx.now)) return cart;
  if (!(await lockRoom(ctx, cart.id, slot, order))) return null;
  return { ...cart, choices: { ...choices, hold: createHold(slot, order, ctx.now) } };
}

/**
 * Finds the cart's slot that the shop has retired since it was chosen; null if there is none, or if the request names
 * a slot.
 */
export function findRetiredSlot({ choices, settings }: LoadedCart, request: CheckoutChoices): string | null {
  const id = request.delivery_slot_id === undefined ? (choices.delivery_slot_id ?? null) : null;
  return id === null || findTemplate(settings.slots, id) !== null ? null : id;
}

/** Returns the change that reports slot `id` as lost; none without a slot. */
async function reportLostSlot({ db }: Ctx, id: string | null): Promise<CartChange[]> {
  const time = id === null ? null : findSlotTime(await db.rows(slotHours, [id]), id);
  return id === null || time === null ? [] : [{ line: null, field: 'slot', old: id, new: null, ...time }];
}

/** Clears and reports slot `id`, which can no longer take this cart. */
async function loseSlot(ctx: Ctx, cart: LoadedCart, id: string | null): Promise<PricedCart> {
  const choices = { ...cart.choices, delivery_slot_id: null, hold: null };
  return priceCart({ ...cart, choices, changes: [...cart.changes, ...(await reportLostSlot(ctx, id))] }, ctx.now);
}

/**
 * Saves the checkout's choices and returns the cart with them. Refuses invalid choices with errors per field, and a
 * request without a token with `auth.required`.
 */
export function updateCheckout(ctx: Ctx, request: CheckoutChoices): Promise<PricedCart> {
  return inTransaction(ctx, async (ctx) => {
    const [cart, validationData] = await Promise.all([
      lockCart(ctx, [], request.voucher_id),
      loadValidationData(ctx, request),
    ]);
    const pricedCart = await applyChoices(ctx, cart, request, validationData);
    const retiredSlot = findRetiredSlot(cart, request);
    const cartWithHold = retiredSlot === null ? await holdSlot(ctx, pricedCart) : null;
    if (cartWithHold !== null) return saveCart(ctx, cartWithHold);
    if (request.delivery_slot_id) {
      refuseFields({ delivery_slot_id: [buildSlotRefusal(cart.settings.slots, request.delivery_slot_id, ctx.lang)] });
    }
    return saveCart(ctx, await loseSlot(ctx, pricedCart, retiredSlot ?? pricedCart.choices.delivery_slot_id ?? null));
  });
}

/**
 * Stores the choices of an order that is refused because something changed. A slot that no longer takes orders, or
 * has no room, is one more change: it is cleared and reported, never refused by field (docs/readings.md#55). The
 * rollback released the cart, so the choices are applied to it as it is now.
 */
export function storeRefusedChoices(ctx: Ctx, request: CheckoutChoices, isSlotLost: boolean): Promise<PricedCart> {
  return inTransaction(ctx, async (ctx) => {
    const [cart, validationData] = await Promise.all([
      lockCart(ctx, [], request.voucher_id),
      loadValidationData(ctx, request),
    ]);
    const pricedCart = await applyChoices(ctx, cart, request, validationData);
    const slot = findRetiredSlot(cart, request) ?? pricedCart.choices.delivery_slot_id ?? null;
    const isClosed = slot !== null && pricedCart.prices.slot === null;
    const cartWithHold = isSlotLost || isClosed ? null : await holdSlot(ctx, pricedCart);
    return saveCart(ctx, cartWithHold ?? (await loseSlot(ctx, pricedCart, slot)));
  });
}
