/** docs/security.md#faults: a failing step of the daily job stops neither the other steps nor the other customers. */
import { dayOf } from '@shop/core/time';
import { expect, test } from 'vitest';
import { newCustomer } from './testing/customer.ts';
import { testServer } from './testing/test-server.ts';

const server = await testServer({ jobs: true });
const { app, db } = server;

test('"doDaily becomes a job a step": one customer’s birthday reward that fails stops no other customer and no step', async () => {
  const [failing, other] = [await newCustomer(server), await newCustomer(server)];
  await db.raw('update customers set date_of_birth = $1 where id = any($2::uuid[])', [
    `1990${dayOf(new Date()).slice(4)}`,
    [failing.id, other.id],
  ]);
  await db.raw(`create function refuse_entry() returns trigger language plpgsql as $$
    begin raise exception 'this entry fails'; end $$`);
  await db.raw(`create trigger refuse_entry before insert on wallet_entries for each row
    when (new.action = 'birthday' and new.customer_id = '${failing.id}') execute function refuse_entry()`);

  await db.transaction((tx) => app.shop.jobs.send(tx, 'daily', {}));
  const readSteps = async () =>
    (await db.raw(`select data ->> 'step' as step, state from pgboss.job where name = 'daily' and data ? 'step'`)).rows;
  await expect
    .poll(async () => (await readSteps()).map(({ state }) => state).toSorted(), { timeout: 30_000 })
    .toEqual([...Array.from({ length: 25 }, () => 'completed'), 'retry']);
  expect((await readSteps()).find(({ state }) => state === 'retry')?.step).toBe('reward birthdays');
  const rewards = await db.raw(`select distinct customer_id from wallet_entries where action = 'birthday'`);
  expect(rewards.rows.map(({ customer_id }) => customer_id)).toContain(other.id);
  expect(rewards.rows.map(({ customer_id }) => customer_id)).not.toContain(failing.id);
});
