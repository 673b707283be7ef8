/** Validates the checkout's choices against what the shop offers and stores them with the cart; refuses by field. */
import type { AddressIn } from '@shop/contract/addresses';
import type { CheckoutChoices } from '@shop/contract/checkout';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { formatMoney, type Sen } from '@shop/core/money';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { SavedAddressRow } from '../addresses/addresses.sql.ts';
import { findAddresses, savedParts } from '../addresses/addresses.ts';
import { checkStoredAddress, readAddress } from '../addresses/complete-address.ts';
import { type OpenCart, openCart, saveCart } from '../cart/cart.ts';
import type { StoredChoices } from '../cart/choices.ts';
import { destinationOf } from '../cart/pricing.ts';
import type { Terms } from '../cart/terms.ts';
import type { Ctx } from '../context.ts';
import { findMethod, loadPlaces, type PlacesLeft, placesLeft } from '../delivery/delivery.ts';
import { findSlot, templateOf } from '../delivery/slots.ts';
import { findPayment } from '../payments/payments.ts';
import { refuseFields } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';

/** Maximum tip in sen, against typing errors. */
const HIGHEST_TIP: Sen = 500_00;

/** Validation errors by field, collected while choices are read. */
type Wrong = Record<string, Refusal[]>;

/** Adds errors to the address as a whole, with the first message, and to each of its fields. */
function noteAddress(wrong: Wrong, name: string, refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (first === undefined) return;
  wrong[name] = [first];
  for (const each of refusals) if (each.field !== undefined) wrong[`${name}.${each.field}`] = [each];
}

type Chosen = CheckoutChoices['shipping_address'];

/**
 * Completes an address for storing, with the checkout's email if it has none. Copies an address named by id from the
 * customer's address book. An invalid address is refused with its message and nothing changes (docs/spec.md §5).
 */
function readChosen(
  name: 'shipping_address' | 'billing_address',
  sent: NonNullable<Chosen> | null,
  customer_email: string | null | undefined,
  book: readonly SavedAddressRow[],
  states: Terms['states'],
  wrong: Wrong,
): AddressIn | null {
  if (sent === null) return null;
  const { id, ...typed } = sent;
  if (id !== undefined) {
    const saved = book.find((each) => each.id === id);
    const stored = saved === undefined ? null : savedParts(saved);
    const refused = checkStoredAddress(stored);
    if (refused !== null) noteAddress(wrong, name, [refused]);
    return stored;
  }
  const { address, refusals } = readAddress({ ...typed, email: typed.email || customer_email }, states);
  noteAddress(wrong, name, refusals);
  return address;
}

/**
 * Data that validates the choices besides the cart and shop settings: the named saved addresses, and places in slots.
 */
export type Offered = { book: readonly SavedAddressRow[]; places: PlacesLeft };

/** At most two statements, sent together. */
export async function loadOffered(ctx: Ctx, sent: CheckoutChoices): Promise<Offered> {
  const ids = [sent.shipping_address?.id, sent.billing_address?.id].filter((id) => id !== undefined);
  const [book, places] = await Promise.all([
    findAddresses(ctx, ids),
    sent.delivery_slot_id ? loadPlaces(ctx.db, ctx.now) : new Map(),
  ]);
  return { book, places };
}

/** Reads the contact and the shipping and billing addresses. */
function resolveContact(
  { choices: kept, terms }: OpenCart,
  sent: CheckoutChoices,
  { book }: Offered,
  wrong: Wrong,
): StoredChoices {
  const read: StoredChoices = {};
  if (sent.customer_email !== undefined) {
    read.customer_email = sent.customer_email ? normalizeEmail(sent.customer_email) : null;
    if (read.customer_email !== null && !isEmail(read.customer_email))
      wrong.customer_email = [refusal('email.invalid')];
  }
  const email = sent.customer_email === undefined ? kept.customer_email : read.customer_email;
  for (const name of ['shipping_address', 'billing_address'] as const) {
    const address = sent[name];
    if (address !== undefined) read[name] = readChosen(name, address, email, book, terms.states, wrong);
  }
  if (sent.ship_to_bill_address !== undefined) read.ship_to_bill_address = sent.ship_to_bill_address;
  return read;
}

