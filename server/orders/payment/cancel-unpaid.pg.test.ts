/** Races of the job that cancels unpaid orders, on PostgreSQL only. */
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { makeUnpaid } from '../../testing/orders/unpaid-order.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';

const server = await testServer();
const { db } = server;
const asJob = () => makeContext(server.app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

test('with several processes and staff at once, every order is canceled and its stock returned exactly once', async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  const product = await makeProduct(db, { stock: 100 });
  const ids: string[] = [];
  for (let order = 0; order < 20; order++) {
    const guest = await newShopper(server);
    await guest.fill([product, 2]);
    const { body } = await guest.place(await guest.prepare({ shipping_address: makeDistinctAddress() }));
    await makeUnpaid(db, body.order.id, 31);
    ids.push(body.order.id);
  }
  expect(await readStock(db, product)).toBe(60);
  const staff = operator(server);
  const [first = 0, second = 0, third = 0, ...byStaff] = await Promise.all([
    cancelUnpaidOrders(asJob()),
    cancelUnpaidOrders(asJob()),
    cancelUnpaidOrders(asJob()),
    ...ids.slice(0, 5).map(async (id) => (await staff('POST', `/orders/${id}/cancel`, { comment: 'Late' })).status),
  ]);
  expect(first + second + third + byStaff.filter((status) => status === 200).length).toBe(20);
  expect(await readStock(db, product)).toBe(100);
  const { rows } = await db.raw(
    `select count(*)::int from order_history where status = 'canceled' and order_id = any($1)`,
    [ids],
  );
  expect(rows).toEqual([{ count: 20 }]);
});
