/** Runs jobs with pg-boss on the application's own pool, so that it works on the embedded database too. */

import { type Job, type JobResult, PgBoss } from 'pg-boss';
import * as v from 'valibot';
import type { Db, SqlValue } from '../db/database.ts';
import type { OpenDatabase } from '../db/open.ts';
import { toLoggedError } from '../http/logged-error.ts';
import { finishedJobs } from '../metrics/measurements.ts';
import { addTrace, separateTrace, traceJobs } from '../tracing/traces.ts';
import { DAILY_AT, type JobData, type JobSender, MAX_RETRIES, type NewJob, type Queue } from './jobs.ts';

/** Interval at which a worker polls; a job enqueued in this process makes it poll at once. */
const POLL_SECONDS = 2;

/** Minimum time between two such polls: in a busy shop the jobs in between run as one batch. */
const MIN_POLL_INTERVAL_MS = 250;

/** Jobs per batch. A failed job is retried alone; further jobs follow at once. */
const BATCH_SIZE = 20;
/**
 * Daily jobs per batch. The steps of a day run one after another, so that they leave database connections to shoppers.
 * In one batch, they would all begin to expire together.
 */
const DAILY_BATCH_SIZE = 1;

const FIRST_RETRY_SECONDS = 5;
/** A job of a process that died is retried after this time, so that an order's mail still goes out within a minute. */
const MAIL_EXPIRES_SECONDS = 20;
const TIMED_EXPIRES_SECONDS = 900;
const EXPIRY_CHECK_SECONDS = 10;

/** Time for running jobs at shutdown, within what a drain leaves of `CLOSE_MS` (server/main.ts). */
const FINISH_MS = 3_000;

/** Finished jobs stay for minutes: every check for expired jobs reads all that are left. Failures are in the log. */
const FINISHED_RETENTION_SECONDS = 600;
const FINISHED_CLEANUP_SECONDS = 60;

const EXPIRES_SECONDS: Readonly<Record<Queue, number>> = {
  mail: MAIL_EXPIRES_SECONDS,
  message: MAIL_EXPIRES_SECONDS,
  push: MAIL_EXPIRES_SECONDS,
  campaign: MAIL_EXPIRES_SECONDS,
  minutely: TIMED_EXPIRES_SECONDS,
  payment: MAIL_EXPIRES_SECONDS,
  hourly: TIMED_EXPIRES_SECONDS,
  daily: TIMED_EXPIRES_SECONDS,
};
const QUEUE_NAMES = Object.keys(EXPIRES_SECONDS) as Queue[];

const MINUTELY_SCHEDULE = { cron: '* * * * *', tz: 'Asia/Kuala_Lumpur' };
/** `missed`: the job also runs late if the database is away at its time. */
const DAILY_SCHEDULE = {
  cron: `${DAILY_AT.minute} ${DAILY_AT.hour} * * *`,
  tz: 'Asia/Kuala_Lumpur',
  missed: 'once',
} as const;
/** The hourly job also runs soon after midnight, when a new day starts to count. */
const HOURLY_SCHEDULE = { cron: '5 * * * *', tz: 'Asia/Kuala_Lumpur' };

/** The handlers by queue. Each takes a batch and returns a promise per job; a job whose promise rejects is retried. */
export type WorkByQueue = { [Q in Queue]: (jobs: readonly JobData[Q][]) => readonly Promise<unknown>[] };

export type Jobs = JobSender & {
  /** Creates missing tables and queues, so that jobs can be sent. */
  start(): Promise<void>;
  /** Starts the workers. */
  work(work: WorkByQueue): Promise<void>;
  /** Waits for the running jobs. */
  stop(): Promise<void>;
};

export type JobLog = { warn(details: object, message: string): void };

/** Returns the step of a daily job for the log; no other part of a job's data is logged. */
function stepLabel(job: Job<object> | undefined): { step?: string } {
  return job !== undefined && 'step' in job.data ? { step: String(job.data.step) } : {};
}

const createQueryRunner = (db: Db) => ({
  executeSql: async (text: string, values?: unknown[]) => db.raw(text, values),
});

/**
 * Creates what pg-boss inserts jobs of a queue with: a statement, which is prepared once and not awaited in a
 * transaction.
 */
const createInserter = (queue: Queue, db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    await db.write({ name: `jobs.send.${queue}`, text, row: v.unknown() }, values as SqlValue[]);
    return { rows: [] };
  },
});

