/** Moves the times of jobs, so that a test need not wait for them. */
import type { TestDatabase } from './test-database.ts';

/** Lets the jobs that a killed process was running expire, as pg-boss does after their queue's time limit. */
export const expireJobs = ({ db }: TestDatabase) =>
  db.raw(
    `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now() where state = 'active'`,
  );

/** Makes the waiting payment jobs due now, such as enquiries planned for later. */
export const makePaymentJobsDue = ({ db }: TestDatabase) =>
  db.raw(`update pgboss.job set start_after = now() where name = 'payment' and state in ('created', 'retry')`);
