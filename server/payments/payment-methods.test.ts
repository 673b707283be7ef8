import { expect, test } from 'vitest';
import { newCustomer } from '../testing/customer.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;

test('GET /payment_methods lists cash on delivery', async () => {
  const { status, body } = await api('GET', '/payment_methods');
  expect(status).toBe(200);
  expect(body.data.at(-1)).toEqual({
    id: expect.any(String),
    code: 'cod',
    name: 'Cash on delivery',
    gateway: null,
    note: expect.any(String),
    channels: [],
  });
  expect((await api('GET', '/payment_methods?lang=zh')).body.data.at(-1).name).toBe('货到付款');
});

test('PUT /payment stores the preferred payment method by its code, GET /payment returns it; null clears it', async () => {
  const { call } = await newCustomer(server);
  expect((await call('GET', '/payment')).body).toEqual({ payment_method: null });
  const cod = (await api('GET', '/payment_methods')).body.data.at(-1);
  for (const payment_method of ['cod', 'cashondelivery']) {
    const { status, body } = await call('PUT', '/payment', { payment_method });
    expect([status, body]).toEqual([200, { payment_method: cod }]);
  }
  const preferred = await call('GET', '/payment?lang=zh');
  expect([preferred.body.payment_method.name, preferred.headers.get('cache-control')]).toEqual([
    '货到付款',
    'no-store',
  ]);
  expect((await call('PUT', '/payment', { payment_method: null })).body).toEqual({ payment_method: null });
  expect((await call('GET', '/payment')).body).toEqual({ payment_method: null });
});

test.each(['cheque', '', '%', '1', '\ud83d\ude00', "cod' --"])(
  'PUT /payment refuses %j: "No Payment Method Found"',
  async (payment_method) => {
    const { call } = await newCustomer(server);
    const { status, body } = await call('PUT', '/payment', { payment_method });
    expect([status, body.errors]).toEqual([422, { payment_method: ['No Payment Method Found'] }]);
  },
);

test.each([{}, { payment_method: 1 }, { payment_method: ['cod'] }, { payment_method: 'c\u0000d' }, []])(
  'PUT /payment with %j is a 422',
  async (body) => {
    const { call } = await newCustomer(server);
    expect((await call('PUT', '/payment', body)).status).toBe(422);
  },
);

test('a payment method that is no longer offered is not preferred, until it is offered again', async () => {
  const { call } = await newCustomer(server);
  await call('PUT', '/payment', { payment_method: 'cod' });
  await db.raw(`update payment_methods set is_active = false where code = 'cod'`);
  expect((await call('GET', '/payment')).body).toEqual({ payment_method: null });
  await db.raw(`update payment_methods set is_active = true where code = 'cod'`);
  expect((await call('GET', '/payment')).body.payment_method.code).toBe('cod');
});
