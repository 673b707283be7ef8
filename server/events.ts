/** The events that modules publish. Types only, so that every file may import it. */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Contact } from '@shop/core/identity/contact';
import type { Lang } from '@shop/core/lang';

/** What a module publishes, named in the past tense; `event-handlers.ts` lists what follows. */
export type ShopEvent =
  /** `confirmation_id`: the first order of the mail that confirms this one at `confirm_at`. */
  | { type: 'order.placed'; order_id: string; confirmation_id: string; confirm_at: Date }
  | { type: 'contact.received'; ticket_id: string }
  /** A customer proved by a code that an email or phone is theirs. */
  | { type: 'contact.proven'; customer_id: string; contact: Contact }
  /** `removed`: what went with it, where the account was recovered. */
  | { type: 'customer.password_changed'; customer_id: string; removed: readonly RemovedByRecovery[] }
  /** The owner of a contact recovered an account in which nothing was proven: what it holds may be a stranger's. */
  | { type: 'customer.reclaimed'; customer_id: string; contact: Contact }
  /** The account's email or phone was replaced; `was` is the old one. */
  | { type: 'customer.contact_changed'; customer_id: string; was: Contact; was_proven: boolean; lang: Lang }
  /** A sign-in from a device that the customer never used before. */
  | { type: 'customer.new_device'; customer_id: string; device: string };
