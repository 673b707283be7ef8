/**
 * Background jobs: pg-boss in the same database. A job is enqueued in the transaction of its cause, so it exists
 * exactly if that transaction committed. pg-boss is the outbox; there is no second one.
 */
import type { Lang } from '@shop/core/lang';
import type { Db } from '../db/database.ts';

/**
 * A one-time code to send. The worker derives the code from the seed and finds the contact by its hash, so that the
 * job contains neither.
 */
export type CodeJob = {
  kind: 'email' | 'phone';
  purpose: 'register' | 'account' | 'profile' | 'recovery' | 'sign_in' | 'merge' | 'order';
  seed: string;
  code_hash: string;
  lang: Lang;
};

/** What a notice to a member of staff is about. */
export type StaffNotice =
  | 'new_device'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_code';

/** A notification to send by a channel: as a mail, a message to a phone or a push. */
export type NotificationJob = { about: 'notification'; notification_id: string };

/**
 * The data of each queue's jobs. Work has a queue of its own if it fails on its own (mail, message, push and payment,
 * whose partners may be slow or down), has a schedule (minutely, hourly, daily) or its own pace (campaign).
 */
export type JobData = {
  /** A mail; its content is composed when it is sent. */
  mail:
    | NotificationJob
    /** To the sender of a contact message, and to the shop, respectively. */
    | { about: 'contact.received' | 'contact.copy'; ticket_id: string }
    /** To the shop: a new order or cancellation request, or those of an hour. */
    | { about: 'shop.news'; of: 'order' | 'cancellation'; order_id: string; id: string }
    | { about: 'shop.digest'; digest_id: string }
    /** To a member of staff, about the security of their account; `at` is ISO 8601. */
    | {
        about: 'staff.notice';
        id: string;
        of: StaffNotice;
        sealed_email: string;
        device: string;
        at: string;
        lang: Lang;
      }
    | ({ about: 'code' } & CodeJob)
    /** To a guest: the link that confirms an alert, and what the alert is about. ISO 8601, sen. */
    | { about: 'alert.requested'; alert_id: string; at: string }
    | { about: 'alert.due'; alert_id: string; at: string; price: number; was: number };
  /** A message to a phone. `undelivered`: the first messenger accepted it and did not reach the number. */
  message: NotificationJob | (CodeJob & { undelivered?: true });
  /** A notification to the customer's phones. */
  push: NotificationJob;
  /** Notifies the next customers of a campaign, whose ids follow `after`, and then enqueues the next such job. */
  campaign: { campaign_id: string; after: string };
  /**
   * Reminds of unpaid online orders, enquires again about captured payments, cancels orders that were not paid in time,
   * clears expired holds on slots, notifies of products that are back or cost less, and rehearses an order if set up.
   */
  minutely: Record<string, never>;
  payment: /** Enquires with the gateway about a payment. */
    | { about: 'enquiry'; reference: string; cause?: 'report' }
    /** Makes an approved refund by a call to the gateway. */
    | { about: 'refund'; refund_id: string };
  /**
   * Rolls up sales, expires points, makes due earnings available, enquires about refunds without a result, reminds of
   * check-ins, sends the hour's news of orders to the shop, and publishes bundles of an older version again.
   */
  hourly: Record<string, never>;
  /** One step, such as removing expired carts; without its name, enqueues a job for each step. */
  daily: { step?: string };
};
export type Queue = keyof JobData;

/** Time of the daily job in Kuala Lumpur, at a quiet hour. */
export const DAILY_AT = { hour: 23, minute: 40 };

/** Retries of a job, each wait twice as long as the previous one: about a day in total. */
export const MAX_RETRIES = 14;

export type JobOptions = {
  /** Earliest start. */
  startAfter?: Date;
  /** Jobs that are due run in the order of their priority, highest first; 0 if left out. */
  priority?: number;
};

export type NewJob<Q extends Queue> = JobOptions & { data: JobData[Q] };

/** Enqueues in the transaction of the given handle. */
export type JobSender = {
  send<Q extends Queue>(db: Db, queue: Q, data: JobData[Q], options?: JobOptions): Promise<void>;
  /** Enqueues all jobs in one statement. */
  sendAll<Q extends Queue>(db: Db, queue: Q, jobs: readonly NewJob<Q>[]): Promise<void>;
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

/** Enqueues jobs in one statement. */
export const enqueueAll = <Q extends Queue>(
  { db, shop }: JobContext,
  queue: Q,
  jobs: readonly NewJob<Q>[],
): Promise<void> => shop.jobs.sendAll(db, queue, jobs);
