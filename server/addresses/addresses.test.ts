import { expect, test } from 'vitest';
import { newCustomer } from '../testing/customer.ts';
import { ADDRESS } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

let now = Date.now();
// Each clock reading is later than the last, so that sorting by newest is deterministic.
const server = await testServer({ clock: () => new Date(++now) });

const FORMATTED = '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor';

test('POST /address stores a normalized address and returns it with its id; the first is the default', async () => {
  const { call } = await newCustomer(server);
  const { status, body } = await call('POST', '/address', {
    ...ADDRESS,
    email: ' Mei.Ling@Example.com ',
    title: 'Home',
    company: '',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    ...ADDRESS,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    contact_number: '60123456789',
    title: 'Home',
    state: 'Selangor',
    country: null,
    company: null,
    fax: null,
    formatted_address: FORMATTED,
    is_default: true,
  });
  const one = await call('GET', `/address/${body.id}`);
  expect([one.status, one.body]).toEqual([200, body]);
  expect(one.headers.get('cache-control')).toBe('no-store');
});

test('exactly one address is the default: the first, the last one set, or the newest after its removal', async () => {
  const { call } = await newCustomer(server);
  const add = async (title: string, more: object = {}) =>
    (await call('POST', '/address', { ...ADDRESS, title, ...more })).body.id;
  const listTitles = async () => {
    const { body } = await call('GET', '/address');
    return body.data.map((each: { title: string; is_default: boolean }) =>
      each.is_default ? `*${each.title}` : each.title,
    );
  };
  const [one, two] = [await add('1'), await add('2')];
  await add('3');
  expect(await listTitles()).toEqual(['*1', '3', '2']);
  const four = await add('4', { is_default: true });
  expect(await listTitles()).toEqual(['*4', '3', '2', '1']);
  expect((await call('PUT', `/address/${two}`, { is_default: true })).body.is_default).toBe(true);
  expect(await listTitles()).toEqual(['*2', '4', '3', '1']);
  expect((await call('PUT', `/address/${two}`, { is_default: false })).body.is_default).toBe(true);
  expect((await call('PUT', `/address/${two}`, { title: '2b' })).body.is_default).toBe(true);
  expect((await call('DELETE', `/address/${two}`)).body).toEqual({ success: true });
  expect(await listTitles()).toEqual(['*4', '3', '1']);
  await call('DELETE', `/address/${one}`);
  expect(await listTitles()).toEqual(['*4', '3']);
  await call('DELETE', `/address/${four}`);
  expect(await listTitles()).toEqual(['*3']);
});

test('concurrent changes of the default leave one', async () => {
  const { call } = await newCustomer(server);
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => call('POST', '/address', { ...ADDRESS, is_default: true })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201));
  await Promise.all(responses.map(({ body }) => call('PUT', `/address/${body.id}`, { is_default: true })));
  const { body } = await call('GET', '/address');
  expect(body.data.filter((each: { is_default: boolean }) => each.is_default)).toHaveLength(1);
});

test('PUT /address/{id} changes the sent fields only', async () => {
  const { call } = await newCustomer(server);
  const { body: before } = await call('POST', '/address', { ...ADDRESS, title: 'Home', fax: '03-1' });
  const { status, body } = await call('PUT', `/address/${before.id}`, {
    zip: '50450',
    city: 'Kuala Lumpur',
    state_id: 'MY-14',
    fax: null,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...before,
    zip: '50450',
    city: 'Kuala Lumpur',
    state_id: 'MY-14',
    state: expect.stringContaining('Kuala Lumpur'),
    fax: null,
    formatted_address: expect.stringContaining('50450 Kuala Lumpur'),
  });
  expect((await call('GET', `/address/${before.id}`)).body).toEqual(body);
  const refusal = await call('PUT', `/address/${before.id}`, { city: '', recipient: 'Somebody' });
  expect([refusal.status, refusal.body.errors]).toEqual([
    422,
    { city: ['Please review city for your address to proceed.'] },
  ]);
  expect((await call('GET', `/address/${before.id}`)).body).toEqual(body);
});

/** docs/spec.md §5 "Address completeness for checkout (checked in this order)". */
const IN_ORDER = [
  ['recipient', 'Please review name for your address and update to proceed.'],
  ['email', 'Please review email for your address and update to proceed.'],
  ['contact_number', 'Please review contact details for your address and update to proceed.'],
  ['street_address', 'Please edit your street address to proceed.'],
  ['city', 'Please review city for your address to proceed.'],
  ['zip', 'Please review zip code for your address to proceed.'],
  ['state_id', 'Please review state for your address and update to proceed.'],
] as const;

