import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database/test-database.ts';
import { createJobs } from './boss.ts';

const testedDatabase = await testDatabase();
const jobs = createJobs({ database: testedDatabase, log: { warn() {} } });
await jobs.start();
const ticketIds: string[] = [];
const batches: number[] = [];
/** The number of active daily jobs, whose expiry has begun, as each daily step ran. */
const fetchCounts: number[] = [];
await jobs.work({
  mail(jobs) {
    batches.push(jobs.length);
    return jobs.map(async (job) => {
      const ticket_id = job.about === 'contact.received' ? job.ticket_id : '';
      if (ticket_id === 'fails once') throw new Error('550 <mei@shop.example> is not there yet');
      ticketIds.push(ticket_id);
    });
  },
  message: () => [],
  push: () => [],
  campaign: () => [],
  minutely: () => [],
  payment: () => [],
  hourly: () => [],
  daily: (jobs) =>
    jobs.map(async () => {
      const { rows } = await testedDatabase.pool.query(
        "select from pgboss.job where name = 'daily' and state = 'active'",
      );
      fetchCounts.push(rows.length);
    }),
});
afterAll(async () => {
  await jobs.stop();
  await testedDatabase.close();
});

async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100 && !(await isMet()); i++) await sleep(50);
}

async function readState(ticket_id: string): Promise<string | undefined> {
  const { rows } = await testedDatabase.pool.query(`select state from pgboss.job where data->>'ticket_id' = $1`, [
    ticket_id,
  ]);
  return rows[0]?.state;
}

test('enqueues a job only if its transaction commits, and runs it at once', async () => {
  const transaction = testedDatabase.db.transaction(async (tx) => {
    await jobs.send(tx, 'mail', { about: 'contact.received', ticket_id: 'undone' });
    throw new Error('undo');
  });
  await expect(transaction).rejects.toThrow('undo');
  const start = performance.now();
  await testedDatabase.db.transaction(async (tx) => {
    await jobs.send(tx, 'mail', { about: 'contact.received', ticket_id: 'first' });
    await jobs.send(tx, 'mail', { about: 'contact.received', ticket_id: 'second' });
  });
  await waitUntil(() => ticketIds.length === 2);
  expect(ticketIds.sort()).toEqual(['first', 'second']);
  // Without a notification a worker polls every two seconds.
  expect(performance.now() - start).toBeLessThan(1_900);
});

test('retries a failed job without the other jobs of its batch', async () => {
  ticketIds.length = 0;
  await testedDatabase.db.transaction(async (tx) => {
    await jobs.send(tx, 'mail', { about: 'contact.received', ticket_id: 'fails once' });
    await jobs.send(tx, 'mail', { about: 'contact.received', ticket_id: 'works' });
  });
  await waitUntil(() => ticketIds.length === 1);
  expect(ticketIds).toEqual(['works']);
  await waitUntil(async () => (await readState('fails once')) === 'retry');
  expect(await readState('fails once')).toBe('retry');
  expect(await readState('works')).toBe('completed');
  const { rows } = await testedDatabase.pool.query(
    `select output from pgboss.job where data->>'ticket_id' = 'fails once'`,
  );
  expect(rows).toEqual([{ output: { message: '550 <…@…> is not there yet' } }]);
});

test('runs jobs that are enqueued while the worker is busy as one batch', async () => {
  ticketIds.length = 0;
  batches.length = 0;
  for (const ticket_id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await testedDatabase.db.transaction((tx) => jobs.send(tx, 'mail', { about: 'contact.received', ticket_id }));
  }
  await waitUntil(() => ticketIds.length === 6);
  expect(ticketIds.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(batches.length).toBeLessThan(4);
});

test('fetches one step of the daily job at a time, so that its time to expire begins when it runs', async () => {
  await testedDatabase.db.transaction(async (tx) => {
    for (const step of ['a', 'b', 'c', 'd', 'e']) await jobs.send(tx, 'daily', { step });
  });
  await waitUntil(() => fetchCounts.length === 5);
  expect(fetchCounts).toEqual([1, 1, 1, 1, 1]);
});

test('keeps completed jobs for ten minutes, so that supervision reads few, also in queues that were created with a longer time', async () => {
  const readRetention = 'select distinct deletion_seconds from pgboss.queue where name = any($1)';
  const queues = ['mail', 'message', 'campaign', 'payment', 'minutely', 'hourly', 'daily'];
  await testedDatabase.pool.query('update pgboss.queue set deletion_seconds = 604800');
  const laterJobs = createJobs({ database: testedDatabase, log: { warn() {} } });
  await laterJobs.start();
  expect((await testedDatabase.pool.query(readRetention, [queues])).rows).toEqual([{ deletion_seconds: 600 }]);
  await laterJobs.stop();
});

test('runs the daily job late, once, if the database was away at its time', async () => {
  const countDaily = async () =>
    (await testedDatabase.pool.query("select from pgboss.job where name = 'daily'")).rows.length;
  await testedDatabase.pool.query("delete from pgboss.job where name = 'daily'");
  await testedDatabase.pool.query("update pgboss.schedule set created_on = now() - interval '3 days'");
  await testedDatabase.pool.query("update pgboss.version set cron_on = now() - interval '2 days'");
  // Reads the schedules at once, others every 30 s.
  const laterJobs = createJobs({ database: testedDatabase, log: { warn() {} } });
  await laterJobs.start();
  await expect.poll(countDaily, { timeout: 60_000 }).toBe(1);
  await laterJobs.stop();
});

test('sends a job right after the process that creates the queues has started', async () => {
  // A queue with a job could not be removed.
  await testedDatabase.pool.query('delete from pgboss.job');
  await testedDatabase.pool.query('delete from pgboss.queue where name = any($1)', [['daily', 'mail']]);
  const first = createJobs({ database: testedDatabase, log: { warn() {} } });
  await first.start();
  await testedDatabase.db.transaction((tx) => first.send(tx, 'daily', {}));
  const { rows } = await testedDatabase.pool.query("select name from pgboss.job where name = 'daily'");
  expect(rows).toEqual([{ name: 'daily' }]);
  await first.stop();
});
