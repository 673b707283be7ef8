/**
 * docs/security.md#c10 and #c4 of payments: the process is killed with -9 at each step of a payment and started again.
 * The gateway reports nothing twice, so only enquiries find lost results.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { type BlockedWrite, killAtWrite } from '../testing/database/kill-at-write.ts';
import { expireJobs, makePaymentJobsDue } from '../testing/database/pass-job-time.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import {
  offerOnlinePayment,
  openPayment,
  payAt,
  postForm,
  readPayments,
  startGateway,
} from '../testing/orders/pay-online.ts';
import { type ApiShopper, newShopper } from '../testing/orders/shopper.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';
import type { TestResponse } from '../testing/test-server.ts';

/** Time limit of consistency after a start, once the killed process's jobs have expired. */
const AGREED_WITHIN_MS = 60_000;

const database = await testDatabase();
const { db } = database;
const dataDir = mkdtempSync(join(tmpdir(), 'shop-payment-killed-'));
const gateway = await startGateway();
let shop: ApiProcess;

const start = () =>
  startApiProcess({
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    ...gateway.env,
  });

beforeAll(async () => {
  await offerOnlinePayment(database);
  await db.raw('update delivery_slot_templates set capacity = 10000');
  shop = await start();
});
afterAll(async () => {
  shop.child.kill('SIGKILL');
  await gateway.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const staff = (path: string): Promise<TestResponse> =>
  shop.api('POST', `/staff${path}`, { token: readConfig({ DATA_DIR: dataDir }).operatorToken, body: {} });

type Payment = { shopper: ApiShopper; cart: TestResponse['body']; order_id: string | null; url: string | null };

async function prepareCheckout(): Promise<Payment> {
  const api: ApiProcess['api'] = (method, path, options) => shop.api(method, path, options);
  const shopper = await newShopper({ api });
  await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
  const cart = await shopper.prepare({ payment_method: 'fpx', shipping_address: makeDistinctAddress() });
  return { shopper, cart, order_id: null, url: null };
}

async function place(payment: Payment): Promise<void> {
  const { status, body } = await payment.shopper.place(payment.cart);
  expect(status).toBe(201);
  payment.order_id = body.order.id;
  payment.url = body.payment.url;
}

/**
 * Takes the form of the payment's page to the gateway and pays; returns the report, which the gateway does not send.
 */
async function payUnreported({ url }: Payment): Promise<Record<string, string>> {
  const { form } = (await openPayment(shop, url ?? '')).body;
  return (await payAt(form, 'outcome=return-only')).returns ?? {};
}

const notify = (fields: Record<string, string>) => postForm(`${shop.url}/api/payments/ipay88/notice`, fields);

/**
 * A step of a payment: the work before it, the request that is under way, and what the shopper repeats after the start.
 */
type PaymentStep = BlockedWrite & {
  /** Does everything before the step; returns the request that the process is killed in. */
  prepare: (payment: Payment) => Promise<() => Promise<unknown>>;
  /** What the shopper's browser repeats after the start. */
  repeat?: (payment: Payment) => Promise<unknown>;
};

const preparePlacing = async (payment: Payment) => () => place(payment);
const prepareOpening = async (payment: Payment) => {
  await place(payment);
  return () => openPayment(shop, payment.url ?? '');
};
const prepareNotice = async (payment: Payment) => {
  await place(payment);
  const fields = await payUnreported(payment);
  return () => notify(fields);
};
const prepareEnquiry = async (payment: Payment) => {
  await place(payment);
  await payUnreported(payment);
  return async () => {
    gateway.isKnown = true;
  };
};
const placeAndPay = async (payment: Payment) => {
  await place(payment);
  await payUnreported(payment);
};

const STEPS: Record<string, PaymentStep> = {
  'as order and attempt are written': {
    ...{ held: 'before', write: 'insert on payment_attempts' },
    ...{ prepare: preparePlacing, repeat: placeAndPay },
  },
  'once the attempt is there, before the answer': {
    ...{ held: 'at commit', write: 'insert on payment_attempts' },
    ...{ prepare: preparePlacing, repeat: placeAndPay },
  },
  'as the form is made': {
    ...{ held: 'before', write: 'update on payment_attempts', when: `new.state = 'sent'` },
    ...{ prepare: prepareOpening, repeat: payUnreported },
  },
  'once the form is made, before the answer': {
    ...{ held: 'at commit', write: 'update on payment_attempts', when: `new.state = 'sent'` },
    ...{ prepare: prepareOpening, repeat: payUnreported },
  },
  'as the notice is recorded': {
    ...{ held: 'before', write: 'insert on payment_notices', when: `new.source = 'notice'`, prepare: prepareNotice },
  },
  'once the notice is recorded, before it is settled': {
    ...{ held: 'at commit', write: 'insert on payment_notices', when: `new.source = 'notice'`, prepare: prepareNotice },
  },
  'in the middle of settling': {
    ...{
      held: 'before',
      write: 'insert on order_history',
      when: `new.payment_status = 'paid'`,
      prepare: prepareNotice,
    },
  },
  'once it is paid, before the answer': {
    ...{
      held: 'at commit',
      write: 'insert on order_history',
      when: `new.payment_status = 'paid'`,
      prepare: prepareNotice,
    },
  },
  'as the enquiry’s answer is recorded': {
    ...{ held: 'before', write: 'insert on payment_notices', when: `new.verdict = 'paid'`, prepare: prepareEnquiry },
  },
  'once the enquiry’s answer is recorded, before it is settled': {
    ...{ held: 'at commit', write: 'insert on payment_notices', when: `new.verdict = 'paid'`, prepare: prepareEnquiry },
  },
  'as the payment is confirmed': {
    ...{ held: 'before', write: 'update on payment_attempts', when: 'new.is_confirmed', prepare: prepareEnquiry },
  },
  'once the payment is confirmed': {
    ...{ held: 'at commit', write: 'update on payment_attempts', when: 'new.is_confirmed', prepare: prepareEnquiry },
  },
};

test.each(Object.keys(STEPS))('killed %s: money and order agree within the enquiries', async (name) => {
  const step = STEPS[name];
  if (step === undefined) return expect.unreachable();
  gateway.isKnown = false;
  const payment = await prepareCheckout();
  const request = await step.prepare(payment);
  await killAtWrite(database, shop.child, step, request);
  gateway.isKnown = false;
  await expireJobs(database);
  shop = await start();
  await step.repeat?.(payment);
  const { order_id } = payment;
  // Nothing unpaid is shipped.
  const early = (await readPayments(database, order_id ?? '')).order[1];
  if (early !== 'paid') expect((await staff(`/orders/${order_id}/advance`)).body.code).toBe('order.unpaid');
  gateway.isKnown = true;
  await makePaymentJobsDue(database);
  const isConfirmed = async () =>
    (await db.raw(`select from payment_attempts where order_id = $1 and state = 'paid' and is_confirmed`, [order_id]))
      .rows.length;
  await expect.poll(isConfirmed, { timeout: AGREED_WITHIN_MS }).toBe(1);
  expect(await readPayments(database, order_id ?? '')).toEqual({
    order: ['pending', 'paid'],
    attempts: ['paid'],
    refunds: [],
    timesPaid: 1,
  });
  expect((await staff(`/orders/${order_id}/advance`)).body.order.status).toBe('processing');
  expect((await staff(`/orders/${order_id}/advance`)).body.order.status).toBe('packed');
});
