/**
 * docs/security.md#c10 of payments on the embedded database: killed with -9 between and during the steps of a payment.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { type MadeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { engine, fillDataFolder } from '../testing/database/test-database.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import {
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  orderOnline,
  payAt,
  postForm,
  startGateway,
} from '../testing/orders/pay-online.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';

const AGREED_WITHIN_MS = 60_000;

describe.runIf(engine() === 'embedded')('on the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-payment-killed-'));
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let shop: ApiProcess;
  let product: MadeProduct;

  beforeAll(async () => {
    gateway = await startGateway();
    await fillDataFolder(dataDir);
    const database = await openDatabase(readConfig({ DATA_DIR: dataDir }));
    await offerOnlinePayment(database);
    product = await makeProduct(database.db, { stock: 10 });
    await database.close();
    shop = await start();
  });
  afterAll(async () => {
    shop?.child.kill('SIGKILL');
    await gateway?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = () => startApiProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...gateway.env });

  async function killAndStart(): Promise<void> {
    const exit = once(shop.child, 'exit');
    shop.child.kill('SIGKILL');
    await exit;
    shop = await start();
  }

  /** Submits the form to the gateway and pays; returns the fields of the notice, which the gateway does not send. */
  async function payUnreported({ payment }: OnlineOrder): Promise<Record<string, string>> {
    const { form } = (await openPayment(shop, payment.url)).body;
    return (await payAt(form, 'outcome=return-only')).returns ?? {};
  }

  const notify = (fields: Record<string, string>) => postForm(`${shop.url}/api/payments/ipay88/notice`, fields);

  async function readPaymentStatus({ order }: OnlineOrder): Promise<string> {
    const path = `/order?order_number=${order.order_number}&token=${order.view_token}`;
    return (await shop.api('GET', path)).body.order.payment_status;
  }

  async function advance({ order }: OnlineOrder): Promise<string> {
    const { operatorToken } = readConfig({ DATA_DIR: dataDir });
    const { body } = await shop.api('POST', `/staff/orders/${order.id}/advance`, { token: operatorToken, body: {} });
    return body.code ?? body.order.status;
  }

  test.each<[string, (one: OnlineOrder) => Promise<void>]>([
    [
      'once the order is placed',
      async (one) => {
        await killAndStart();
        await payUnreported(one);
      },
    ],
    [
      'once the form is made',
      async (one) => {
        const { form } = (await openPayment(shop, one.payment.url)).body;
        await killAndStart();
        await payAt(form, 'outcome=return-only');
      },
    ],
    [
      'while a notice is under way',
      async (one) => {
        const notice = notify(await payUnreported(one)).catch(() => null);
        await nextTurn();
        await killAndStart();
        await notice;
      },
    ],
  ])('killed %s: unpaid until an enquiry finds the payment', async (_, payAndKill) => {
    gateway.isKnown = false;
    const one = await orderOnline(shop, product, { shipping_address: makeDistinctAddress() });
    await payAndKill(one);
    if ((await readPaymentStatus(one)) !== 'paid') expect(await advance(one)).toBe('order.unpaid');
    gateway.isKnown = true;
    await expect.poll(() => readPaymentStatus(one), { timeout: AGREED_WITHIN_MS }).toBe('paid');
  });

  test('killed once the notice is accepted: it stays paid, and is packed once an enquiry has confirmed it', async () => {
    gateway.isKnown = false;
    const one = await orderOnline(shop, product, { shipping_address: makeDistinctAddress() });
    expect((await notify(await payUnreported(one))).text).toBe('RECEIVEOK');
    await killAndStart();
    expect([await readPaymentStatus(one), await advance(one)]).toEqual(['paid', 'processing']);
    expect(await advance(one)).toBe('order.unconfirmed');
    gateway.isKnown = true;
    await expect.poll(() => advance(one), { timeout: AGREED_WITHIN_MS }).toBe('packed');
  });

  test('an order whose payment the bank declined stays unpaid after a restart, and is never shipped', async () => {
    gateway.isKnown = true;
    const one = await orderOnline(shop, product, { shipping_address: makeDistinctAddress() });
    const { form } = (await openPayment(shop, one.payment.url)).body;
    await payAt(form, 'outcome=fail');
    await killAndStart();
    await expect.poll(() => readPaymentStatus(one), { timeout: AGREED_WITHIN_MS }).toBe('failed');
    expect(await advance(one)).toBe('order.unpaid');
  });
});
