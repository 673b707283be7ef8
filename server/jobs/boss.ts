/** The workers behind `jobs.ts`: pg-boss on the application's own pool, so that it runs on the embedded database too. */

import { type Job, PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { JobData, JobSender, Queue } from './jobs.ts';

/** How often a worker looks by itself; what this process enqueues wakes it at once. */
const POLL_SECONDS = 2;

/** Tries of a job before it is given up, each wait twice the one before: about a day in all. */
const RETRIES = 12;
const FIRST_RETRY_SECONDS = 20;
const EXPIRES_SECONDS = 120;

const QUEUES: readonly Queue[] = ['mail', 'daily'];

/** When the day's job runs: a quiet hour in Kuala Lumpur, before its day begins. */
const DAILY = { cron: '40 23 * * *', tz: 'Asia/Kuala_Lumpur' };

/** What is done with each queue's jobs; a throw means that the job is tried again. */
export type Work = { [Q in Queue]: (data: JobData[Q]) => Promise<void> };

export type Jobs = JobSender & {
  /** Makes the tables and queues where they are missing, so that jobs can be sent. */
  start(): Promise<void>;
  /** Begins to do jobs. */
  work(work: Work): Promise<void>;
  /** Waits for the jobs in hand. */
  stop(): Promise<void>;
};

/** Where trouble is told. */
export type JobLog = { warn(details: object, message: string): void };

const through = (db: Db) => ({
  executeSql: async (text: string, values?: unknown[]) => db.raw(text, values),
});

/** Jobs in the application's database. */
export function createJobs({ database, log }: { database: OpenDatabase; log: JobLog }): Jobs {
  const boss = new PgBoss({
    db: through(database.db),
    backend: database.embedded ? 'pglite' : 'postgres',
    // Rebuilding indexes and watching vacuum are the operator's.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  const workers = new Map<Queue, string>();

  async function workOn<Q extends Queue>(queue: Q, work: (data: JobData[Q]) => Promise<void>): Promise<void> {
    const id = await boss.work<JobData[Q]>(
      queue,
      { pollingIntervalSeconds: POLL_SECONDS },
      async (jobs: Job<JobData[Q]>[]) => {
        for (const job of jobs) await work(job.data);
      },
    );
    workers.set(queue, id);
  }

  return {
    async start() {
      await boss.start();
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const queue of QUEUES) {
        if (!known.has(queue)) {
          await boss.createQueue(queue, {
            policy: 'short',
            retryLimit: RETRIES,
            retryDelay: FIRST_RETRY_SECONDS,
            retryBackoff: true,
            expireInSeconds: EXPIRES_SECONDS,
          });
        }
        // Known beforehand, so that sending inside a transaction asks nothing of the pool.
        await boss.getQueue(queue);
      }
    },
    async send(db, queue, data, options = {}) {
      await boss.send(queue, data, {
        db: through(db),
        ...(options.key !== undefined && { singletonKey: options.key }),
        ...(options.startAfter && { startAfter: options.startAfter }),
      });
      db.afterCommit(() => {
        const worker = workers.get(queue);
        if (worker !== undefined) boss.notifyWorker(worker);
      });
    },
    async work(work) {
      for (const queue of QUEUES) await workOn(queue, work[queue] as (data: JobData[Queue]) => Promise<void>);
      await boss.schedule('daily', DAILY.cron, {}, { tz: DAILY.tz });
    },
    stop: () => boss.stop({ graceful: true, close: false, timeout: 5_000 }),
  };
}
