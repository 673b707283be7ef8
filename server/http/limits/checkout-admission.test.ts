/** docs/security.md#faults: a checkout is refused at its first step while orders wait too long. */
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { ADDRESS, type ApiShopper, findSlotOfLaterDay, newShopper } from '../../testing/orders/shopper.ts';
import { startRedisProxy, testRedisUrl } from '../../testing/redis.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { createCheckoutAdmission } from './checkout-admission.ts';
import { createCounters } from './counters.ts';

const server = await testServer();
const product = await makeProduct(server.db, { stock: 100 });

async function newGuest(of: TestServer = server): Promise<ApiShopper> {
  const guest = await newShopper(of);
  await guest.fill([product, 1]);
  return guest;
}

/** Fills the queue of orders until the returned function is called. */
function holdOrders(of: TestServer = server): () => void {
  const queue = of.app.shop.queues['orders.place'];
  let release = () => {};
  const end = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (let order = 0; order < 5; order++) void queue?.(() => end);
  return release;
}

test('"Overload is refused at the first step of a checkout, not at the last": admitted shoppers finish', async () => {
  const [begun, late, other] = [await newGuest(), await newGuest(), await newGuest()];
  const cart = await begun.prepare();
  const session = { 'x-session': '01890000-0000-4000-8000-00000000000a' };
  const guestWhoSignsIn = await newGuest();
  const takeStep = (token: string) =>
    server.api('PUT', '/checkout', { token, headers: session, body: { leave_at_door: false } });
  expect((await takeStep(guestWhoSignsIn.token)).status).toBe(200);
  const release = holdOrders();
  // A short wait of orders does not close the admission.
  expect((await other.checkout({ customer_email: 'siti@example.com' })).status).toBe(200);

  const chooseLate = (query = '') =>
    server.api('PUT', `/checkout${query}`, { token: late.token, body: { shipping_address: ADDRESS } });
  await expect
    .poll(async () => (await newGuest()).checkout({ shipping_address: ADDRESS }))
    .toMatchObject({
      status: 503,
      body: {
        code: 'checkout.busy',
        message: 'Many shoppers are checking out right now. Your cart is kept, and we will let you in shortly.',
      },
    });
  const { status, headers, body } = await chooseLate('?lang=zh');
  expect([status, body.code]).toEqual([503, 'checkout.busy']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(3);
  expect(body.message).toMatch(/^现在结账的顾客较多/);
  // The cart, and every step before the checkout, still works, and does not begin a checkout.
  expect((await late.fill([product, 2])).items_qty).toBe(2);
  expect((await late.checkout({ zip: ADDRESS.zip })).status).toBe(200);
  expect((await late.get(`/shippings?zip=${ADDRESS.zip}`)).status).toBe(200);
  expect((await chooseLate()).status).toBe(503);

  // Checkouts that have begun may continue at every step, also of a guest who signs in meanwhile.
  const customer = await newCustomer(server);
  expect((await takeStep(customer.token)).status).toBe(200);
  expect((await (await newShopper(server, customer)).checkout({ leave_at_door: false })).status).toBe(503);
  expect((await other.checkout({ shipping_address: ADDRESS })).status).toBe(200);
  expect((await begun.get(`/shippings?zip=${ADDRESS.zip}`)).status).toBe(200);
  const order = begun.place(cart);
  release();
  expect((await order).status).toBe(201);
  expect((await chooseLate()).status).toBe(200);
});

/** Waits until a checkout that begins is refused. */
const waitUntilBusy = (of: TestServer = server) =>
  expect.poll(async () => (await newShopper(of)).checkout({ leave_at_door: false })).toMatchObject({ status: 503 });

/** Everything that a client without a session of the site sends at once: no `PUT /checkout` precedes it. */
async function orderAtOnce(guest: ApiShopper) {
  const { body } = await guest.get(`/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`);
  const [method] = body.data;
  const { version, items_total } = (await guest.get('/cart')).body;
  const choices = {
    customer_email: ADDRESS.email,
    shipping_address: ADDRESS,
    shipping_method: method.id,
    delivery_slot_id: findSlotOfLaterDay(method.slots).id,
    payment_method: 'cod',
  };
  return guest.place({ version, grand_total: items_total }, choices);
}

test('"Overload is refused at the first step": an order without a checkout before it is refused before it waits', async () => {
  const guest = await newGuest();
  const retrying = await newGuest();
  // The total is not known before the address: this order is refused as changed, and its checkout has begun.
  expect((await orderAtOnce(retrying)).body.code).toBe('checkout.changed');
  const release = holdOrders();
  onTestFinished(release);
  await waitUntilBusy();
  const { status, headers, body } = await orderAtOnce(guest);
  expect([status, body.code]).toEqual([503, 'checkout.busy']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(3);
  const retry = orderAtOnce(retrying);
  release();
  expect((await retry).body.code).toBe('checkout.changed');
});

describe('docs/readings.md#25: a repeat of a placed order, at a process that does not know its checkout', async () => {
  const APP_SECRET = randomBytes(24).toString('base64url');
  const startServer = () => testServer({ env: { APP_SECRET }, database: server.database });
  const [one, other] = [await startServer(), await startServer()];
  const key = { 'idempotency-key': 'repeated' };

  test('gets the stored response while that process is busy', async () => {
    const guest = await newGuest(one);
    const cart = await guest.prepare();
    const order = { expected_total: cart.grand_total, cart_version: cart.version };
    const first = await guest.place(cart, {}, key);
    expect(first.status).toBe(201);
    const repeat = (token: string, body: object, headers: Record<string, string>) =>
      other.api('POST', '/orders/checkout', { token, body, headers });
    const release = holdOrders(other);
    onTestFinished(release);
    await waitUntilBusy(other);
    const { status, text } = await repeat(guest.token, order, key);
    expect([status, text]).toEqual([201, first.text]);
    for (const response of [
      await repeat(guest.token, { ...order, shipping_remarks: 'Other' }, key),
      await repeat(guest.token, order, { 'idempotency-key': 'another' }),
      await repeat(guest.token, order, {}),
      await repeat((await newGuest(other)).token, order, key),
    ]) {
      expect([response.status, response.body.code]).toEqual([503, 'checkout.busy']);
    }
  });
});

describe('docs/security.md#faults: "at most 1,000 of one network"', () => {
  /** An admission that opens and closes, and a step of the shopper with a number, in a cart and session of their own. */
  function newAdmission() {
    let waitMs = 0;
    const admission = createCheckoutAdmission(createCounters(null), () => waitMs);
    return {
      close() {
        waitMs = 5_000;
      },
      async isAdmitted(shopper: number, address: string): Promise<boolean> {
        const actor = { kind: 'guest', token: '', tokenHash: `guest ${shopper}` } as const;
        const request = { ...NO_REQUEST, session: `session ${shopper}`, address };
        return (await admission.check('checkout.update', { leave_at_door: false }, { actor, request })) === null;
      },
    };
  }
  /** Begins checkouts; `address` gives each shopper's. */
  async function begin(
    { isAdmitted }: ReturnType<typeof newAdmission>,
    count: number,
    address: (at: number) => string,
  ) {
    for (let shopper = 1; shopper <= count; shopper++) expect(await isAdmitted(shopper, address(shopper))).toBe(true);
  }

  test.each([
    ['one address', () => '203.0.113.7'],
    ['many addresses of one /48', (shopper: number) => `2001:db8:7:${shopper.toString(16)}::1`],
  ])('10,000 checkouts of %s displace no other shopper', async (_, address) => {
    const admission = newAdmission();
    expect(await admission.isAdmitted(0, '198.51.100.1')).toBe(true);
    await begin(admission, 10_000, address);
    admission.close();
    expect(await admission.isAdmitted(0, '198.51.100.1')).toBe(true);
    expect(await admission.isAdmitted(20_000, '198.51.100.1')).toBe(false);
  });

  test('what is displaced no longer counts', async () => {
    const admission = newAdmission();
    const network = (at: number) => `203.0.113.${Math.floor((at - 1) / 500)}`;
    await begin(admission, 10_500, network);
    const [displaced, full] = [network(1), network(10_500)];
    expect(await admission.isAdmitted(0, displaced)).toBe(true);
    await begin(admission, 10_000, () => full);
    admission.close();
    expect(await admission.isAdmitted(0, displaced)).toBe(true);
  });
});

describe.runIf(testRedisUrl() !== undefined)('with Redis', async () => {
  const proxy = await startRedisProxy(testRedisUrl() ?? 'redis://127.0.0.1:1');
  const { database } = server;
  const secret = randomBytes(24).toString('base64url');
  const startServer = () =>
    testServer({ env: { APP_SECRET: secret, LOG_LEVEL: 'silent', REDIS_URL: proxy.url }, database });
  const [one, other] = [await startServer(), await startServer()];

  test('"Overload is refused at the first step": a slow Redis refuses no shopper whom this process has admitted', async () => {
    const [here, there, late] = [await newGuest(one), await newGuest(other), await newGuest(one)];
    const choose = (of: TestServer, { token }: ApiShopper) =>
      of.api('PUT', '/checkout', { token, body: { leave_at_door: false } });
    expect((await choose(one, here)).status).toBe(200);
    expect((await choose(other, there)).status).toBe(200);
    const release = holdOrders(one);
    onTestFinished(release);
    await waitUntilBusy(one);
    // Admitted by the other process, and known to this one once Redis has answered in time.
    await expect.poll(async () => (await choose(one, there)).status).toBe(200);
    proxy.delay(200);
    onTestFinished(() => proxy.mend());
    for (const shopper of [here, there]) expect((await choose(one, shopper)).status).toBe(200);
    expect((await choose(one, late)).status).toBe(503);
  });
});