/** Reads method and slot. Clears an earlier choice that the new address or method does not offer. */
function readDelivery(
  ctx: Ctx,
  { terms }: OpenCart,
  merged: StoredChoices,
  sent: CheckoutChoices,
  { places }: Offered,
  wrong: Wrong,
): StoredChoices {
  const found = merged.shipping_method
    ? findMethod(terms.methods, merged.shipping_method, destinationOf(merged))
    : null;
  const method = found?.method ?? null;
  if (sent.shipping_method && method === null) wrong.shipping_method = [refusal('checkout.shipping_method')];
  const shipping_method = method && String(method.id);
  const id = merged.delivery_slot_id ?? null;
  if (id === null || templateOf(terms.slots, id)?.method_id !== method?.id) {
    if (sent.delivery_slot_id) {
      wrong.delivery_slot_id = [refusal(method === null ? 'checkout.shipping_method' : 'checkout.slot_full')];
    }
    return { shipping_method, delivery_slot_id: null };
  }
  if (sent.delivery_slot_id) {
    const slot = findSlot(terms.slots, id, ctx.now);
    if (slot === null || placesLeft(slot, places) === 0) wrong.delivery_slot_id = [refusal('checkout.slot_full')];
  }
  return { shipping_method, delivery_slot_id: id };
}

function readPayment(cart: OpenCart, sent: CheckoutChoices, wrong: Wrong): StoredChoices {
  if (sent.payment_method === undefined) return {};
  const method = sent.payment_method ? findPayment(cart.terms.payments, sent.payment_method) : null;
  if (sent.payment_method && method === null) wrong.payment_method = [refusal('checkout.no_payment_method')];
  return { payment_method: method?.code ?? null };
}

/** Applies the sent choices to the cart; fields left out do not change. Refuses by field without changing anything. */
export function choose(ctx: Ctx, cart: OpenCart, sent: CheckoutChoices, offered: Offered): OpenCart {
  const wrong: Wrong = {};
  const { shipping_remarks, leave_at_door, tip, shipping_method, delivery_slot_id } = sent;
  const contact = resolveContact(cart, sent, offered, wrong);
  const merged: StoredChoices = {
    ...cart.choices,
    ...contact,
    ...readPayment(cart, sent, wrong),
    ...(shipping_remarks === undefined ? {} : { shipping_remarks: shipping_remarks || null }),
    ...(leave_at_door === undefined ? {} : { leave_at_door }),
    ...(tip === undefined ? {} : { tip }),
    ...(shipping_method === undefined ? {} : { shipping_method }),
    ...(delivery_slot_id === undefined ? {} : { delivery_slot_id }),
  };
  const delivery = readDelivery(ctx, cart, merged, sent, offered, wrong);
  if (tip !== undefined && tip > HIGHEST_TIP) wrong.tip = [refusal('field.max', { max: formatMoney(HIGHEST_TIP) })];
  // Without promotions, every code is invalid.
  if (sent.coupon_code) wrong.coupon_code = [refusal('coupon.invalid')];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);
  return { ...cart, choices: { ...merged, ...delivery } };
}

/** Saves the checkout's choices; returns the cart with them. Refuses by field, and `auth.required` without a token. */
export function updateCheckout(ctx: Ctx, sent: CheckoutChoices): Promise<OpenCart> {
  return inTransaction(ctx, async (ctx) => {
    const [cart, offered] = await Promise.all([openCart(ctx), loadOffered(ctx, sent)]);
    return saveCart(ctx, choose(ctx, cart, sent, offered));
  });
}
