/** Kills the import with SIGKILL half-way: the shop is consistent, and a second run completes it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { PROCESS_ENV } from '../../testing/processes/process-env.ts';

const PRODUCTS = 3000;
const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'shop-killed-import-'));
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const countRows = async (from: string) =>
  Number((await database.db.raw(`select count(*) from ${from}`)).rows[0]?.count);
const countProducts = (prefix: string) => countRows(`products where slug like '${prefix}-%'`);

function start(path: string, ...flags: string[]) {
  return spawn(process.execPath, [join(import.meta.dirname, '..', 'commands', 'import-cli.ts'), path, ...flags], {
    env: { ...PROCESS_ENV, DATABASE_URL: database.url, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function writeFile(prefix: string): string {
  const path = join(folder, `${prefix}.csv`);
  const line = (_: unknown, i: number) =>
    `${prefix}-${i},${prefix} ${i},${prefix}-${i},${i % 50},3.50,4.00,Killed brand ${i % 9}`;
  const header = 'Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Vendor';
  writeFileSync(path, [header, ...Array.from({ length: PRODUCTS }, line)].join('\n'));
  return path;
}

/** Counts products without their listing, stock or sale. */
const countIncomplete = (prefix: string) =>
  countRows(
    `products p where p.slug like '${prefix}-%' and (
       not exists (select 1 from product_listing l where l.product_id = p.id and l.price_now = 350)
       or not exists (select 1 from inventory i where i.product_id = p.id)
       or not exists (select 1 from sales s where s.product_id = p.id))`,
  );

test('killed in the middle, whole products are there; running it again completes it', async () => {
  const path = writeFile('kill');
  const child = start(path);
  const exit = once(child, 'exit');
  while ((await countProducts('kill')) < 200) await sleep(20);
  child.kill('SIGKILL');
  await exit;
  expect(await countProducts('kill')).toBeLessThan(PRODUCTS);
  expect(await countIncomplete('kill')).toBe(0);
  expect((await once(start(path), 'exit'))[0]).toBe(0);
  expect(await countProducts('kill')).toBe(PRODUCTS);
  expect(await countIncomplete('kill')).toBe(0);
}, 120_000);

test('killed in the middle with --all-or-nothing, it imports nothing; running it again imports all', async () => {
  const path = writeFile('whole');
  const child = start(path, '--all-or-nothing');
  const exit = once(child, 'exit');
  const writes = `pg_stat_activity where datname = current_database() and state <> 'idle' and query like 'insert into products%'`;
  while ((await countRows(writes)) === 0) await sleep(5);
  child.kill('SIGKILL');
  await exit;
  expect(await countProducts('whole')).toBe(0);
  expect((await once(start(path, '--all-or-nothing'), 'exit'))[0]).toBe(0);
  expect(await countProducts('whole')).toBe(PRODUCTS);
  expect(await countIncomplete('whole')).toBe(0);
}, 120_000);
