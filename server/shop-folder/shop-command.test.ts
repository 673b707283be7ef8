/** `npm run shop:apply` as a process: what an owner reads on the terminal (docs/own-shop.md). */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { engine, fillDataFolder, testDatabase } from '../testing/database/test-database.ts';
import { PROCESS_ENV } from '../testing/processes/process-env.ts';
import { DEFAULT_FOLDER } from './prepare-shop.ts';

const scratch = mkdtempSync(join(tmpdir(), 'shop-command-'));
const dataDir = join(scratch, 'data');
const database = engine() === 'postgres' ? await testDatabase() : undefined;
if (database === undefined) await fillDataFolder(dataDir);
afterAll(async () => {
  await database?.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Applies a new shop's folder, with one file replaced, as a dry run; returns exit code and output. */
async function applyWith(file: string, content: string) {
  const folder = mkdtempSync(join(scratch, 'folder-'));
  cpSync(DEFAULT_FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, file), content);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'apply', folder, '--dry-run'], {
    env: { ...PROCESS_ENV, DATABASE_URL: database?.url ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { folder, out, err, code };
}

test('notes a promotion for a category that the shop lacks, with file and line', async () => {
  const promotions = 'moon:\n  name: Moon rocks\n  off: 5.00\n  class: product\n  categories: [nope]\n';
  const { folder, out, err, code } = await applyWith('promotions.yaml', promotions);
  expect([code, err]).toEqual([0, '']);
  const place = `${join(folder, 'promotions.yaml')}:5`;
  expect(out).toContain(`note: ${place}: the shop has no category nope yet; no product counts for it\n`);
});

test.each([
  ['aliases that grow', `a: &a [x]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n`, 2],
  ['an alias that contains itself', 'name: A\nlanguages: &all [*all]\n', 2],
])('refuses %s in one sentence, without a stack trace', async (_, shop, line) => {
  const { folder, out, err, code } = await applyWith('shop.yaml', shop);
  expect([code, out]).toEqual([1, '']);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringContaining(`${join(folder, 'shop.yaml')}:${line}: uses too many aliases (*name)`),
    'Nothing was changed: 1 to correct.',
  ]);
});
