/**
 * Background jobs: pg-boss in the same database. A job is enqueued in the transaction of its cause, so it exists
 * exactly if that transaction committed. pg-boss is the outbox; there is no second one.
 */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Lang } from '@shop/core/lang';
import type { OrderStatus } from '@shop/core/orders/status';
import type { Db } from '../db/database.ts';

/**
 * A one-time code to send. The worker derives the code from the seed and finds the contact by its hash, so that the
 * job holds neither.
 */
export type CodeJob = {
  kind: 'email' | 'phone';
  purpose: 'register' | 'account' | 'profile' | 'recovery' | 'merge' | 'order';
  seed: string;
  code_hash: string;
  lang: Lang;
};

/** The data of each queue's jobs. At most six queues. */
export type JobData = {
  /** A mail; its content is composed when it is sent. */
  mail: /** Confirms the order, and those that joined its mail. */
    | { about: 'order.placed'; order_id: string }
    /** Reports the order's new status since `at`, with the note from its history. */
    | { about: 'order.status'; order_id: string; status: Exclude<OrderStatus, 'pending'>; at?: string }
    /** Reminds a guest of an order that waits for its payment. */
    | { about: 'order.unpaid'; order_id: string }
    /** Reports a cancellation request that did not cancel the order. */
    | { about: 'order.cancellation'; cancellation_id: string; state: 'requested' | 'withdrawn' | 'rejected' }
    /** Reports a refund without a cancellation, or one that was paid. */
    | { about: 'order.refund'; refund_id: string; state: 'requested' | 'settled' }
    /** Lists the vouchers that the paid order issued. */
    | { about: 'order.vouchers'; order_id: string }
    /** To the sender of a contact message, and to the shop. */
    | { about: 'contact.received' | 'contact.copy'; ticket_id: string }
    | ({ about: 'code' } & CodeJob)
    /** A wallet's entry, made at a till. */
    | { about: 'wallet.entry'; customer_id: string; entry_id: string }
    /** To the customer. */
    | { about: 'customer.phone_changed'; customer_id: string; at: string }
    | { about: 'customer.password_changed'; customer_id: string; removed?: readonly RemovedByRecovery[]; at: string }
    /** To the account's previous email. */
    | { about: 'customer.email_changed'; sealed_to: string; customer_id: string; lang: Lang; at: string }
    | { about: 'customer.new_device'; customer_id: string; device: string; at: string }
    /** Points that expire at `at`, that many days ahead. */
    | { about: 'points.expiring'; customer_id: string; at: string; days: number };
  /** A message to a phone. */
  message: /** `undelivered`: the first messenger took it and did not reach the number. */
    | (CodeJob & { undelivered?: true })
    /** To the customer, if the account has no email. */
    | { about: 'password_changed'; customer_id: string; at: string }
    /** To the account's previous number. */
    | { about: 'phone_changed'; sealed_to: string; lang: Lang; at: string };
  /**
   * Reminds of unpaid online orders, has payments confirmed, cancels orders that were not paid in time, and clears
   * expired holds on slots.
   */
  minutely: Record<string, never>;
  payment: /** Enquires with the gateway about a payment. */
    | { about: 'enquiry'; reference: string; cause?: 'report' }
    /** Makes an approved refund by a call to the gateway. */
    | { about: 'refund'; refund_id: string };
  /** Rolls up sales, expires points, makes due earnings available, and enquires about refunds without a result. */
  hourly: Record<string, never>;
  /** One step, such as removing expired carts; without its name, enqueues a job for each step. */
  daily: { step?: string };
};
export type Queue = keyof JobData;

export type JobOptions = {
  /** Earliest start. */
  startAfter?: Date;
};

/** Enqueues in the transaction of the given handle. */
export type JobSender = {
  send<Q extends Queue>(db: Db, queue: Q, data: JobData[Q], options?: JobOptions): Promise<void>;
};

/** The part of a context that enqueuing needs. */
type JobContext = { db: Db; shop: { jobs: JobSender } };

/** Enqueues a job in the caller's transaction; a worker of this process starts as soon as it has committed. */
export function enqueue<Q extends Queue>(
  { db, shop }: JobContext,
  queue: Q,
  data: JobData[Q],
  options?: JobOptions,
): Promise<void> {
  return shop.jobs.send(db, queue, data, options);
}
