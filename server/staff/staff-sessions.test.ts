/** docs/api.md#staff-api: sessions of staff, their lock and password, roles and outlets. */
import { expect, test } from 'vitest';
import { readQueuedNotices } from '../testing/queued-notices.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db } = server;
const owner = operator(server);
const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const OFFICE = { 'user-agent': 'Office/1.0 (Windows)' };
const signIn = (email: string, password: string, more: object = {}, headers: Record<string, string> = OFFICE) =>
  api('POST', '/staff/token', { body: { email, password, ...more }, headers });
const listOrders = (token: string) => api('GET', '/staff/orders', { token });

test('a session of the office locks after 30 minutes without a call, until the password unlocks it', async () => {
  const { email, password } = await newStaff(server, ['orders']);
  const { token } = (await signIn(email, password, { locks_when_idle: true })).body;
  const command = (await signIn(email, password)).body.token;
  expect((await api('GET', '/staff/me', { token })).body.me).toMatchObject({ idle_minutes: 30 });
  wait(29);
  expect((await listOrders(token)).status).toBe(200);
  wait(29);
  expect((await listOrders(token)).status).toBe(200);
  wait(30);
  expect([(await listOrders(token)).status, (await listOrders(token)).body.code]).toEqual([401, 'auth.locked']);
  // Setting the clock back does not unlock the session.
  wait(-30);
  expect((await listOrders(token)).body.code).toBe('auth.locked');
  expect((await listOrders(command)).status).toBe(200);
  wait(30);
  const wrong = await api('POST', '/staff/unlock', { token, body: { password: 'not it at all' } });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'password.wrong']);
  expect((await api('POST', '/staff/unlock', { token, body: { password } })).body.me.email).toBe(email);
  expect((await listOrders(token)).status).toBe(200);
  // The session of a command does not lock when idle: it works for its twelve hours.
  wait(5 * 60);
  expect((await listOrders(command)).status).toBe(200);
});

test('the shop sets the idle minutes', async () => {
  const { email, password } = await newStaff(server, ['orders']);
  const { token } = (await signIn(email, password, { locks_when_idle: true })).body;
  await db.raw(`insert into settings (key, value) values ('office', '{"idle_minutes": 5}')`);
  wait(5);
  expect((await listOrders(token)).body.code).toBe('auth.locked');
  await db.raw(`delete from settings where key = 'office'`);
});

test('a locked session answers 401 auth.locked to every call but unlock, lock and logout; five wrong passwords delay it', async () => {
  const staff = await newStaff(server, ['owner']);
  expect((await staff.call('POST', '/lock')).body).toEqual({ success: true });
  for (const [method, path] of [
    ['GET', '/me'],
    ['GET', '/accounts'],
    ['GET', '/sessions'],
    ['POST', '/password'],
    ['POST', '/second-factor'],
  ] as const) {
    const refusal = await staff.call(method, path, method === 'POST' ? {} : undefined);
    expect([path, refusal.status, refusal.body.code]).toEqual([path, 401, 'auth.locked']);
  }
  const unlock = (password: string) => staff.call('POST', '/unlock', { password });
  for (let n = 0; n < 5; n++) expect((await unlock('not it at all')).status).toBe(422);
  expect((await unlock(staff.password)).status).toBe(429);
  // A new sign-in is not delayed by a locked session.
  expect((await signIn(staff.email, staff.password)).status).toBe(200);
  wait(1);
  expect((await unlock(staff.password)).status).toBe(200);
  await staff.call('POST', '/lock');
  expect((await staff.call('POST', '/logout')).body).toEqual({ success: true });
  expect((await unlock(staff.password)).body.code).toBe('auth.required');
});

test('lists the own sessions with device and last use; one or all others end', async () => {
  const staff = await newStaff(server, ['picker']);
  const other = await newStaff(server, ['picker']);
  const [phone, till] = [
    (await signIn(staff.email, staff.password, {}, { 'user-agent': 'Phone' })).body.token,
    (await signIn(staff.email, staff.password, {}, { 'user-agent': 'Till' })).body.token,
  ];
  wait(2);
  await listOrders(phone);
  const { data } = (await staff.call('GET', '/sessions')).body;
  expect(data.map(({ device }: { device: string }) => device).sort()).toEqual(['Phone', 'Till', 'node']);
  const findSession = (device: string) => data.find((each: { device: string }) => each.device === device);
  expect(findSession('Phone')).toMatchObject({ is_current: false, is_locked: false, last_used_at: now.toISOString() });
  expect(data.filter((each: { is_current: boolean }) => each.is_current)).toHaveLength(1);
  expect((await other.call('POST', `/sessions/${findSession('Phone').id}/end`)).status).toBe(404);
  expect((await staff.call('POST', `/sessions/${findSession('Phone').id}/end`)).body).toEqual({ success: true });
  expect((await listOrders(phone)).status).toBe(401);
  expect((await listOrders(till)).status).toBe(200);
  expect((await staff.call('POST', '/sessions/others/end')).status).toBe(200);
  expect([(await listOrders(till)).status, (await staff.call('GET', '/orders')).status]).toEqual([401, 200]);
  expect((await other.call('GET', '/orders')).status).toBe(200);
  for (const id of [findSession('Till').id, 'nonsense']) {
    expect((await staff.call('POST', `/sessions/${id}/end`)).status).toBe(404);
  }
});

