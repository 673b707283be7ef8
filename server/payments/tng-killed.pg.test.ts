/**
 * docs/security.md#c10 of payments at Touch 'n Go, on PostgreSQL: the process is killed with -9 at each step between
 * the payment, its enquiry and its refund, and two processes report the same payment. Its notices never arrive, so only
 * enquiries find lost results.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type BlockedWrite, killAtWrite } from '../testing/database/kill-at-write.ts';
import { expireJobs, makePaymentJobsDue } from '../testing/database/pass-job-time.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { callInsideTng, placeInsideTng, sendTngNotice, startTng, type TngOrder } from '../testing/orders/pay-by-tng.ts';
import { openPayment, readPayments } from '../testing/orders/pay-online.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';
import type { TestResponse } from '../testing/test-server.ts';

/** Time limit of consistency after a start, once the killed process's jobs have expired. */
const AGREED_WITHIN_MS = 60_000;

const database = await testDatabase();
const { db } = database;
const dataDir = mkdtempSync(join(tmpdir(), 'shop-tng-killed-'));
const tng = await startTng();
let shop: ApiProcess;

const start = () => startApiProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...tng.env });

/** Starts the shop again after a kill. */
async function restart(): Promise<ApiProcess> {
  await expireJobs(database);
  return start();
}

