/** docs/security.md#faults: a failing step of the daily job stops neither the other steps nor the other customers. */
import { dayOf } from '@shop/core/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobData } from './jobs/jobs.ts';
import { newCustomer } from './testing/customer.ts';
import { testServer } from './testing/test-server.ts';

let now: Date | null = null;
const server = await testServer({ jobs: true, clock: () => now ?? new Date() });
const { app, db } = server;

const setBirthday = (date: string, ids: readonly string[]) =>
  db.raw('update customers set date_of_birth = $1 where id = any($2::uuid[])', [date, ids]);
const refuseRewardsOf = async (customer_id: string) => {
  await db.raw(`create or replace function refuse_entry() returns trigger language plpgsql as $$
    begin raise exception 'this entry fails'; end $$`);
  await db.raw(`create trigger refuse_entry before insert on wallet_entries for each row
    when (new.action = 'birthday' and new.customer_id = '${customer_id}') execute function refuse_entry()`);
};
const sendDaily = (data: JobData['daily']) => db.transaction((tx) => app.shop.jobs.send(tx, 'daily', data));
const listRewards = async (id: string) =>
  (await db.raw(`select source from wallet_entries where action = 'birthday' and customer_id = $1`, [id])).rows.map(
    ({ source }) => source,
  );

test('"doDaily becomes a job a step": one customer’s birthday reward that fails stops no other customer and no step', async () => {
  const [failing, other] = [await newCustomer(server), await newCustomer(server)];
  await setBirthday(`1990${dayOf(new Date()).slice(4)}`, [failing.id, other.id]);
  await refuseRewardsOf(failing.id);

  await sendDaily({});
  const readSteps = async () =>
    (await db.raw(`select data ->> 'step' as step, state from pgboss.job where name = 'daily' and data ? 'step'`)).rows;
  await expect
    .poll(async () => (await readSteps()).map(({ state }) => state).toSorted())
    .toEqual([...Array.from({ length: 25 }, () => 'completed'), 'retry']);
  expect((await readSteps()).find(({ state }) => state === 'retry')?.step).toBe('reward birthdays');
  const rewards = await db.raw(`select distinct customer_id from wallet_entries where action = 'birthday'`);
  expect(rewards.rows.map(({ customer_id }) => customer_id)).toContain(other.id);
  expect(rewards.rows.map(({ customer_id }) => customer_id)).not.toContain(failing.id);
});

describe('a birthday whose day is over', () => {
  beforeEach(async () => {
    await db.raw('drop trigger if exists refuse_entry on wallet_entries');
    await db.raw(`delete from pgboss.job where name = 'daily'`);
  });
  afterEach(() => {
    now = null;
  });

  test('a reward that fails before midnight is given when its job is retried after it', async () => {
    const customer = await newCustomer(server);
    await setBirthday('1990-12-31', [customer.id]);
    await refuseRewardsOf(customer.id);
    now = new Date('2030-12-31T23:40:00+08:00');
    await sendDaily({});
    const readState = async () =>
      (await db.raw(`select state from pgboss.job where name = 'daily' and data ->> 'step' = 'reward birthdays'`)).rows;
    await expect.poll(readState).toEqual([{ state: 'retry' }]);
    now = new Date('2031-01-01T00:10:00+08:00');
    await db.raw('drop trigger refuse_entry on wallet_entries');
    await expect.poll(readState).toEqual([{ state: 'completed' }]);
    expect(await listRewards(customer.id)).toEqual(['birthday:2030']);
  });

  test('a server that was off in the evening rewards when it starts, and once', async () => {
    const [yesterday, today, tomorrow] = [
      await newCustomer(server),
      await newCustomer(server),
      await newCustomer(server),
    ];
    await setBirthday('1990-05-05', [yesterday.id]);
    await setBirthday('1990-05-06', [today.id]);
    await setBirthday('1990-05-07', [tomorrow.id]);
    const readStates = async () =>
      (
        await db.raw(`select state from pgboss.job where name = 'daily' and data ->> 'step' = 'reward birthdays'`)
      ).rows.map(({ state }) => state);
    now = new Date('2031-05-06T09:00:00+08:00');
    await sendDaily({});
    await expect.poll(readStates).toEqual(['completed']);
    now = new Date('2031-05-06T23:40:00+08:00');
    await sendDaily({});
    await expect.poll(readStates).toEqual(['completed', 'completed']);
    expect(await Promise.all([yesterday, today, tomorrow].map(({ id }) => listRewards(id)))).toEqual([
      ['birthday:2031'],
      ['birthday:2031'],
      [],
    ]);
  });
});
