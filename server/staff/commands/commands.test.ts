/** docs/api.md#staff-api: the commands are thin clients of the staff API and work while the shop runs. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/make-product.ts';
import { newShopper } from '../../testing/shopper.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, config, url } = server;
const { port } = new URL(url);

/** Runs a command as a shopkeeper does, on the data folder of the running shop. */
function run(cli: 'staff' | 'orders', args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${cli}-cli.ts`), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: config.dataDir, PORT: port, ...env },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => (output.out += text));
  child.stderr.on('data', (text) => (output.err += text));
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...output })),
  );
}

async function placed() {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { name: 'Kaya', stock: 5 }), 2]);
  return (await shopper.place(await shopper.prepare())).body.order;
}

test('staff: add, list, disable', async () => {
  const added = await run('staff', ['add', 'mei@shop.example', 'orders', 'picker']);
  expect(added).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^mei@shop\.example {2}orders, picker\nPassword: /),
  });
  const password = /Password: (\S+)/.exec(added.out)?.[1];
  expect((await api('POST', '/staff/token', { body: { email: 'mei@shop.example', password } })).status).toBe(200);
  expect((await run('staff', ['disable', 'mei@shop.example'])).out).toContain('(disabled)');
  expect((await run('staff', ['list'])).out).toContain('mei@shop.example  orders, picker  (disabled)');
  expect(await run('staff', ['add', 'x'])).toMatchObject({ code: 1, err: expect.stringContaining('Usage') });
});

test('orders: list, show, advance, cancel', async () => {
  const { order_number } = await placed();
  expect((await run('orders', ['list', 'pending'])).out).toContain(order_number);
  expect((await run('orders', ['advance', order_number])).out).toContain('processing');
  expect(await run('orders', ['cancel', order_number])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Usage'),
  });
  expect((await run('orders', ['cancel', order_number, '--comment', 'No stock'])).out).toContain('canceled');
  const shown = await run('orders', ['show', order_number]);
  expect(shown.out).toContain('2 × Kaya');
  expect(shown.out).toContain('canceled by operator: No stock');
  expect(await run('orders', ['advance', order_number])).toMatchObject({
    code: 1,
    err: 'This step is not possible in the order’s current status.\n',
  });
});

test('orders: cancellations, reject, approve', async () => {
  const { order_number, view_token } = await placed();
  const request = { order_number, token: view_token, reason: 'Bought it\ntwice' };
  await api('POST', '/refunds', { body: request });
  expect((await run('orders', ['cancellations'])).out).toMatch(
    new RegExp(`${order_number} .* requested {2}Bought it twice`),
  );
  expect((await run('orders', ['reject', order_number, '--comment', 'On its way'])).out).toContain('rejected');
  expect((await run('orders', ['approve', order_number])).err).toContain('no open cancellation request');
  await api('POST', '/refunds', { body: request });
  expect((await run('orders', ['approve', order_number])).out).toContain('approved');
});

test('on another machine STAFF_TOKEN signs in, with the roles of its account', async () => {
  const { order_number } = await placed();
  const picker = await newStaff(server, ['picker']);
  const env = { STAFF_TOKEN: picker.token, PUBLIC_URL: url, DATA_DIR: '/nowhere' };
  expect((await run('orders', ['advance', order_number], env)).out).toContain('processing');
  expect((await run('staff', ['list'], env)).code).toBe(1);
  expect((await run('staff', ['list'], { STAFF_TOKEN: picker.token })).err).toContain('Set PUBLIC_URL');
});

test('without a running shop the command says so', async () => {
  expect((await run('staff', ['list'], { PORT: '1' })).err).toContain('is it running?');
  expect((await run('staff', ['list'], { DATA_DIR: '/nowhere' })).err).toContain('start the shop once');
});
