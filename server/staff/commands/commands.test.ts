/** docs/api.md#staff-api: the commands are thin clients of the staff API and work while the shop runs. */
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { runCommand } from '../../testing/processes/run-command.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, url } = server;

const run = (cli: 'staff' | 'orders', args: string[], env?: Record<string, string>) =>
  runCommand(server, cli, args, env);

async function placeTestOrder() {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { name: 'Kaya', stock: 5 }), 2]);
  return (await shopper.place(await shopper.prepare())).body.order;
}

test('staff: add, list, disable', async () => {
  const output = await run('staff', ['add', 'mei@shop.example', 'orders', 'picker']);
  expect(output).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^mei@shop\.example {2}orders, picker\nPassword: /),
  });
  const password = /Password: (\S+)/.exec(output.out)?.[1];
  expect((await api('POST', '/staff/token', { body: { email: 'mei@shop.example', password } })).status).toBe(200);
  expect((await run('staff', ['disable', 'mei@shop.example'])).out).toContain('(disabled)');
  expect((await run('staff', ['list'])).out).toContain('mei@shop.example  orders, picker  (disabled)');
  expect(await run('staff', ['add', 'x'])).toMatchObject({ code: 1, err: expect.stringContaining('Usage') });
});

test('orders: list, show, advance, cancel', async () => {
  const { order_number } = await placeTestOrder();
  expect((await run('orders', ['list', 'pending'])).out).toContain(order_number);
  expect((await run('orders', ['advance', order_number])).out).toContain('processing');
  expect(await run('orders', ['cancel', order_number])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Usage'),
  });
  expect((await run('orders', ['cancel', order_number, '--comment', 'No stock'])).out).toContain('canceled');
  const output = await run('orders', ['show', order_number]);
  expect(output.out).toContain('2 × Kaya');
  expect(output.out).toContain('canceled by operator: No stock');
  expect(await run('orders', ['advance', order_number])).toMatchObject({
    code: 1,
    err: 'This step is not possible in the order’s current status.\n',
  });
});

test('orders: show prints Malaysian time, fee and tip; change-delivery', async () => {
  const { order_number } = await placeTestOrder();
  await db.raw(
    `update orders set created_at = '2026-11-21T08:30:00Z', slot_starts_at = '2026-11-22T08:00:00Z',
       slot_ends_at = '2026-11-22T10:00:00Z', tip = 200, grand_total = grand_total + 200 where order_number = $1`,
    [order_number],
  );
  const { out } = await run('orders', ['show', order_number]);
  expect(out).toContain(`${order_number}  2026-11-21 16:30  pending`);
  expect(out).toContain(', 2026-11-22 16:00 to 18:00');
  expect(out).toMatch(/Delivery fee RM\d+\.\d\d {2}Bag fee RM\d+\.\d\d {2}Tip RM2\.00/);
  const change = (...args: string[]) => run('orders', ['change-delivery', order_number, ...args]);
  expect((await change('--address', 'recipient=Aunty Siew')).err).toContain('Usage');
  expect((await change('--reason', 'Call', '--address', 'email=x@example.com')).err).toContain('--address FIELD=VALUE');
  const output = await change('--reason', 'Call', '--address', 'recipient=Aunty Siew', '--keep-fee');
  expect(output.out).toContain('Aunty Siew');
});

test('orders: fail-delivery, cash that differs', async () => {
  const { order_number } = await placeTestOrder();
  for (let step = 0; step < 3; step++) await run('orders', ['advance', order_number]);
  const failDelivery = (...args: string[]) => run('orders', ['fail-delivery', order_number, ...args]);
  expect((await failDelivery('--retry')).err).toContain('Usage');
  expect((await failDelivery('--reason', 'Nobody', '--retry', '--cancel')).err).toContain('Usage');
  expect((await failDelivery('--reason', 'Nobody', '--retry')).out).toContain('packed');
  await run('orders', ['advance', order_number]);
  expect((await failDelivery('--reason', 'Refused', '--cancel', '--cash', '1.00')).out).toContain('canceled');
  expect((await run('orders', ['cash-differences'])).out).toMatch(
    new RegExp(`^${order_number} .*cancel  RM1\\.00 of RM[\\d.]+  by operator`),
  );
  expect((await run('orders', ['show', order_number])).out).toContain('Cash (cancel): RM1.00 by operator');
});

test('orders: refund of items by their line, as goodwill, and of what is left', async () => {
  const { order_number } = await placeTestOrder();
  for (let step = 0; step < 4; step++) await run('orders', ['advance', order_number]);
  expect((await run('orders', ['show', order_number])).out).toContain('  1. 2 × Kaya');
  const refund = (...args: string[]) => run('orders', ['refund', order_number, ...args]);
  expect((await refund('--amount', '1.00')).code).toBe(1);
  expect((await refund('--item', '9:1')).err).toContain('has no item 9:1');
  expect((await refund('--item', '1:1', '--all')).err).toContain('Usage');
  expect((await refund('--amount', '1.00', '--comment', 'Late')).out).toContain('RM1.00  0 coins  0 points  requested');
  expect((await refund('--item', '1:1', '--restock')).out).toContain('requested');
  expect((await refund('--all')).out).toContain('requested');
  expect((await refund('--all')).err).toContain('nothing to refund');
  expect((await run('orders', ['show', order_number])).out).toContain('Refund due: RM1.00');
});

test('orders: cancellations, reject, approve', async () => {
  const { order_number, view_token } = await placeTestOrder();
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
  const { order_number } = await placeTestOrder();
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
