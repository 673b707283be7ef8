/** docs/security.md#faults: a checkout is refused at its first step while orders wait too long. */
import { expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { ADDRESS, type ApiShopper, newShopper } from '../../testing/orders/shopper.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const product = await makeProduct(server.db, { stock: 100 });

async function newGuest(): Promise<ApiShopper> {
  const guest = await newShopper(server);
  await guest.fill([product, 1]);
  return guest;
}

/** Fills the queue of orders until the returned function is called. */
function holdOrders(): () => void {
  const queue = server.app.shop.queues['orders.place'];
  let release = () => {};
  const end = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (let order = 0; order < 5; order++) void queue?.(() => end);
  return release;
}

test('"Overload is refused at the first step of a checkout, not at the last": those who are let in finish', async () => {
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
    .poll(async () => (await newGuest()).checkout({ shipping_address: ADDRESS }), { timeout: 10_000 })
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
