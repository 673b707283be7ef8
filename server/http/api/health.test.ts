import { expect, test, vi } from 'vitest';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, config } = server;

test('Conventions: "GET /api/health/live and /api/health/ready the probes"', async () => {
  expect((await api('GET', '/health/live')).body).toEqual({ status: 'ok' });
  // The catalogue index is built after the server listens.
  await vi.waitFor(async () => expect((await api('GET', '/health/ready')).status).toBe(200), 10_000);
  expect((await api('GET', '/health/ready')).headers.get('cache-control')).toBe('no-store');
});

test('Conventions: "Unknown paths under /api answer JSON 404"', async () => {
  for (const path of ['/no-such-call', '', '/']) {
    const response = await api('GET', path);
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ message: 'Not found.', code: 'request.not_found' });
  }
  expect((await api('DELETE', '/products')).status).toBe(404);
});

// The reason in the log: http/not-ready.pg.test.ts.
test('Conventions: "ready is 503 while no order can be written", and it recovers', async () => {
  const readStatus = async () => (await api('GET', '/health/ready')).status;
  // As on a full disk: the database answers, and takes no new page.
  await db.raw(`create function refuse_pages() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await db.raw('create trigger full_disk before insert on write_probe for each row execute function refuse_pages()');
  await expect.poll(readStatus).toBe(503);
  const { headers, body } = await api('GET', '/health/ready');
  expect(body.code).toBe('request.unavailable');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api('GET', '/health/live')).status).toBe(200);
  // The reason is for staff alone.
  expect(body).not.toHaveProperty('checks');
  const forStaff = await api('GET', '/health/ready', { token: config.operatorToken });
  expect([forStaff.status, forStaff.body.code]).toEqual([503, 'request.unavailable']);
  const reasons = forStaff.body.checks.map(({ name, ok, reason }: Record<string, unknown>) => [name, ok, reason]);
  expect(reasons).toEqual([
    ['database_writes', false, 'could not extend file: No space left on device'],
    ['catalogue_index', true, null],
    ['change_feed', true, null],
  ]);
  await db.raw('drop trigger full_disk on write_probe');
  await expect.poll(readStatus).toBe(200);
});

test('the probe writes at most once in three seconds, and its table stays small', async () => {
  const countPages = async () => (await db.raw('select count(*)::int from write_probe')).rows[0]?.count;
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  const before = await countPages();
  await Promise.all(Array.from({ length: 30 }, () => api('GET', '/health/ready')));
  expect(await countPages()).toBe(Number(before) + 1);
  for (let n = 0; n < 80; n++) await db.raw('select probe_write()');
  expect(await countPages()).toBeLessThan(40);
});

test('ready has its checks for staff of any role, and is plain for every other token', async () => {
  const staff = await newStaff(server, ['support']);
  const { status, body } = await api('GET', '/health/ready', { token: staff.token });
  expect([status, body.status]).toEqual([200, 'ok']);
  expect(body.checks.map(({ name, is_required }: Record<string, unknown>) => [name, is_required])).toEqual([
    ['database_writes', true],
    ['catalogue_index', true],
    ['change_feed', false],
  ]);
  for (const token of [null, `s_${'A'.repeat(43)}`, `c_${'A'.repeat(43)}`, 'guest']) {
    expect((await api('GET', '/health/ready', { token })).body).toEqual({ status: 'ok' });
  }
  expect((await api('GET', '/health/live', { token: staff.token })).body).toEqual({ status: 'ok' });
});