beforeAll(async () => {
  await db.raw('update delivery_slot_templates set capacity = 10000');
  shop = await start();
});
afterAll(async () => {
  shop.child.kill('SIGKILL');
  await tng.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const staff = (path: string, body: object = {}): Promise<TestResponse> =>
  shop.api('POST', `/staff${path}`, { token: readConfig({ DATA_DIR: dataDir }).operatorToken, body });

const place = () => placeInsideTng({ api: (method, path, options) => shop.api(method, path, options), db });
const open = ({ payment }: TngOrder) => openPayment(callInsideTng(shop), payment.url);
const openSheet = async (one: TngOrder): Promise<string> => (await open(one)).body.host_call.parameters.paymentUrl;
/** Pays without a notice, and lets the planned enquiries begin. */
async function payUnreported(one: TngOrder): Promise<void> {
  await tng.pay(await openSheet(one), 'return-only');
  await makePaymentJobsDue(database);
}

const readPayment = async ({ order }: TngOrder) => {
  const { refunds, ...payments } = await readPayments(database, order.id);
  return { ...payments, refunds: refunds.map(({ state }) => state) };
};
const PAID_ONCE = { order: ['pending', 'paid'], attempts: ['paid'], refunds: [], timesPaid: 1 };

const readRefundId = async ({ order }: TngOrder): Promise<string> => {
  const { rows } = await db.raw(
    'select r.id from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = $1',
    [order.id],
  );
  return String(rows[0]?.id);
};

type TngStep = BlockedWrite & {
  /** The request that the process is killed in, and what the shopper repeats after the start. */
  act: (one: TngOrder) => Promise<unknown>;
  repeat?: (one: TngOrder) => Promise<unknown>;
};

const PAYING: Record<string, TngStep> = {
  'before the payment call': {
    ...{ held: 'before', write: 'update on payment_attempts', when: `new.state = 'sent'` },
    ...{ act: open, repeat: payUnreported },
  },
  'as the enquiry’s answer is recorded': {
    ...{ held: 'before', write: 'insert on payment_notices', when: `new.verdict = 'paid'`, act: payUnreported },
  },
  'once the enquiry’s answer is recorded, before it is settled': {
    ...{ held: 'at commit', write: 'insert on payment_notices', when: `new.verdict = 'paid'`, act: payUnreported },
  },
  'as the payment is confirmed': {
    ...{ held: 'before', write: 'update on payment_attempts', when: 'new.is_confirmed', act: payUnreported },
  },
  'once the payment is confirmed': {
    ...{ held: 'at commit', write: 'update on payment_attempts', when: 'new.is_confirmed', act: payUnreported },
  },
};

test.each(Object.entries(PAYING))('killed %s: paid once', async (_, { act, repeat, ...step }) => {
  const one = await place();
  await killAtWrite(database, shop.child, step, () => act(one));
  shop = await restart();
  await repeat?.(one);
  await expect.poll(() => readPayment(one), { timeout: AGREED_WITHIN_MS }).toEqual(PAID_ONCE);
  expect(await tng.payment(one.payment.attempt)).toMatchObject({ status: 'SUCCESS' });
});

test('a payment with the answer U is sent once, and paid by a scheduled enquiry alone', async () => {
  const one = await place();
  await tng.answerNext('pay', 'U_S');
  expect((await open(one)).body.redirect).toContain('/api/payments/tng/return?');
  await expect.poll(() => readPayment(one), { timeout: AGREED_WITHIN_MS }).toEqual(PAID_ONCE);
  expect(await tng.payment(one.payment.attempt)).toMatchObject({ calls: 1 });
  const sources = await db.raw(
    'select distinct n.source from payment_notices n join payment_attempts a on a.id = n.attempt_id where a.reference = $1',
    [one.payment.attempt],
  );
  expect(sources.rows).toEqual([{ source: 'enquiry' }]);
});

test('killed between the payment and its enquiry: paid once', async () => {
  const one = await place();
  const sheet = await openSheet(one);
  shop.child.kill('SIGKILL');
  await tng.pay(sheet, 'return-only');
  shop = await start();
  await expect.poll(() => readPayment(one), { timeout: AGREED_WITHIN_MS }).toEqual(PAID_ONCE);
});

const REFUNDING: Record<string, BlockedWrite> = {
  'as the refund is marked as sent': { held: 'before', write: 'update on refunds', when: `new.state = 'sent'` },
  'once the refund is marked as sent, before the call': {
    ...{ held: 'at commit', write: 'update on refunds', when: `new.state = 'sent'` },
  },
  'as the refund is settled': { held: 'before', write: 'update on refunds', when: `new.state = 'settled'` },
  'once the refund is settled': { held: 'at commit', write: 'update on refunds', when: `new.state = 'settled'` },
};

test.each(Object.entries(REFUNDING))('killed %s: refunded once', async (_, step) => {
  const one = await place();
  await payUnreported(one);
  await expect.poll(() => readPayment(one), { timeout: AGREED_WITHIN_MS }).toEqual(PAID_ONCE);
  await staff(`/orders/${one.order.id}/cancel`, { comment: 'No stock' });
  const id = await readRefundId(one);
  await killAtWrite(database, shop.child, step, () => staff(`/payments/refunds/${id}/approve`));
  shop = await restart();
  const readRefunds = async () => (await readPayment(one)).refunds;
  await expect.poll(readRefunds, { timeout: AGREED_WITHIN_MS }).toEqual(['settled']);
  expect(await tng.refund(id)).toMatchObject({ calls: 1, status: 'SUCCESS' });
  expect((await readPayment(one)).order).toEqual(['canceled', 'refunded']);
});

test('two processes receive the same notices at once, and run the jobs: paid once, refunded once', async () => {
  const second = await start();
  try {
    const one = await place();
    await payUnreported(one);
    const urls = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? shop.url : second.url));
    const answers = await Promise.all(urls.map((url) => sendTngNotice(url, one)));
    expect(answers.map(({ body }) => body.result.resultStatus)).toEqual(urls.map(() => 'S'));
    expect(await readPayment(one)).toEqual(PAID_ONCE);
    await staff(`/orders/${one.order.id}/cancel`, { comment: 'No stock' });
    const id = await readRefundId(one);
    await tng.answerNext('refund', 'U_S');
    await staff(`/payments/refunds/${id}/approve`);
    const readRefunds = async () => (await readPayment(one)).refunds;
    await expect.poll(readRefunds, { timeout: AGREED_WITHIN_MS }).toEqual(['settled']);
    expect(await tng.refund(id)).toMatchObject({ calls: 1, status: 'SUCCESS' });
  } finally {
    second.child.kill('SIGKILL');
  }
});
