/** Reads the shop's state for the metrics from the database: queues, and payments that wait for a result. */
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';

/** A scrape within this time reuses the state, so that scrapers cost the database one read at most. */
const STATE_TTL_MS = 15_000;
/** Time for which a scrape waits for the database; after it, the scrape serves the previous state. */
const WAIT_MS = 1_000;

/** Only of orders that wait for a payment: an earlier attempt of a paid order may stay without a result. */
const paymentsWaiting = statement(
  'metrics.paymentsWaiting',
  v.object({ unresolved_count: v.number(), oldest_seconds: v.number() }),
  `select count(*) as unresolved_count,
     coalesce(extract(epoch from now() - min(a.created_at)), 0)::float8 as oldest_seconds
   from payment_attempts a join orders o on o.id = a.order_id
   where a.state in ('sent', 'pending') and o.status = 'pending' and o.payment_status in ('unpaid', 'failed')`,
);

/**
 * pg-boss's queues: their unfinished and failed jobs, and the age of the oldest job that is due or is retried. A retry
 * moves `start_after`, so a job that fails again and again is as old as its creation. Finished jobs stay for minutes
 * only.
 */
const READ_QUEUES = `select q.name, count(*) filter (where j.state = 'created')::int as waiting,
    count(*) filter (where j.state = 'retry')::int as retrying, count(*) filter (where j.state = 'active')::int as active,
    count(*) filter (where j.state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(case when j.state = 'retry' then j.created_on else j.start_after end)
      filter (where j.state = 'retry' or j.state = 'created' and j.start_after <= now())), 0)::float8 as oldest_seconds
  from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
  group by q.name`;

const queueRows = v.array(
  v.object({
    name: v.string(),
    waiting: v.number(),
    retrying: v.number(),
    active: v.number(),
    failed: v.number(),
    oldest_seconds: v.number(),
  }),
);

export type ShopState = {
  queues: v.InferOutput<typeof queueRows>;
  payments: { unresolved_count: number; oldest_seconds: number };
};

/** Returns a reader of the state; null before the first successful read, and once a read failed. */
export function createStateReader(db: Db, onError: (error: unknown) => void): () => Promise<ShopState | null> {
  let state: ShopState | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    try {
      const [{ rows }, payments] = await Promise.all([db.raw(READ_QUEUES), db.row(paymentsWaiting)]);
      state = { queues: v.parse(queueRows, rows), payments: payments ?? { unresolved_count: 0, oldest_seconds: 0 } };
    } catch (error) {
      state = null;
      onError(error);
    }
  }

  return async () => {
    if (performance.now() - startedAt >= STATE_TTL_MS) {
      startedAt = performance.now();
      reading = read();
    }
    const late = Promise.withResolvers<void>();
    const timeout = setTimeout(late.resolve, WAIT_MS);
    await Promise.race([reading, late.promise]);
    clearTimeout(timeout);
    return state;
  };
}
