/**
 * Work that is done after the answer: pg-boss in the same database. A job is enqueued in the transaction of what it
 * follows from, so it exists exactly if that was committed; pg-boss is the outbox, there is no second one.
 */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { Lang } from '@shop/core/lang';
import type { Db } from '../db/database.ts';

/**
 * A code on its way: the worker works it out from the seed, and finds whom it is for by its hash, so that neither stands
 * here.
 */
export type CodeJob = {
  kind: 'email' | 'phone';
  purpose: 'register' | 'account' | 'profile' | 'recovery' | 'merge' | 'order';
  seed: string;
  code_hash: string;
  lang: Lang;
};

/** What the jobs of each queue carry. At most five queues. */
export type JobData = {
  /** A mail about something that happened; its content is made when it is sent. */
  mail: /** Confirms the order, and those that joined its mail. */
    | { about: 'order.placed'; order_id: string }
    /** To who wrote to the shop, and to the shop. */
    | { about: 'contact.received' | 'contact.copy'; ticket_id: string }
    | ({ about: 'code' } & CodeJob)
    /** To the customer whose account it is. */
    | { about: 'customer.phone_changed'; customer_id: string; at: string }
    | { about: 'customer.password_changed'; customer_id: string; removed?: readonly RemovedByRecovery[]; at: string }
    /** To the email that the account had before. */
    | { about: 'customer.email_changed'; sealed_to: string; customer_id: string; lang: Lang; at: string }
    | { about: 'customer.new_device'; customer_id: string; device: string; at: string };
  /** To a telephone. */
  message: /** `undelivered`: the first messenger took it and did not reach the number. */
    | (CodeJob & { undelivered?: true })
    /** To the customer whose account it is, where it has no email. */
    | { about: 'password_changed'; customer_id: string; at: string }
    /** To the number that the account had before. */
    | { about: 'phone_changed'; sealed_to: string; lang: Lang; at: string };
  /** Once an hour: what was sold is counted. */
  hourly: Record<string, never>;
  /** Once a day: sales made real, what has expired removed. */
  daily: Record<string, never>;
};
export type Queue = keyof JobData;

export type JobOptions = {
  /** Not before then. */
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
