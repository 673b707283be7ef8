/** The checkout's choices: parsed against what the shop offers, kept with the cart, refused field by field. */
import type { AddressIn } from '@shop/contract/addresses';
import type { CheckoutChoices } from '@shop/contract/checkout';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { formatMoney, type Sen } from '@shop/core/money';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { SavedAddressRow } from '../addresses/addresses.sql.ts';
import { findAddresses, savedParts } from '../addresses/addresses.ts';
import { readAddress, stateNames } from '../addresses/complete-address.ts';
import { type OpenCart, openCart, saveCart } from '../cart/cart.ts';
import type { StoredChoices } from '../cart/choices.ts';
import { destinationOf } from '../cart/pricing.ts';
import { findMethod, loadSchedule, type OfferedMethod, type OpenSlot } from '../delivery/delivery.ts';
import { type Ctx, inTransaction } from '../http/context.ts';
import { refuseFields } from '../http/refuse.ts';
import { findPayment } from '../payments/payments.ts';

/** The highest tip: a slip of the finger should not cost a month's groceries. */
const HIGHEST_TIP: Sen = 500_00;

/** What is wrong, by field; filled while choices are read. */
type Wrong = Record<string, Refusal[]>;

/** Notes what is wrong at the address as a whole, where the first message shows, and at each of its parts. */
function noteAddress(wrong: Wrong, name: string, refusals: readonly Refusal[]): void {
  const [first] = refusals;
  if (first === undefined) return;
  wrong[name] = [first];
  for (const each of refusals) if (each.field !== undefined) wrong[`${name}.${each.field}`] = [each];
}

type Chosen = CheckoutChoices['shipping_address'];

/**
 * An address as it is kept, the checkout's email where it has none of its own. One that is named by an id is copied from
 * the customer's book. Spec §5: it passes the address validator, or its message is shown and nothing changes.
 */
function readChosen(
  name: 'shipping_address' | 'billing_address',
  sent: NonNullable<Chosen> | null,
  customer_email: string | null | undefined,
  { book, states }: Offered,
  wrong: Wrong,
): AddressIn | null {
  if (sent === null) return null;
  const { id, ...typed } = sent;
  if (id !== undefined) {
    const saved = book.find((each) => each.id === id);
    if (saved === undefined) noteAddress(wrong, name, [refusal('address.missing')]);
    return saved === undefined ? null : savedParts(saved);
  }
  const { address, refusals } = readAddress({ ...typed, email: typed.email || customer_email }, states);
  noteAddress(wrong, name, refusals);
  return address;
}

/** What the choices are judged by beside the cart's terms: the states, saved addresses and slots that they name. */
type Offered = {
  states: ReadonlyMap<string, string>;
  book: readonly SavedAddressRow[];
  slots: readonly OpenSlot[];
};

/** All are asked for in one breath. At most three statements. */
async function loadOffered(ctx: Ctx, sent: CheckoutChoices): Promise<Offered> {
  const chosen = [sent.shipping_address, sent.billing_address].filter((each) => each != null);
  const ids = chosen.map(({ id }) => id).filter((id) => id !== undefined);
  const [states, book, slots] = await Promise.all([
    stateNames(
      ctx,
      chosen.map(({ state_id }) => state_id),
    ),
    findAddresses(ctx, ids),
    sent.delivery_slot_id ? loadSchedule(ctx.db, ctx.now) : [],
  ]);
  return { states, book, slots };
}

/** Who the order is for, and where it and its bill go. */
function readContact(kept: StoredChoices, sent: CheckoutChoices, offered: Offered, wrong: Wrong): StoredChoices {
  const read: StoredChoices = {};
  if (sent.customer_email !== undefined) {
    read.customer_email = sent.customer_email ? normalizeEmail(sent.customer_email) : null;
    if (read.customer_email !== null && !isEmail(read.customer_email))
      wrong.customer_email = [refusal('email.invalid')];
  }
  const email = sent.customer_email === undefined ? kept.customer_email : read.customer_email;
  for (const name of ['shipping_address', 'billing_address'] as const) {
    const address = sent[name];
    if (address !== undefined) read[name] = readChosen(name, address, email, offered, wrong);
  }
  if (sent.ship_to_bill_address !== undefined) read.ship_to_bill_address = sent.ship_to_bill_address;
  return read;
}

/** The slot that is named, with a place for this order, among those of the method; null where there is none. */
function findOpenSlot({ slots }: Offered, method: OfferedMethod | null, id: string): OpenSlot | null {
  const slot = slots.find((each) => each.id === id && each.template.method_id === method?.method.id);
  return slot !== undefined && slot.places_left > 0 ? slot : null;
}

/** Method and slot. What was chosen before and is not offered for the new address or method is open again. */
function readDelivery(cart: OpenCart, merged: StoredChoices, sent: CheckoutChoices, offered: Offered, wrong: Wrong) {
  const { methods } = cart.terms;
  const method = merged.shipping_method ? findMethod(methods, merged.shipping_method, destinationOf(merged)) : null;
  if (sent.shipping_method && method === null) wrong.shipping_method = [refusal('checkout.shipping_method')];
  let slot = cart.terms.slot?.method_id === method?.method.id ? cart.terms.slot : null;
  if (sent.delivery_slot_id) {
    slot = findOpenSlot(offered, method, sent.delivery_slot_id)?.template ?? null;
    if (slot === null) {
      wrong.delivery_slot_id = [refusal(method === null ? 'checkout.shipping_method' : 'checkout.slot_full')];
    }
  }
  const delivery_slot_id = slot === null ? null : (merged.delivery_slot_id ?? null);
  return { chosen: { shipping_method: method && String(method.method.id), delivery_slot_id }, slot };
}

function readPayment(cart: OpenCart, sent: CheckoutChoices, wrong: Wrong): StoredChoices {
  if (sent.payment_method === undefined) return {};
  const method = sent.payment_method ? findPayment(cart.terms.payments, sent.payment_method) : null;
  if (sent.payment_method && method === null) wrong.payment_method = [refusal('checkout.no_payment_method')];
  return { payment_method: method?.code ?? null };
}

/**
 * The cart with the choices that were sent; what is not named stays. Refuses by field, and then nothing is changed. At most
 * three statements.
 */
export async function choose(ctx: Ctx, cart: OpenCart, sent: CheckoutChoices): Promise<OpenCart> {
  const wrong: Wrong = {};
  const { shipping_remarks, leave_at_door, tip, shipping_method, delivery_slot_id } = sent;
  const offered = await loadOffered(ctx, sent);
  const contact = readContact(cart.choices, sent, offered, wrong);
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
  const { chosen, slot } = readDelivery(cart, merged, sent, offered, wrong);
  if (tip !== undefined && tip > HIGHEST_TIP) wrong.tip = [refusal('field.max', { max: formatMoney(HIGHEST_TIP) })];
  // There are no promotions yet, so no code is good.
  if (sent.coupon_code) wrong.coupon_code = [refusal('coupon.invalid')];
  if (Object.keys(wrong).length > 0) refuseFields(wrong);
  return { ...cart, choices: { ...merged, ...chosen }, terms: { ...cart.terms, slot } };
}

/** Saves the checkout's choices; answers the cart with them. Refuses by field, and `auth.required` without a token. */
export function updateCheckout(ctx: Ctx, sent: CheckoutChoices): Promise<OpenCart> {
  return inTransaction(ctx, async (ctx) => {
    return saveCart(ctx, await choose(ctx, await openCart(ctx), sent));
  });
}
