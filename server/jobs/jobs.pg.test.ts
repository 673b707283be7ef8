/** Several processes on one PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database/test-database.ts';
import { createJobs } from './boss.ts';

const testedDatabase = await testDatabase();
const ticketIds: string[] = [];
const processes = await Promise.all(
  [1, 2, 3].map(async () => {
    const jobs = createJobs({ database: testedDatabase, log: { warn() {} } });
    await jobs.start();
    await jobs.work({
      mail: (batch) =>
        batch.map(async (job) => {
          if (job.about === 'contact.received') ticketIds.push(job.ticket_id);
        }),
      message: () => [],
      push: () => [],
      campaign: () => [],
      payment: () => [],
      minutely: () => [],
      hourly: () => [],
      daily: () => [],
    });
    return jobs;
  }),
);
afterAll(async () => {
  for (const jobs of processes) await jobs.stop();
  await testedDatabase.close();
});

test('runs each job once and has one schedule for each timed job, with several processes', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `order ${index}`);
  await Promise.all(
    ids.map((ticket_id, index) =>
      testedDatabase.db.transaction(async (tx) => {
        await processes[index % 3]?.send(tx, 'mail', { about: 'contact.received', ticket_id });
      }),
    ),
  );
  for (let look = 0; look < 200 && ticketIds.length < ids.length; look++) await sleep(50);
  expect(ticketIds.toSorted()).toEqual(ids.toSorted());
  const { rows } = await testedDatabase.pool.query('select name from pgboss.schedule order by name');
  expect(rows).toEqual([{ name: 'daily' }, { name: 'hourly' }, { name: 'minutely' }]);
});