/** Limits calls of `poll`: the first runs at once, later ones at most once per interval. */
function throttlePoll(poll: () => void): { request(): void; stop(): void } {
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const pollNow = () => {
    timer = undefined;
    last = performance.now();
    poll();
  };
  return {
    request() {
      timer ??= setTimeout(pollNow, Math.max(0, last + MIN_POLL_INTERVAL_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Creates the job queue in the application's database. */
export function createJobs({ database, log }: { database: OpenDatabase; log: JobLog }): Jobs {
  const boss = new PgBoss({
    db: createQueryRunner(database.db),
    backend: database.embedded ? 'pglite' : 'postgres',
    // Index rebuilds and vacuum monitoring are the operator's task.
    reindex: false,
    superviseIntervalSeconds: EXPIRY_CHECK_SECONDS,
    monitorIntervalSeconds: EXPIRY_CHECK_SECONDS,
    maintenanceIntervalSeconds: FINISHED_CLEANUP_SECONDS,
    monitorVacuum: false,
  });
  // pg-boss emits plain copies of errors; the log recognizes only instances of `Error`.
  boss.on('error', ({ message, stack, ...more }) =>
    log.warn({ err: Object.assign(new Error(message), { ...more, stack }) }, 'jobs'),
  );
  const throttledPolls = new Map<Queue, ReturnType<typeof throttlePoll>>();

  async function workOn<Q extends Queue>(queue: Q, work: WorkByQueue[Q]): Promise<void> {
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      batchSize: queue === 'daily' ? DAILY_BATCH_SIZE : BATCH_SIZE,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    const id = await boss.work(queue, options, async (batch: Job<JobData[Q]>[]) => {
      const jobs = batch.map((job) => separateTrace<JobData[Q]>(job.data));
      const links = jobs.flatMap(({ traceparent }) => traceparent ?? []);
      return traceJobs(
        queue,
        { jobs: jobs.length, links, ...stepLabel(batch[0]) },
        async () => {
          const outcomes = await Promise.allSettled(work(jobs.map(({ data }) => data)));
          // pg-boss polls again at once after a full batch, but not after one of a single job.
          if (queue === 'daily') throttledPolls.get(queue)?.request();
          return outcomes.map((outcome, index): JobResult => {
            const id = batch[index]?.id ?? '';
            finishedJobs.add({ queue, outcome: outcome.status === 'fulfilled' ? 'completed' : 'failed' });
            if (outcome.status === 'fulfilled') return { id, status: 'completed' };
            log.warn(
              { err: outcome.reason, queue, job: id, ...stepLabel(batch[index]) },
              'a job failed and will be retried',
            );
            return { id, status: 'failed', output: { message: toLoggedError(outcome.reason).message } };
          });
        },
        (results) => results.filter(({ status }) => status === 'failed').length,
      );
    });
    throttledPolls.set(
      queue,
      throttlePoll(() => boss.notifyWorker(id)),
    );
  }

  async function sendAll<Q extends Queue>(db: Db, queue: Q, jobs: readonly NewJob<Q>[]): Promise<void> {
    const tracedJobs = jobs.map((job) => ({ ...job, data: addTrace(job.data) }));
    await boss.insert(queue, tracedJobs, { db: createInserter(queue, db) });
    db.afterCommit(() => throttledPolls.get(queue)?.request());
  }

  return {
    async start() {
      await boss.start();
      const deleteAfter = new Map(
        (await boss.getQueues()).map(({ name, deleteAfterSeconds }) => [name, deleteAfterSeconds]),
      );
      for (const queue of QUEUE_NAMES.filter((each) => deleteAfter.get(each) !== FINISHED_RETENTION_SECONDS)) {
        const options = {
          retryLimit: MAX_RETRIES,
          retryDelay: FIRST_RETRY_SECONDS,
          retryBackoff: true,
          expireInSeconds: EXPIRES_SECONDS[queue],
          deleteAfterSeconds: FINISHED_RETENTION_SECONDS,
        };
        await (deleteAfter.has(queue) ? boss.updateQueue(queue, options) : boss.createQueue(queue, options));
        // pg-boss reads and remembers the queue with its first insert. Without this it would read it when a job is sent
        // inside a transaction, where a query on the pool throws.
        await boss.insert(queue, []);
      }
    },
    send: (db, queue, data, options = {}) => sendAll(db, queue, [{ data, ...options }]),
    sendAll,
    async work(work) {
      for (const queue of QUEUE_NAMES) await workOn(queue, work[queue] as WorkByQueue[Queue]);
      const { cron, ...options } = DAILY_SCHEDULE;
      await boss.schedule('daily', cron, {}, options);
      await boss.schedule('minutely', MINUTELY_SCHEDULE.cron, {}, { tz: MINUTELY_SCHEDULE.tz });
      await boss.schedule('hourly', HOURLY_SCHEDULE.cron, {}, { tz: HOURLY_SCHEDULE.tz });
    },
    stop() {
      for (const poll of throttledPolls.values()) poll.stop();
      return boss.stop({ graceful: true, close: false, timeout: FINISH_MS });
    },
  };
}
