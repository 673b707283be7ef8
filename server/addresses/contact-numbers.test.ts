import { expect, test } from 'vitest';
import { newCustomer } from '../testing/customer.ts';
import { testServer } from '../testing/test-server.ts';

let now = Date.now();
// Each clock reading is later than the last, so that sorting by newest is deterministic.
const server = await testServer({ clock: () => new Date(++now) });

test('docs/spec.md §3 "Contact number: title, number, default": POST /contact stores it normalized; the first is the default', async () => {
  const { call } = await newCustomer(server);
  const { status, body } = await call('POST', '/contact', { title: 'Mum', number: '+60 12-345 6789' });
  expect([status, body]).toEqual([201, { id: body.id, title: 'Mum', number: '60123456789', is_default: true }]);
  const one = await call('GET', `/contact/${body.id}`);
  expect([one.status, one.body, one.headers.get('cache-control')]).toEqual([200, body, 'no-store']);
});

test('exactly one contact number is the default', async () => {
  const { call } = await newCustomer(server);
  const add = async (title: string, more: object = {}) =>
    (await call('POST', '/contact', { title, number: '03-8888 8888', ...more })).body.id;
  const listTitles = async () =>
    (await call('GET', '/contact')).body.data.map((each: { title: string; is_default: boolean }) =>
      each.is_default ? `*${each.title}` : each.title,
    );
  await add('1');
  const two = await add('2');
  await add('3', { is_default: true });
  expect(await listTitles()).toEqual(['*3', '2', '1']);
  const response = await call('PUT', `/contact/${two}`, { is_default: true, title: '2b' });
  expect([response.status, response.body.title, response.body.number]).toEqual([200, '2b', '0388888888']);
  expect((await call('PUT', `/contact/${two}`, { is_default: false })).body.is_default).toBe(true);
  expect(await listTitles()).toEqual(['*2b', '3', '1']);
  expect((await call('DELETE', `/contact/${two}`)).body).toEqual({ success: true });
  expect(await listTitles()).toEqual(['*3', '1']);
});

test('concurrent changes of the default leave one', async () => {
  const { call } = await newCustomer(server);
  await Promise.all(
    Array.from({ length: 6 }, () => call('POST', '/contact', { title: 'Me', number: '0123456789', is_default: true })),
  );
  const { data } = (await call('GET', '/contact')).body;
  expect([data.length, data.filter((each: { is_default: boolean }) => each.is_default).length]).toEqual([6, 1]);
});

test.each<[object, Record<string, string[]>]>([
  [
    { title: '', number: '' },
    { title: ['This is required'], number: ['Phone is required'] },
  ],
  [{ title: 'Me', number: '12345' }, { number: ['Invalid phone'] }],
  [{ title: 'Me', number: '+1 212 555 0100' }, { number: ['Invalid phone'] }],
  [{ title: 'Me', number: ' -  - ' }, { number: ['Phone is required'] }],
  [{ title: 'Me' }, { number: ['This is required'] }],
  [{ title: 'a'.repeat(61), number: '0123456789' }, { title: ['At most 60 characters'] }],
])('POST /contact refuses %j at its fields', async (fields, errors) => {
  const { call } = await newCustomer(server);
  const { status, body } = await call('POST', '/contact', fields);
  expect([status, body.errors]).toEqual([422, errors]);
  expect((await call('GET', '/contact')).body.total).toBe(0);
});

test.each(['\u0000', 'a\nb', '\ud800', 1, null, [], {}])('POST /contact with the title %j is a 422', async (title) => {
  const { call } = await newCustomer(server);
  const { status, body } = await call('POST', '/contact', { title, number: '0123456789' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['title']]);
});

test('a customer has at most 20 contact numbers; GET /contact takes the list pattern', async () => {
  const { call } = await newCustomer(server);
  for (let added = 0; added < 20; added++) {
    await call('POST', '/contact', { title: `Person ${added}`, number: '0123456789' });
  }
  const { status, body } = await call('POST', '/contact', { title: 'One more', number: '0123456789' });
  expect([status, body.message]).toEqual([422, 'You can save at most 20 contact numbers']);
  expect((await call('GET', '/contact?limit=15&page=2')).body).toMatchObject({ total: 20, from: 16, to: 20 });
  expect((await call('GET', '/contact?search=person 19')).body.total).toBe(1);
  expect((await call('GET', '/contact?search=password:1')).status).toBe(422);
  expect((await call('GET', '/contact?orderBy=customer_id')).status).toBe(422);
});