test('a new password needs the old one, follows the customers’ rules, and ends the other sessions', async () => {
  const staff = await newStaff(server, ['picker']);
  const { token } = (await signIn(staff.email, staff.password)).body;
  const change = (old_password: string, password: string) =>
    staff.call('POST', '/password', { old_password, password });
  expect((await change('not it at all', 'correct horse 1')).body.code).toBe('password.wrong');
  expect((await change(staff.password, 'password')).body.code).toBe('password.common');
  expect((await change(staff.password, 'correct horse 1')).body).toEqual({ success: true });
  expect([(await listOrders(token)).status, (await staff.call('GET', '/orders')).status]).toEqual([401, 200]);
  expect((await signIn(staff.email, staff.password)).body.code).toBe('auth.wrong');
  expect((await signIn(staff.email, 'correct horse 1')).status).toBe(200);
});

test('the token of a disabled account ends at once', async () => {
  const staff = await newStaff(server, ['finance']);
  await owner('POST', `/accounts/${staff.id}/disable`);
  for (const path of ['/me', '/sessions', '/second-factor', '/approvals']) {
    expect([path, (await staff.call('GET', path)).status]).toEqual([path, 401]);
  }
  expect((await owner('POST', `/accounts/${staff.id}/reset-second-factor`)).status).toBe(404);
});

test('mails a new device, a new password and the second factor, but not the first sign-in', async () => {
  const { email, id } = (
    await owner('POST', '/accounts', { email: 'mailed@shop.example', roles: ['picker'], password: 'correct horse 1' })
  ).body.staff;
  const headers = (device: string) => ({ 'user-agent': device });
  await signIn(email, 'correct horse 1', {}, headers('Chrome/140.0 Windows'));
  await signIn(email, 'correct horse 1', {}, headers('Chrome/141.0 Windows'));
  expect(await readQueuedNotices(db, email, server.config.secret)).toEqual([]);
  const { token } = (await signIn(email, 'correct horse 1', {}, headers('Firefox/140.0 Linux'))).body;
  await api('POST', '/staff/password', {
    token,
    body: { old_password: 'correct horse 1', password: 'correct horse 2' },
  });
  expect(await readQueuedNotices(db, email, server.config.secret)).toEqual(['new_device', 'password_changed']);
  expect(id).toBeDefined();
});

test('owners change roles; the second of two owners sees what the first changed', async () => {
  const staff = await newStaff(server, ['picker']);
  const change = (body: object) => owner('POST', `/accounts/${staff.id}/roles`, body);
  const first = await change({ roles: ['picker', 'orders'], version: 0 });
  expect(first.body.staff).toMatchObject({ roles: ['picker', 'orders'], version: 1, outlet: null });
  const second = await change({ roles: ['finance'], version: 0 });
  expect([second.status, second.body.code, second.body.staff]).toEqual([409, 'staff.changed', first.body.staff]);
  expect((await staff.call('POST', '/orders/NOPE/cancel', { comment: 'no' })).body.code).toBe('order.not_found');
  const { data } = (await owner('GET', `/audit?subject=staff:${staff.email}`)).body;
  expect(data[0]).toMatchObject({
    action: 'staff.changeRoles',
    before: { roles: ['picker'], outlet: null },
    after: { roles: ['picker', 'orders'], outlet: null },
  });
  expect((await change({ roles: [], version: 1 })).status).toBe(422);
  const boss = await newStaff(server, ['owner']);
  const accounts = (await owner('GET', '/accounts')).body.data;
  for (const each of accounts) {
    if (each.is_active && each.roles.includes('owner') && each.id !== boss.id)
      await owner('POST', `/accounts/${each.id}/disable`);
  }
  const last = await owner('POST', `/accounts/${boss.id}/roles`, { roles: ['picker'], version: 0 });
  expect([last.status, last.body.code]).toEqual([409, 'staff.last_owner']);
});

test('an outlet manager sees the tills and referrals of one outlet, and no other call', async () => {
  const { rows } = await db.raw('select code from outlets order by code limit 2');
  const [mine, other] = rows.map(({ code }) => String(code));
  for (const body of [
    { roles: ['outlet_manager'] },
    { roles: ['outlet_manager'], outlet: 'NOPE' },
    { roles: ['orders'], outlet: mine },
  ]) {
    const refusal = await owner('POST', '/accounts', { email: 'manager@shop.example', ...body });
    expect([refusal.status, refusal.body.code]).toEqual([422, 'staff.outlet']);
  }
  const response = await owner('POST', '/accounts', {
    ...{ email: 'manager@shop.example', roles: ['outlet_manager'], outlet: mine, password: 'correct horse 1' },
  });
  expect(response.body.staff.outlet).toBe(mine);
  await owner('POST', '/till-keys', { outlet: mine });
  await owner('POST', '/till-keys', { outlet: other });
  const { token } = (await signIn('manager@shop.example', 'correct horse 1')).body;
  const call = (path: string) => api('GET', `/staff${path}`, { token });
  const keys = (await call('/till-keys')).body.data;
  expect(keys.map(({ outlet }: { outlet: string }) => outlet)).toEqual([mine]);
  expect(keys[0]).toMatchObject({ is_active: true, receipts: 0, last_receipt_at: null });
  expect((await call(`/outlets/${mine}/referral-link`)).body.url).toContain(`ref_id=${mine}`);
  expect((await call(`/outlets/${other}/referral-link`)).status).toBe(404);
  expect((await call('/store-referrals')).body.data).toEqual([]);
  for (const path of ['/orders', '/accounts', '/audit', '/approvals', '/payments/refunds', '/wallets/liability']) {
    expect([path, (await call(path)).status]).toEqual([path, 404]);
  }
  expect((await api('POST', '/staff/till-keys', { token, body: { outlet: mine } })).status).toBe(404);
});
