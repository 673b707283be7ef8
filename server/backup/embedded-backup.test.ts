/** Backs up and restores the embedded database. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { engine, fillDataFolder } from '../testing/database/test-database.ts';
import { runFile } from '../testing/processes/run-command.ts';
import { startApiProcess } from '../testing/processes/start-api-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyFile = join(folder, 'key');
writeFileSync(keyFile, randomBytes(32));

const run = (program: 'backup' | 'restore', args: readonly string[], env: Record<string, string>) =>
  runFile(join(import.meta.dirname, `${program}-cli.ts`), args, { BACKUP_KEY_FILE: keyFile, ...env });

test.runIf(engine() === 'embedded')('restores the embedded database, and the shop runs on it', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await fillDataFolder(from);
  const path = join(folder, 'embedded.backup');
  const backup = await run('backup', [path], { DATA_DIR: from });
  expect([backup.code, backup.err]).toEqual([0, expect.stringContaining('embedded.backup')]);

  const restore = await run('restore', [path], { DATA_DIR: to });
  expect([restore.code, restore.out]).toEqual([0, expect.stringContaining('ok     orders')]);
  expect((await run('restore', [path], { DATA_DIR: to })).err).toContain('--overwrite');
  const again = await run('restore', [path, '--overwrite'], { DATA_DIR: to });
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('database-before-')]);
  const verification = await run('backup', ['--verify', path], { DATA_DIR: to });
  expect([verification.code, verification.out]).toEqual([0, expect.stringContaining('ok     wallets')]);
  expect(readdirSync(to).filter((name) => name.startsWith('.'))).toEqual([]);

  const shop = await startApiProcess({ DATA_DIR: to, LOG_LEVEL: 'silent' });
  try {
    expect((await shop.api('GET', '/products?limit=2')).body.data.length).toBe(2);
    const inUse = await run('backup', [path], { DATA_DIR: to });
    expect([inUse.code, inUse.err]).toEqual([1, expect.stringContaining('already using the data folder')]);
  } finally {
    shop.child.kill('SIGKILL');
  }
});

test.runIf(engine() === 'embedded')('without a database there is nothing to back up', async () => {
  const dataDir = join(folder, 'empty');
  const { code, err } = await run('backup', [join(folder, 'none.backup')], { DATA_DIR: dataDir });
  expect([code, err]).toEqual([1, expect.stringContaining('there is nothing to back up')]);
  expect(readdirSync(dataDir).toSorted()).toEqual(['operator-token', 'secret']);
});
