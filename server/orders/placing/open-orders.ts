/**
 * Limits on orders paid on delivery (docs/security.md "Limits"). Counts the orders themselves while every other order
 * with the same phone, email, address, network or customer waits.
 */

import { toAddressKey } from '@shop/core/addresses/address-key';
import { isCash } from '@shop/core/cart/totals';
import {
  checkOpenOrders,
  type OpenOrders,
  type OrderVolume,
  type PhoneTrust,
} from '@shop/core/checkout/open-order-limits';
import { mailboxKey } from '@shop/core/identity/mailbox';
import { isMobile } from '@shop/core/identity/phone';
import {
  type AwaitedPayment,
  awaitsPayment,
  PAYMENT_TIME_MINUTES,
  SHORT_PAYMENT_TIME_MINUTES,
} from '@shop/core/orders/payment-deadline';
import { refusal } from '@shop/core/refusal';
import { DAY_MS, MINUTE_MS } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import type { ConfirmationMail } from '../../events.ts';
import { toNetwork } from '../../http/limits/network.ts';
import { isProof } from '../../identity/contacts/contact-proof.ts';
import { Refused, refuse, refuseFields } from '../../refuse.ts';
import { sign } from '../../secrets/sign.ts';
import type { OrderRow } from '../orders.sql.ts';
import * as sql from './open-orders.sql.ts';

/**
 * Days for which open orders count. Delivery slots reach one week ahead, so an order still open after two was never
 * closed and must not block new ones.
 */
const COUNTED_DAYS = 14;

/** Minimum interval between confirmation mails to one email; orders in between share the next mail. */
const CONFIRM_EVERY_MS = 5 * MINUTE_MS;
/** A shared mail takes no more orders this long before it is sent, so that their transactions have ended by then. */
const CLOSES_BEFORE_MS = MINUTE_MS;

/** Keyed hashes by which open orders are counted: of the address and of the network. */
export type OrderOrigin = Pick<OrderRow, 'address_hash' | 'network_hash'>;

/** Hashes an order's network and address with a key: enough for counting. */
export function hashOrigin(
  ctx: Ctx,
  address: { zip?: string | null | undefined; street_address?: string | null | undefined },
): OrderOrigin {
  const { zip = null, street_address = null } = address;
  return {
    address_hash: sign(ctx.shop.secret, `order address ${toAddressKey({ zip, street_address })}`),
    network_hash:
      ctx.request.address === '' ? null : sign(ctx.shop.secret, `order network ${toNetwork(ctx.request.address)}`),
  };
}

type OrderToAdmit = OrderOrigin &
  Pick<OrderRow, 'id' | 'contact_phone' | 'contact_email' | 'customer_id' | 'grand_total'> &
  AwaitedPayment;

/**
 * Chooses an order's confirmation mail: the first to an email is sent at once, later ones within five minutes share
 * one. `newest` is the newest mail to this email, sent or waiting.
 */
export function joinConfirmation(order_id: string, newest: ConfirmationMail | null, now: Date): ConfirmationMail {
  if (newest === null || newest.confirm_at.getTime() + CONFIRM_EVERY_MS <= now.getTime()) {
    return { confirmation_id: order_id, confirm_at: now };
  }
  if (newest.confirm_at.getTime() - now.getTime() >= CLOSES_BEFORE_MS) return newest;
  return { confirmation_id: order_id, confirm_at: new Date(newest.confirm_at.getTime() + CONFIRM_EVERY_MS) };
}

/** Refuses with the next step: prove the phone by `/request/otp` and `/verify-otp` with the purpose `order`. */
function refuseUnproven(ctx: Ctx, contact_phone: string): never {
  // No code can be sent without a messenger.
  if (ctx.shop.partners.messenger === null) refuse('checkout.open_orders');
  if (!isMobile(contact_phone)) {
    const refused = [refusal('checkout.mobile_needed')];
    refuseFields({ shipping_address: refused, 'shipping_address.contact_number': refused });
  }
  const refused = refusal('checkout.prove_phone');
  throw new Refused(refused, { fields: { phone_proof: [refused] }, more: { contact_number: contact_phone } });
}

