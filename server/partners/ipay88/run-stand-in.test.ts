/** The stand-in gateway is a process of its own that ends with the shop's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { runStandIn } from './run-stand-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-gateway-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const account = { merchantCode: 'M00003', merchantKey: 'stand-in' };
const settings = (name: string) => ({ port: 0, account, file: join(folder, name) });

const enquire = async (url: string): Promise<string> => {
  const body = new URLSearchParams({ MerchantCode: 'M00003', RefNo: 'K0000000000000000X', Amount: '1.00' });
  return (await fetch(`${url}/enquiry.asp`, { method: 'POST', body })).text();
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('listens in another process, and ends when it is closed', async () => {
  const { url, pid, close } = await runStandIn(settings('closed.json'));
  expect(pid).not.toBe(process.pid);
  expect(await enquire(url)).toBe('Record not found');
  await close();
  expect(isRunning(pid)).toBe(false);
  await close();
});

test('ends with a shop that is killed', async () => {
  const program = `
    import { runStandIn } from ${JSON.stringify(join(import.meta.dirname, 'run-stand-in.ts'))};
    const { url, pid } = await runStandIn(${JSON.stringify(settings('killed.json'))});
    process.stdout.write(JSON.stringify({ url, pid }));
    setInterval(() => undefined, 1_000);`;
  const shop = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(shop.stdout, 'data');
  const { url, pid } = JSON.parse(String(printed));
  expect(await enquire(url)).toBe('Record not found');
  shop.kill('SIGKILL');
  while (isRunning(pid)) await sleep(10);
  await expect(enquire(url)).rejects.toThrow();
});

test('refuses to run in production', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stand-in-process.ts'), '{}'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  const [said, [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  expect([String(said), code]).toEqual(['The stand-in gateway does not run in production\n', 1]);
});