test('docs/spec.md §5: reports all missing fields of an address in order, the first one as the message', async () => {
  const { call } = await newCustomer(server);
  const { status, body } = await call('POST', '/address', {});
  expect([status, body.message]).toEqual([422, IN_ORDER[0][1]]);
  expect(Object.entries(body.errors)).toEqual(IN_ORDER.map(([field, text]) => [field, [text]]));
  for (const [field, message] of IN_ORDER) {
    for (const nothing of [null, '   ']) {
      const refusal = await call('POST', '/address', { ...ADDRESS, [field]: nothing });
      expect([refusal.status, refusal.body.message, refusal.body.errors]).toEqual([
        422,
        message,
        { [field]: [message] },
      ]);
    }
  }
  expect((await call('POST', '/address?lang=zh', {})).body.message).toBe('请填写收件人姓名。');
  expect((await call('GET', '/address')).body.total).toBe(0);
});

test.each<[string, unknown, number]>([
  ['email', 'not an email', 422],
  ['contact_number', '12345', 422],
  ['contact_number', '+65 9123 4567', 422],
  ['zip', '4730', 422],
  ['zip', '４７３００', 422],
  ['zip', 47300, 422],
  ['state_id', 'MY-99', 422],
  ['state_id', "' or 1=1 --", 422],
  ['country', 'SG', 422],
  ['country', 'Malaysia', 201],
  ['recipient', 'a'.repeat(101), 422],
  ['recipient', 'Mei\u0000Ling', 422],
  ['recipient', 'Mei\nLing', 422],
  ['recipient', '\ud800', 422],
  ['recipient', ['Mei'], 422],
  ['street_address', 'a'.repeat(301), 422],
  ['is_default', 'yes', 422],
  ['recipient', '🏠 Mei %_\\', 201],
  ['title', '', 201],
])('POST /address with %s %j responds with %i', async (field, value, status) => {
  const { call } = await newCustomer(server);
  const response = await call('POST', '/address', { ...ADDRESS, [field]: value });
  expect(response.status).toBe(status);
  if (status === 422) expect(Object.keys(response.body.errors)).toEqual([field]);
  if (field === 'recipient' && status === 201) expect(response.body.recipient).toBe(value);
});

test('an address book holds at most 50 addresses', async () => {
  const { call } = await newCustomer(server);
  for (let added = 0; added < 50; added++) await call('POST', '/address', ADDRESS);
  const { status, body } = await call('POST', '/address', ADDRESS);
  expect([status, body.code, body.message]).toEqual([
    422,
    'address.too_many',
    'An address book can hold at most 50 addresses',
  ]);
  expect((await call('GET', '/address?limit=20&page=3')).body).toMatchObject({
    total: 50,
    last_page: 3,
    from: 41,
    to: 50,
  });
});

test('GET /address takes the list pattern over its own fields (docs/readings.md#9)', async () => {
  const { call } = await newCustomer(server);
  await call('POST', '/address', { ...ADDRESS, title: 'Office', recipient: 'Ah Beng' });
  await call('POST', '/address', { ...ADDRESS, title: 'Home', city: 'Klang', zip: '41000' });
  const listTitles = async (query: string) =>
    (await call('GET', `/address?${query}`)).body.data.map((each: { title: string }) => each.title);
  expect(await listTitles('search=klang')).toEqual(['Home']);
  expect(await listTitles('search=recipient:beng;city:petaling&searchJoin=and')).toEqual(['Office']);
  expect(await listTitles('orderBy=title&sortedBy=asc')).toEqual(['Home', 'Office']);
  expect(await listTitles('search=%25')).toEqual([]);
  expect(await listTitles('page=7')).toEqual([]);
  const refusal = await call('GET', '/address?search=customer_id:1');
  expect([refusal.status, refusal.body.errors]).toEqual([422, { search: ['Unknown field "customer_id"'] }]);
  expect((await call('GET', '/address?orderBy=email')).status).toBe(422);
  expect((await call('GET', '/address?limit=101')).status).toBe(422);
});

test.each(['/address', '/contact'])('%s with a malformed id returns 404', async (path) => {
  const { call } = await newCustomer(server);
  for (const id of ['1', 'me', 'x'.repeat(300), "'; drop table addresses; --", '😀']) {
    expect((await call('GET', `${path}/${encodeURIComponent(id)}`)).status).toBe(404);
  }
});
