/** The events that modules publish, named in the past tense. Types only, so that every file may import them. */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import type { Lang } from '@shop/core/lang';
import type { WalletKind } from '@shop/core/loyalty/wallet';
import type { Sen } from '@shop/core/money';
import type { OrderStatus } from '@shop/core/orders/status';

/** The mail that confirms an order at `confirm_at`. `confirmation_id` is the first of the orders that it confirms. */
export type ConfirmationMail = { confirmation_id: string; confirm_at: Date };

/** An entry that a till makes in a wallet; the amount is positive if it adds. */
export type TillEntry = { id: string; kind: WalletKind; amount: number };

/** Payload of each event; its handlers are in `event-handlers.ts`. */
type Events = {
  /** `mail` is null for an order that is confirmed once it is paid. */
  'order.placed': { order_id: string; mail: ConfirmationMail | null };
  /** An order has waited for its online payment for some minutes, or the payment failed. */
  'order.unpaid': { order_id: string; customer_id: string | null };
  /** An order that waited for its online payment is paid on delivery instead. */
  'order.pays_cash': { order_id: string; mail: ConfirmationMail | null };
  /** An order that waited for its online payment was paid. */
  'order.paid': { order_id: string };
  /**
   * The order was moved to `status`; `comment` is for the shopper. `isFailedDelivery`: it is packed again, after it
   * could not be delivered.
   */
  'order.status_changed': {
    order_id: string;
    status: OrderStatus;
    comment: string | null;
    isFailedDelivery: boolean;
    /** It was packed with lines that are short or replaced. */
    hasChangedItems?: boolean;
  };
  /** Staff changed slot or address of an order that is not packed yet. */
  'order.delivery_changed': { order_id: string };
  /** The shopper requested or withdrew a cancellation, or staff rejected it. An approval changes the order's status. */
  'cancellation.changed': { cancellation_id: string; order_id: string; state: 'requested' | 'withdrawn' | 'rejected' };
  /** A refund was requested, other than for a canceled order or short goods, or a refund is settled. */
  'refund.changed': { refund_id: string; order_id: string; state: 'requested' | 'settled'; amount: Sen };
  /** A paid order issued the vouchers that it sold. */
  'vouchers.issued': { order_id: string };
  /** Points of the customer expire within `days` days, unless they are used. */
  'points.expiring': { customer_id: string; points: number; expires_at: Date; days: number };
  'contact.received': { ticket_id: string };
  /** A customer proved an email or phone by a code. */
  'contact.proven': { customer_id: string; contact: Contact };
  /** A customer signed up. `referred_by` owns the referral code that they used. */
  'customer.registered': {
    customer_id: string;
    referred_by: string | null;
    /** The outlet and the token of the customer's link; not verified yet. */
    store: { outlet: string; token: string } | null;
  };
  /** A customer signed up, proved a contact or changed the profile. Published last, because rewards lock wallets. */
  'customer.updated': { customer_id: string };
  /** A customer's spend moved the membership to another tier. */
  'tier.changed': {
    customer_id: string;
    tier: { code: string; name_en: string; name_zh: string | null };
    direction: 'up' | 'down';
  };
  /** A reward issued vouchers to a customer; the name is that of the first. */
  'vouchers.given': {
    customer_id: string;
    own_voucher_ids: readonly string[];
    name_en: string;
    name_zh: string | null;
  };
  /** A till awarded points, or took points or coins; the wallet entry distinguishes them. */
  'till.rewarded': { customer_id: string; entry: TillEntry };
  'till.redeemed': { customer_id: string; entry: TillEntry };
  /** `removed`: data that a recovery removed together with the old password. */
  'customer.password_changed': { customer_id: string; removed: readonly RemovedByRecovery[] };
  /** The owner of a contact recovered an account in which nothing was proven: its data may be a stranger's. */
  'customer.reclaimed': { customer_id: string; contact: Contact };
  /** The account's email or phone was replaced; `was` is the old one. */
  'customer.contact_changed': { customer_id: string; was: Contact; was_proven: boolean; lang: Lang };
  /** A customer signed in on a new device. */
  'customer.new_device': { customer_id: string; device: string };
  /** The customers `from` were merged into another. */
  'account.merged': { from: readonly string[]; into: string };
  /** The signed-in customer removed an address. */
  'address.removed': { address_id: string };
  /** The account's data was erased. */
  'account.removed': { customer_id: string };
};

export type EventType = keyof Events;
export type EventOf<Type extends EventType> = { type: Type } & Events[Type];
/** Any event, or one of the given types. */
export type ShopEvent<Type extends EventType = EventType> = { [T in Type]: EventOf<T> }[Type];