/**
 * The admission of an order; an order that waits for its online payment has no confirmation mail yet, and holds its
 * stock for `hold_minutes`.
 */
type OrderAdmission = { is_proven: boolean; mail: ConfirmationMail | null; hold_minutes: number };

const addVolume = (one: OrderVolume, other: OrderVolume): OrderVolume => ({
  orders: one.orders + other.orders,
  value: one.value + other.value,
});

/** Adds the orders that wait for online payments to the open orders of the same origin. */
const addWaiting = (open: OpenOrders, waiting: OpenOrders): OpenOrders => ({
  phone: addVolume(open.phone, waiting.phone),
  email: addVolume(open.email, waiting.email),
  address: addVolume(open.address, waiting.address),
  network: addVolume(open.network, waiting.network),
  customer: addVolume(open.customer, waiting.customer),
});

/**
 * Checks the limits on open orders and chooses the confirmation mail. Locks everything by which the order is counted
 * until the transaction ends. Refuses `order.blocked`, `checkout.prove_phone`, `checkout.mobile_needed` and
 * `checkout.open_orders`.
 */
export async function admitOrder(
  ctx: Ctx,
  draft: OrderToAdmit,
  phone_proof: string | null | undefined,
): Promise<OrderAdmission> {
  const { contact_phone, contact_email, address_hash, network_hash, customer_id } = draft;
  const mailbox = mailboxKey(contact_email);
  const keys = [contact_phone, contact_email, mailbox, address_hash, network_hash, customer_id].filter(
    (key) => key !== null,
  );
  const since = (ms: number) => new Date(ctx.now.getTime() - ms);
  const isOnline = awaitsPayment(draft);
  const times = [since(COUNTED_DAYS * DAY_MS), since(DAY_MS)];
  const [, counts, waiting] = await Promise.all([
    lockRows(ctx.db, sql.lockOpenOrders, [keys]),
    ctx.db.row(sql.openOrders, [
      ...[contact_phone, contact_email, address_hash, network_hash, customer_id, ...times],
      ...[since(CONFIRM_EVERY_MS), mailbox],
    ]),
    isOnline
      ? ctx.db.row(sql.waitingOrders, [contact_phone, mailbox, address_hash, network_hash, customer_id, ...times])
      : null,
  ]);
  if (counts === null) throw new Error('Open orders were not counted');
  const { is_customer_proven, is_blocked, newest, ...open } = counts;
  if (is_blocked) refuse('order.blocked');
  const isProven = phone_proof != null && isProof(ctx, phone_proof, { kind: 'phone', value: contact_phone }, 'order');
  const phoneTrust: PhoneTrust = is_customer_proven ? 'customer' : isProven ? 'proven' : 'unproven';
  if (isCash(draft.payment_method)) {
    const refused = checkOpenOrders(open, draft.grand_total, phoneTrust, ctx.shop.openOrderLimits);
    if (refused?.code === 'checkout.prove_phone') refuseUnproven(ctx, contact_phone);
    if (refused !== null) throw new Refused(refused, { fields: { payment_method: [refused] } });
  }
  const last = newest && { ...newest, confirm_at: new Date(newest.confirm_at) };
  const mail = isOnline ? null : joinConfirmation(draft.id, last, ctx.now);
  const exceedsLimits =
    waiting !== null &&
    checkOpenOrders(addWaiting(open, waiting), draft.grand_total, phoneTrust, ctx.shop.openOrderLimits) !== null;
  const hold_minutes = exceedsLimits ? SHORT_PAYMENT_TIME_MINUTES : PAYMENT_TIME_MINUTES;
  return { is_proven: phoneTrust !== 'unproven', mail, hold_minutes };
}

/** Deletes network hashes of orders that no longer count by them. Part of the daily job. */
export const forgetNetworks = (ctx: Ctx): Promise<number> =>
  sql.forgetNetworks(ctx.db, new Date(ctx.now.getTime() - COUNTED_DAYS * DAY_MS));
