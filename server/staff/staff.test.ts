/** docs/api.md#staff-api: accounts, roles, tokens and the audit log. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db, config } = server;
const owner = operator(server);

async function placeTestOrder() {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db, { stock: 5 }), 1]);
  return (await shopper.place(await shopper.prepare())).body.order;
}

test('stores the operator’s token in the data folder, readable by its owner only', () => {
  expect(statSync(join(config.dataDir, 'operator-token')).mode & 0o777).toBe(0o600);
  expect(config.operatorToken).toMatch(/^s_/);
});

test('staff sign in with email and password; the token has the prefix s_ and ends after twelve hours', async () => {
  const { email, password, call } = await newStaff(server, ['orders']);
  const { status, body } = await api('POST', '/staff/token', { body: { email: email.toUpperCase(), password } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ token: expect.stringMatching(/^s_/), staff: { email, roles: ['orders'] } });
  expect((await call('GET', '/orders')).status).toBe(200);
  const wrong = await api('POST', '/staff/token', { body: { email, password: 'not it at all' } });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'auth.wrong']);
  now = new Date(now.getTime() + 12 * 3_600_000 + 1);
  expect((await call('GET', '/orders')).status).toBe(401);
});

test('signing out ends the token', async () => {
  const { call } = await newStaff(server, ['picker']);
  expect((await call('POST', '/logout')).body).toEqual({ success: true });
  expect((await call('GET', '/orders')).status).toBe(401);
});

test('a shopper’s token never opens a staff call, and staff’s never a shopper’s: 401', async () => {
  const customer = await newCustomer(server);
  const guest = await newShopper(server);
  const staff = await newStaff(server, ['owner']);
  for (const token of [customer.token, guest.token, null, `s_${'A'.repeat(65)}`]) {
    expect((await api('GET', '/staff/orders', { token })).status).toBe(401);
  }
  for (const path of ['/me', '/cart', '/orders', '/refunds']) {
    expect([path, (await api('GET', path, { token: staff.token })).status]).toEqual([path, 401]);
  }
  expect((await api('GET', '/settings', { token: staff.token })).status).toBe(200);
});

test('a call outside the account’s roles gets the same response as one that does not exist: 404', async () => {
  const catalog = await newStaff(server, ['catalog']);
  const unknown = await catalog.call('GET', '/no-such-call');
  expect((await catalog.call('GET', '/orders')).text).toBe(unknown.text);
  expect((await catalog.call('GET', '/audit')).status).toBe(404);
  const picker = await newStaff(server, ['picker']);
  const order = await placeTestOrder();
  expect((await picker.call('POST', `/orders/${order.id}/cancel`, { comment: 'no' })).status).toBe(404);
  expect((await picker.call('POST', `/orders/${order.id}/advance`, {})).status).toBe(200);
});

test('an email has one account; a disabled one cannot sign in, and its tokens end', async () => {
  const support = await newStaff(server, ['support']);
  const twice = await owner('POST', '/accounts', { email: support.email, roles: ['orders'] });
  expect([twice.status, twice.body.code]).toEqual([409, 'staff.exists']);
  expect((await owner('POST', `/accounts/${support.id}/disable`)).body.staff.is_active).toBe(false);
  expect((await support.call('GET', '/orders')).status).toBe(401);
  const { email, password } = support;
  expect((await api('POST', '/staff/token', { body: { email, password } })).body.code).toBe('auth.wrong');
});

test('refuses to disable the last active owner', async () => {
  const { body } = await owner('GET', '/accounts');
  const owners = body.data.filter((each: { roles: string[] }) => each.roles.includes('owner'));
  for (const { id } of owners.slice(1)) await owner('POST', `/accounts/${id}/disable`);
  const last = await owner('POST', `/accounts/${owners[0].id}/disable`);
  expect([last.status, last.body.code]).toEqual([409, 'staff.last_owner']);
});

test('of two owners who disable each other at once, or give the role up at once, one stays', async () => {
  const newOwnerPair = async () => {
    const owners = [await newStaff(server, ['owner']), await newStaff(server, ['owner'])] as const;
    const { body } = await owner('GET', '/accounts');
    const others = body.data.filter(
      ({ id, roles, is_active }: { id: string; roles: string[]; is_active: boolean }) =>
        is_active && roles.includes('owner') && !owners.some((each) => each.id === id),
    );
    for (const { id } of others) await owner('POST', `/accounts/${id}/disable`);
    return owners;
  };
  const readVersion = async (id: string): Promise<number> =>
    (await owner('GET', '/accounts')).body.data.find((each: { id: string }) => each.id === id).version;
  const sortStatuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

  const [a, b] = await newOwnerPair();
  expect(
    sortStatuses(
      await Promise.all([owner('POST', `/accounts/${b.id}/disable`), owner('POST', `/accounts/${a.id}/disable`)]),
    ),
  ).toEqual([200, 409]);

  const [c, d] = await newOwnerPair();
  const [first, second] = [await readVersion(c.id), await readVersion(d.id)];
  expect(
    sortStatuses(
      await Promise.all([
        owner('POST', `/accounts/${c.id}/roles`, { roles: ['orders'], version: first }),
        owner('POST', `/accounts/${d.id}/disable`),
        owner('POST', `/accounts/${d.id}/roles`, { roles: ['support'], version: second }),
      ]),
    ).filter((status) => status === 200).length,
  ).toBe(1);
  const { body } = await owner('GET', '/accounts');
  const ownersLeft = body.data.filter(
    ({ roles, is_active }: { roles: string[]; is_active: boolean }) => is_active && roles.includes('owner'),
  );
  expect(ownersLeft).toHaveLength(1);
});

test('a disabled account can be enabled again, and signs in with its password; an active one is 404', async () => {
  const support = await newStaff(server, ['support']);
  await owner('POST', `/accounts/${support.id}/disable`);
  const enabled = await owner('POST', `/accounts/${support.id}/enable`);
  expect([enabled.status, enabled.body.staff.is_active]).toEqual([200, true]);
  expect((await support.call('GET', '/orders')).status).toBe(401);
  const { email, password } = support;
  expect((await api('POST', '/staff/token', { body: { email, password } })).status).toBe(200);
  expect((await owner('POST', `/accounts/${support.id}/enable`)).status).toBe(404);
  expect((await support.call('POST', `/accounts/${support.id}/enable`)).status).toBe(401);
  const audit = await owner('GET', `/audit?subject=staff:${email}&action=staff.enableAccount`);
  expect(audit.body.data).toMatchObject([{ before: { is_active: false }, after: { is_active: true } }]);
});

test('an owner ends all sessions of an account; it signs in again', async () => {
  const orders = await newStaff(server, ['orders']);
  const picker = await newStaff(server, ['picker']);
  expect((await picker.call('POST', `/accounts/${orders.id}/end-sessions`)).status).toBe(404);
  expect((await owner('POST', `/accounts/${orders.id}/end-sessions`)).status).toBe(200);
  expect((await orders.call('GET', '/orders')).status).toBe(401);
  expect((await picker.call('GET', '/orders')).status).toBe(200);
  const { email, password } = orders;
  expect((await api('POST', '/staff/token', { body: { email, password } })).status).toBe(200);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await owner('POST', `/accounts/${unknown}/end-sessions`)).status).toBe(404);
});

test('passwords follow the same rules as a customer’s', async () => {
  const common = await owner('POST', '/accounts', {
    email: 'new@example.com',
    roles: ['orders'],
    password: 'password',
  });
  expect([common.status, common.body.code]).toEqual([422, 'password.common']);
});

test('"Every write lands in the audit": who, when, before and after; no one can change or remove an entry', async () => {
  const orders = await newStaff(server, ['orders']);
  const order = await placeTestOrder();
  await orders.call('POST', `/orders/${order.id}/advance`, {});
  await orders.call('POST', `/orders/${order.id}/cancel`, { comment: 'Out of stock' });
  const { body } = await owner('GET', `/audit?search=subject:order ${order.order_number}`);
  expect(body.data).toEqual([
    {
      id: expect.any(String),
      at: now.toISOString(),
      staff_id: orders.id,
      staff_email: orders.email,
      action: 'staff.cancelOrder',
      subject: `order ${order.order_number}`,
      before: { status: 'processing' },
      after: { status: 'canceled', comment: 'Out of stock' },
    },
    expect.objectContaining({
      action: 'staff.advanceOrder',
      before: { status: 'pending' },
      after: { status: 'processing' },
    }),
  ]);
  await expect(db.raw('update staff_audit set staff_email = $1', ['x'])).rejects.toThrow('never changed');
  await expect(db.raw('delete from staff_audit')).rejects.toThrow('never changed');
});
