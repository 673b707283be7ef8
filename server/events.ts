/** The events that modules publish, named in the past tense. Types only, so that every file may import them. */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import type { Lang } from '@shop/core/lang';
import type { OrderStatus } from '@shop/core/orders/status';

/** Payload of each event; its handlers are in `event-handlers.ts`. */
type Events = {
  /** `confirmation_id`: the first order of the mail that confirms this one at `confirm_at`. */
  'order.placed': { order_id: string; confirmation_id: string; confirm_at: Date };
  /** Staff or a job moved the order to `status`; `comment` is for the shopper. */
  'order.status_changed': { order_id: string; status: OrderStatus; comment: string | null };
  /** The shopper requested or withdrew a cancellation, or staff rejected it. An approval changes the order's status. */
  'cancellation.changed': { cancellation_id: string; state: 'requested' | 'withdrawn' | 'rejected' };
  'contact.received': { ticket_id: string };
  /** A customer proved an email or phone by a code. */
  'contact.proven': { customer_id: string; contact: Contact };
  /** `removed`: what a recovery removed with the old password. */
  'customer.password_changed': { customer_id: string; removed: readonly RemovedByRecovery[] };
  /** The owner of a contact recovered an account in which nothing was proven: its data may be a stranger's. */
  'customer.reclaimed': { customer_id: string; contact: Contact };
  /** The account's email or phone was replaced; `was` is the old one. */
  'customer.contact_changed': { customer_id: string; was: Contact; was_proven: boolean; lang: Lang };
  /** A sign-in from a new device. */
  'customer.new_device': { customer_id: string; device: string };
};

export type EventType = keyof Events;
export type EventOf<Type extends EventType> = { type: Type } & Events[Type];
/** Any event, or one of the given types. */
export type ShopEvent<Type extends EventType = EventType> = { [T in Type]: EventOf<T> }[Type];
