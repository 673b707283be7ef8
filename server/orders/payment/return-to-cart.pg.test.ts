/** Returning orders to the cart races notices, expiry and kill -9, on PostgreSQL only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeProduct, readStock } from '../../testing/catalog/make-product.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  postForm,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { startApiProcess } from '../../testing/processes/start-api-process.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';

let now = new Date('2026-11-20T02:00:00Z');
const first = await testServer({ clock: () => now });
const APP_SECRET = first.config.secret;
const second = await testServer({ clock: () => now, database: first.database, env: { APP_SECRET } });
// Both processes use the same gateway.
second.app.shop.partners = first.app.shop.partners;
const { db } = first;
await offerOnlinePayment(first);
await db.raw('update delivery_slot_templates set capacity = 10000');

const ORDERS = 12;
const STOCK = 100;

const system = ({ app }: TestServer) =>
  makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

const returnToCart = ({ api }: Pick<TestServer, 'api'>, { shopper, order }: OnlineOrder) =>
  api('POST', '/orders/return-to-cart', {
    token: shopper.token,
    body: { order_number: order.order_number, token: order.view_token },
  });

const countUnitsInCart = async ({ api }: Pick<TestServer, 'api'>, { shopper }: OnlineOrder): Promise<number> =>
  (await api('GET', '/cart', { token: shopper.token })).body.items_qty;

test('a notice, two returns and the expiry at once: paid and kept, or canceled, refunded and in the cart once', async () => {
  const product = await makeProduct(db, { stock: STOCK });
  const orders: { one: OnlineOrder; fields: Record<string, string> }[] = [];
  for (let i = 0; i < ORDERS; i++) {
    const one = await placeOnline(first, { shipping_address: makeDistinctAddress(), product });
    // The enquiries do not return the payment yet.
    const { form } = (await openPayment(first, one.payment.url)).body;
    const { returns } = await payAt(form, 'outcome=return-only&enquiry=pending');
    orders.push({ one, fields: returns ?? {} });
  }
  now = new Date(now.getTime() + 31 * 60_000);
  const reportAll = async () => {
    for (const { fields } of orders.toReversed()) await postForm(`${first.url}/api/payments/ipay88/notice`, fields);
  };
  const returning = orders.map(({ one }) => Promise.all([returnToCart(first, one), returnToCart(second, one)]));
  const [responses] = await Promise.all([Promise.all(returning), reportAll(), cancelUnpaidOrders(system(second))]);

  let paidCount = 0;
  for (const [index, { one }] of orders.entries()) {
    const statuses = (responses[index] ?? []).map(({ status }) => status);
    const isBack = statuses.includes(200);
    // 503: a row was locked for too long.
    expect([200, 409, 503]).toEqual(expect.arrayContaining(statuses));
    const { order, attempts, refunds } = await readPayments(first, one.order.id);
    if (order[0] === 'pending') {
      paidCount++;
      expect([order, attempts, refunds, isBack]).toEqual([['pending', 'paid'], ['paid'], [], false]);
    } else {
      expect([order, attempts, refunds.length]).toEqual([['canceled', 'refund_due'], ['paid_late'], 1]);
    }
    expect(await countUnitsInCart(first, one)).toBe(isBack ? 1 : 0);
  }
  expect(await readStock(db, product)).toBe(STOCK - paidCount);
});

test('killed while orders are returned: a repetition puts each into its cart once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-return-killed-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const product = await makeProduct(db, { stock: STOCK });
  const orders: OnlineOrder[] = [];
  for (let i = 0; i < ORDERS; i++) {
    orders.push(await placeOnline(first, { shipping_address: makeDistinctAddress(), product }));
  }
  const database = { DATABASE_URL: first.database.url, DATA_DIR: dataDir };
  const shopProcess = await startApiProcess({ ...database, APP_SECRET, LOG_LEVEL: 'silent' });
  let answerCount = 0;
  const returning = orders.map(async (one) => {
    const response = await returnToCart(shopProcess, one).catch(() => null);
    if (response !== null && ++answerCount === 3) shopProcess.child.kill('SIGKILL');
  });
  await Promise.all(returning);
  for (const one of orders) {
    expect((await returnToCart(first, one)).status).toBe(200);
    expect(await countUnitsInCart(first, one)).toBe(1);
    expect((await readPayments(first, one.order.id)).order).toEqual(['canceled', 'unpaid']);
  }
  expect(await readStock(db, product)).toBe(STOCK);
});
