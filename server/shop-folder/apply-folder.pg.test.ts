/** Tests two processes that set up one shop together, and a setup that takes longer than a statement may. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../db/open.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { applyFolder } from './apply-folder.ts';
import { setUpNewShop } from './prepare-shop.ts';
import { readSetup } from './read-setup.ts';
import { lockSetup } from './shop-setup.sql.ts';

const database = await testDatabase();
const { db } = database;
const otherProcess = await openPostgres('TEST_DATABASE_URL', database.url ?? '');
const scratch = mkdtempSync(join(tmpdir(), 'apply-folder-'));
afterAll(async () => {
  await otherProcess.close();
  await database.close();
  rmSync(scratch, { recursive: true });
});

const options = { now: new Date(), media: join(scratch, 'media'), dryRun: false, prune: false };

function makeFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(scratch, 'shop-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Locks setups as another process does. Returns a function that unlocks them. */
async function holdLock(): Promise<() => Promise<void>> {
  const holder = await otherProcess.pool.connect();
  await holder.query(`select pg_advisory_lock(hashtext('shop setup'))`);
  return async () => {
    await holder.query(`select pg_advisory_unlock(hashtext('shop setup'))`);
    holder.release();
  };
}

/** Counts the statements that have waited for the lock of setups for these seconds. */
async function countWaiting(seconds: number): Promise<number> {
  const { rows } = await db.raw(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
       and query_start < clock_timestamp() - make_interval(secs => $1)`,
    [seconds],
  );
  return rows.length;
}

test('a folder waits longer than other statements for another process, and its members may move as slowly', async () => {
  await db.raw(
    `update vouchers set tiers = '{}';
     create function move_slowly() returns trigger language plpgsql as
       $$ begin perform pg_sleep(5.2); return null; end $$;
     create trigger move_slowly before update on memberships for each statement execute function move_slowly()`,
  );
  const loyalty = 'tiers: { member: { name: { en: Member, zh: 会员 }, rate: 1, price_group: members } }\nrewards: {}\n';
  const folder = makeFolder({ 'loyalty.yaml': loyalty });
  const unlock = await holdLock();
  const applied = applyFolder(db, folder, options);
  await expect.poll(() => countWaiting(5.2)).toBe(1);
  await unlock();
  expect((await applied).problems).toEqual([]);
  expect((await readSetup(db)).tiers.map(({ code }) => code)).toEqual(['member']);
});

test('a folder waits for the locks of shoppers no longer than other statements', async () => {
  const { rows } = await db.transaction(async (tx) => {
    await lockSetup(tx);
    return tx.raw('show lock_timeout');
  });
  expect(rows).toEqual([{ lock_timeout: '3s' }]);
});

test('the setup of a new shop does not replace the one that another process applies at the same time', async () => {
  await db.raw('truncate settings, delivery_methods, payment_methods, static_blocks cascade');
  const folder = makeFolder({ 'shop.yaml': 'name: { en: Kedai Aman, zh: 安心杂货 }\n' });
  const unlock = await holdLock();
  const applied = applyFolder(otherProcess.db, folder, options);
  await expect.poll(() => countWaiting(0)).toBe(1);
  const setUp = setUpNewShop(db, options.now);
  await expect.poll(() => countWaiting(0)).toBe(2);
  await unlock();
  expect((await applied).problems).toEqual([]);
  await setUp;
  expect((await readSetup(db)).settings.site_title).toEqual({ en: 'Kedai Aman', zh: '安心杂货' });
});
