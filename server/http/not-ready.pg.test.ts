/** docs/security.md#faults: a database that answers and takes no writes, on a PostgreSQL of the test's own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../db/open.ts';
import { createCluster, findServerPrograms, type OwnCluster } from '../testing/database/own-cluster.ts';
import { startApiProcess } from '../testing/processes/start-api-process.ts';

const programs = findServerPrograms();
const dataDir = mkdtempSync(join(tmpdir(), 'shop-not-ready-'));
const disk = mkdtempSync(join(tmpdir(), 'shop-disk-'));
/** Only root can mount a small disk. */
const hasDisk = mountDisk();
const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  if (hasDisk) execFileSync('umount', ['-l', disk]);
  for (const folder of [dataDir, disk]) rmSync(folder, { recursive: true, force: true });
});

function mountDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk], { stdio: 'ignore' });
    execFileSync('chown', ['postgres', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function startShop(cluster: OwnCluster) {
  const shop = await startApiProcess({ DATABASE_URL: cluster.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  cleanUps.push(() => shop.child.kill('SIGKILL'));
  let log = '';
  shop.child.stdout?.on('data', (chunk) => (log += chunk));
  const ready = async () => (await shop.api('GET', '/health/ready')).status;
  await expect.poll(ready).toBe(200);
  return { ready, log: () => log };
}

test.skipIf(programs === null)(
  'not ready while the database is read-only or its disk is full',
  { timeout: 240_000 },
  async () => {
    const cluster = await createCluster(programs ?? '');
    cleanUps.push(() => cluster.remove());
    const { ready, log } = await startShop(cluster);
    const admin = await openPostgres('DATABASE_URL', cluster.url);
    cleanUps.push(() => admin.close());
    const sql = (text: string) => admin.pool.query(text);
    /** Waits until the log has the reason of a probe that failed. */
    const expectReason = async (reason: string) => {
      await expect.poll(async () => [await ready(), log().includes(reason)]).toEqual([503, true]);
    };

    await sql('alter system set default_transaction_read_only = on');
    await sql('select pg_reload_conf()');
    await expectReason('cannot execute INSERT in a read-only transaction');
    await sql('set default_transaction_read_only = off');
    await sql('alter system reset default_transaction_read_only');
    await sql('select pg_reload_conf()');
    await expect.poll(ready).toBe(200);

    if (!hasDisk) return;
    await sql(`create tablespace small location '${disk}'`);
    await sql('alter table all in tablespace pg_default set tablespace small');
    execFileSync('sh', ['-c', `cat /dev/zero > ${join(disk, 'filler')} 2>/dev/null || true`]);
    await expectReason('No space left on device');
    rmSync(join(disk, 'filler'));
    await expect.poll(ready).toBe(200);
  },
);
