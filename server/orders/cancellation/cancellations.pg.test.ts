/** Races of cancellation, status and withdrawal, on PostgreSQL. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const staff = operator(server);

async function requestCancellation() {
  const product = await makeProduct(db, { stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 4]);
  const { body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }));
  const proof = { order_number: body.order.order_number, token: body.order.view_token };
  const { body: request } = await api('POST', '/refunds', { body: { ...proof, reason: 'Race' } });
  return { product, order: body.order, proof, request };
}

test('approve, staff’s cancel, advance and withdraw fired together: one outcome, stock returned at most once', async () => {
  for (let round = 0; round < 10; round++) {
    const { product, order, proof, request } = await requestCancellation();
    const responses = await Promise.all([
      staff('POST', `/refunds/${request.id}/approve`, {}),
      staff('POST', `/refunds/${request.id}/approve`, {}),
      staff('POST', `/orders/${order.id}/cancel`, { comment: 'Race' }),
      staff('POST', `/orders/${order.id}/advance`, { to: 'processing' }),
      staff('POST', `/orders/${order.id}/advance`, { to: 'processing' }),
      api('PUT', `/refunds/${request.id}`, { body: { ...proof, state: 'withdrawn' } }),
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const { body } = await staff('GET', `/orders/${order.id}`);
    const isCanceled = body.order.status === 'canceled';
    expect(await readStock(db, product)).toBe(isCanceled ? 10 : 6);
    const closings = responses.filter(({ status }, index) => status === 200 && [0, 1, 5].includes(index));
    expect(closings.length).toBeLessThanOrEqual(1);
    const statuses = body.order.history.map(({ status }: { status: string }) => status);
    expect(new Set(statuses).size).toBe(statuses.length);
  }
});

test('fifty requests at once for one order: one is accepted', async () => {
  const product = await makeProduct(db, { stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 1]);
  const { body } = await shopper.place(await shopper.prepare({ shipping_address: makeDistinctAddress() }));
  const request = { order_number: body.order.order_number, token: body.order.view_token, reason: 'Again' };
  const responses = await Promise.all(Array.from({ length: 50 }, () => api('POST', '/refunds', { body: request })));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
});
