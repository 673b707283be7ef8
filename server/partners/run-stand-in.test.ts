/** The stand-in gateway is a process of its own that ends with the shop's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { PROCESS_ENV } from '../testing/processes/process-env.ts';
import { runStandIn } from './run-stand-in.ts';
import { tngProvider } from './tng/provider.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-gateway-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const account = { merchantCode: 'M00003', merchantKey: 'stand-in' };
const program = (name: string) =>
  ({ provider: 'ipay88', port: 0, settings: { account, file: join(folder, name) } }) as const;

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
  const { url, pid, close } = await runStandIn(program('closed.json'));
  expect(pid).not.toBe(process.pid);
  expect(await enquire(url)).toBe('Record not found');
  await close();
  expect(isRunning(pid)).toBe(false);
  await close();
});

test('ends with a shop that is killed', async () => {
  const script = `
    import { runStandIn } from ${JSON.stringify(join(import.meta.dirname, 'run-stand-in.ts'))};
    const { url, pid } = await runStandIn(${JSON.stringify(program('killed.json'))});
    process.stdout.write(JSON.stringify({ url, pid }));
    setInterval(() => undefined, 1_000);`;
  const shop = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(shop.stdout, 'data');
  const { url, pid } = JSON.parse(String(output));
  expect(await enquire(url)).toBe('Record not found');
  shop.kill('SIGKILL');
  while (isRunning(pid)) await sleep(10);
  await expect(enquire(url)).rejects.toThrow();
});

test('the stand-in for Touch ’n Go: its own process plays the app, signs, and stores payments for the next start', async () => {
  const config = readConfig({ DATA_DIR: folder, PORT: '65000' });
  const connect = () =>
    tngProvider.connectStandIn({ config, clock: () => new Date(), shopUrl: () => config.publicUrl, port: 0 });
  const first = await connect();
  const { hostOrigin } = first.gateway.miniProgram ?? expect.unreachable();
  const reference = 'K0000000000000000X';
  const request = { reference, amount: 50_00, channel: '', description: 'Order 1', name: '', email: '', phone: '' };
  const expiresAt = new Date(Date.now() + 60_000);
  const start = () => first.gateway.start({ ...request, lang: 'en', proof: 'proof', expiresAt });
  expect(await start()).toMatchObject({ to: 'host', call: { name: 'tradePay' } });
  const fetchText = async (path: string) => (await fetch(`${hostOrigin}${path}`)).text();
  expect(await fetchText('/?lang=zh')).toContain('<html lang="zh">');
  expect(await fetchText('/mini-program/config.js')).toBe('export const shopUrl = "http://localhost:65000";\n');
  for (const path of ['/host.js', '/host.css', '/web-view.js', '/mini-program/bridge.js']) {
    expect((await fetch(`${hostOrigin}${path}`)).status).toBe(200);
  }
  expect((await fetch(`${hostOrigin}/../package.js`)).status).toBe(404);
  await first.close();
  const again = await connect();
  expect(await again.gateway.enquire({ reference, amount: 50_00 })).toMatchObject({ result: 'pending' });
  await again.close();
});

test('refuses to run in production', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stand-in-process.ts'), '{}'], {
    env: { ...PROCESS_ENV, NODE_ENV: 'production' },
  });
  const [output, [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  expect([String(output), code]).toEqual(['The stand-in gateway does not run in production\n', 1]);
});
