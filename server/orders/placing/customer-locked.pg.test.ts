import { expect, test } from 'vitest';
import { lockRows } from '../../db/database.ts';
import { lockCustomer } from '../../identity/identity.sql.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { db } = server;

test('an order does not wait for a change of its customer, so that neither waits for the other', async () => {
  const customer = await newCustomer(server);
  const shopper = await newShopper(server, customer);
  await shopper.fill([await makeProduct(db), 1]);
  const cart = await shopper.prepare();
  await db.transaction(async (tx) => {
    expect(await lockRows(tx, lockCustomer, [customer.id])).toHaveLength(1);
    expect((await shopper.place(cart)).status).toBe(201);
  });
});

test('changes of one customer follow each other: parallel ones keep the limit and one default', async () => {
  const { call } = await newCustomer(server);
  for (let i = 0; i < 45; i++) await call('POST', '/address', ADDRESS);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => call('POST', '/address', { ...ADDRESS, is_default: true })),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(responses.filter(({ body }) => body.code === 'address.too_many')).toHaveLength(15);
  const { data, total } = (await call('GET', '/address?limit=100')).body;
  expect([total, data.filter((each: { is_default: boolean }) => each.is_default).length]).toEqual([50, 1]);
  // Two addresses are each removed and made the default at once, as from two devices.
  const [one, two] = data.slice(1);
  await Promise.all([
    ...data.slice(5).map(({ id }: { id: string }) => call('DELETE', `/address/${id}`)),
    call('PUT', `/address/${one.id}`, { is_default: true }),
    call('DELETE', `/address/${one.id}`),
    call('PUT', `/address/${two.id}`, { is_default: true }),
    call('DELETE', `/address/${two.id}`),
  ]);
  const addresses = (await call('GET', '/address')).body;
  expect([addresses.total, addresses.data.filter((each: { is_default: boolean }) => each.is_default).length]).toEqual([
    3, 1,
  ]);
});
