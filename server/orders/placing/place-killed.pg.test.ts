/** docs/security.md#c10: the process is killed with -9 while orders are placed. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readStoredMails } from '../../partners/mail/file-mailer.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import { type ApiShopper, newShopper } from '../../testing/orders/shopper.ts';
import { type ApiProcess, startApiProcess } from '../../testing/processes/start-api-process.ts';
import type { TestResponse } from '../../testing/test-server.ts';

const STOCK = 200;
const SHOPPERS = 40;
/** The number of acknowledged orders at which the process is killed. */
const ACKNOWLEDGED = 12;
/** docs/security.md#c7: "0 orders without confirmation after 60 s". */
const MAILED_WITHIN_MS = 60_000;
const HEALTHY_WITHIN_MS = 10_000;

const database = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'shop-killed-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the shop on the same database and data folder. */
async function start(): Promise<ApiProcess> {
  const shopProcess = await startApiProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  children.push(shopProcess.child);
  return shopProcess;
}

type Confirmation = { shopper: ApiShopper; cart: TestResponse['body'] };

/**
 * Places all orders at once and kills the process after enough are acknowledged; returns the acknowledged ones by
 * token.
 */
async function placeAndKill(
  child: ChildProcess,
  confirmations: Confirmation[],
): Promise<Map<string, TestResponse['body']>> {
  const acknowledgedOrders = new Map<string, TestResponse['body']>();
  const placing = confirmations.map(async ({ shopper, cart }) => {
    const response = await shopper.place(cart).catch(() => null);
    if (response?.status === 201) acknowledgedOrders.set(shopper.token, response.body);
    if (acknowledgedOrders.size === ACKNOWLEDGED) child.kill('SIGKILL');
  });
  await Promise.all(placing);
  return acknowledgedOrders;
}

async function waitForMails(orders: number): Promise<Awaited<ReturnType<typeof readStoredMails>>> {
  for (const until = Date.now() + MAILED_WITHIN_MS; Date.now() < until; await sleep(250)) {
    const mails = await readStoredMails(dataDir);
    if (mails.length >= orders) return mails;
  }
  return readStoredMails(dataDir);
}

test('killed in the middle of placing orders: every acknowledged order is there once, stock adds up, each mail goes out once', {
  timeout: 120_000,
}, async () => {
  const product = await makeProduct(database.db, { stock: STOCK });
  await database.db.raw('update delivery_slot_templates set capacity = 10000');
  const first = await start();
  const confirmations: Confirmation[] = [];
  for (let at = 0; at < SHOPPERS; at++) {
    const shopper = await newShopper(first);
    await shopper.fill([product, 1]);
    confirmations.push({ shopper, cart: await shopper.prepare({ shipping_address: makeDistinctAddress() }) });
  }
  const acknowledgedOrders = await placeAndKill(first.child, confirmations);
  expect(acknowledgedOrders.size).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  expect(acknowledgedOrders.size, 'it was killed in the middle').toBeLessThan(SHOPPERS);

  const killedAt = Date.now();
  const second = await start();
  expect((await second.api('GET', '/health/ready')).status).toBe(200);
  expect(Date.now() - killedAt).toBeLessThan(HEALTHY_WITHIN_MS);

  // Retries every order, as browsers would.
  for (const { shopper, cart } of confirmations) {
    const again = await second.api('POST', '/orders/checkout', {
      token: shopper.token,
      body: { expected_total: cart.grand_total, cart_version: cart.version },
    });
    expect(again.status).toBe(201);
    const before = acknowledgedOrders.get(shopper.token);
    if (before !== undefined) expect(again.body).toEqual(before);
  }

  const { rows } = await database.db.raw(
    `select (select count(*)::int from orders) as orders, (select sum(quantity)::int from order_stock) as taken,
         (select quantity from inventory where product_id = $1) as left, (select count(*)::int from order_lines) as lines,
         (select sum(s.taken)::int from delivery_slots s) as places,
         (select count(*)::int from carts where held_slot_id is not null) as holds`,
    [product.id],
  );
  expect(rows).toEqual([
    { orders: SHOPPERS, taken: SHOPPERS, left: STOCK - SHOPPERS, lines: SHOPPERS, places: SHOPPERS, holds: 0 },
  ]);

  const orders = await database.db.raw('select id from orders');
  const mails = await waitForMails(SHOPPERS);
  expect(new Set(mails.map((mail) => /^<order-placed\.(.+)@/.exec(mail.messageId)?.[1]))).toEqual(
    new Set(orders.rows.map((order) => order.id)),
  );
  expect(mails).toHaveLength(SHOPPERS);
});
