import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;

let sequence = 0;
/** Registers a customer; `token` is their earlier guest token. Returns the login and the response. */
async function newCustomer(token?: string) {
  sequence++;
  const login = { login: `adopter${sequence}@example.com`, password: `correct horse ${sequence}` };
  const body = { email: login.login, password: login.password, name: 'Mei Ling' };
  const response = await api('POST', '/register', { body, token });
  expect([response.status, response.body.message]).toEqual([201, undefined]);
  return { login, ...(response.body as { token: string; cart_changed: boolean }) };
}

const put = (token: string, items: object[]) => api('PUT', '/cart', { token, body: { items } });
const readCart = async (token: string) => (await api('GET', '/cart', { token })).body;

test('a customer has one cart, in every session; its uuid is not a token', async () => {
  const { token, login } = await newCustomer();
  const empty = await readCart(token);
  expect(empty).toMatchObject({ isEmpty: true, version: 0 });
  const product = await makeProduct(db, { price: 590 });
  const { body } = await put(token, [{ id: product.id, quantity: 2 }]);
  expect(body).toMatchObject({ success: true, cart: { items_qty: 2, items_total: '11.80', uuid: empty.uuid } });
  const other = await api('POST', '/token', { body: login });
  expect(other.body).toMatchObject({ cart_changed: false });
  expect(await readCart(other.body.token)).toMatchObject({ items_qty: 2, uuid: empty.uuid });
  // Used as a guest token, the uuid opens an empty cart.
  expect(await readCart(empty.uuid)).toMatchObject({ isEmpty: true });
});

test('a customer without a cart can choose for the checkout', async () => {
  const { token } = await newCustomer();
  const product = await makeProduct(db);
  await put(token, [{ id: product.id, quantity: 1 }]);
  const { status, body } = await api('PUT', '/checkout', { token, body: { payment_method: 'cod' } });
  expect([status, body.cart.payment_method]).toEqual([200, 'cod']);
});

test("signing up moves the guest's cart, with its selection and checkout choices; the guest's token no longer opens it", async () => {
  const guest = await newShopper(server);
  const [a, b] = [await makeProduct(db), await makeProduct(db)];
  await guest.fill([a, 2], [b, 1]);
  await put(guest.token, [{ id: b.id, checkout: false }]);
  const before = await guest.prepare();
  const { token, cart_changed } = await newCustomer(guest.token);
  expect(cart_changed).toBe(false);
  const after = await readCart(token);
  expect(after.items).toEqual(before.items);
  expect(after).toMatchObject({ shipping_address: before.shipping_address, grand_total: before.grand_total });
  expect(after.uuid).not.toBe(before.uuid);
  expect(await readCart(guest.token)).toMatchObject({ isEmpty: true, shipping_address: null });
});

test('signing in adds up quantities, applies the limits, and reports each reduction once', async () => {
  const { login, token } = await newCustomer();
  const [few, many, bulky] = [
    await makeProduct(db, { max_sale_qty: 5 }),
    await makeProduct(db, { stock: 8 }),
    await makeProduct(db),
  ];
  await put(token, [
    { id: few.id, quantity: 3 },
    { id: many.id, quantity: 2, checkout: false },
    { id: bulky.id, quantity: 2 },
  ]);
  const guest = await newShopper(server);
  await guest.fill([few, 4], [many, 8]);
  const signedIn = await api('POST', '/token', { token: guest.token, body: login });
  expect(signedIn.body).toMatchObject({ cart_changed: true });
  const cart = await readCart(signedIn.body.token);
  expect(cart.items.map((each: { quantity: number }) => each.quantity)).toEqual([5, 8, 2]);
  expect(cart.items.map((each: { checkout: boolean }) => each.checkout)).toEqual([true, true, true]);
  expect(cart.lines_changed).toMatchObject([
    { id: few.id, field: 'max_qty', old: 7, new: 5 },
    { id: many.id, field: 'stock', old: 10, new: 8 },
  ]);
  expect((await readCart(signedIn.body.token)).lines_changed).toEqual([]);
});

test('signing in many times at once moves the cart once', async () => {
  const { login, token } = await newCustomer();
  const product = await makeProduct(db);
  await put(token, [{ id: product.id, quantity: 1 }]);
  const guest = await newShopper(server);
  await guest.fill([product, 2]);
  const all = await Promise.all(
    Array.from({ length: 5 }, () => api('POST', '/token', { token: guest.token, body: login })),
  );
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(await readCart(token)).toMatchObject({ items_qty: 3, items_count: 1 });
});

test("moves a guest's cart to one of two customers who sign in with it at once", async () => {
  const [one, other] = [await newCustomer(), await newCustomer()];
  const product = await makeProduct(db);
  const guest = await newShopper(server);
  await guest.fill([product, 2]);
  await Promise.all([one, other].map(({ login }) => api('POST', '/token', { token: guest.token, body: login })));
  const carts = await Promise.all([one, other].map(({ token }) => readCart(token)));
  expect(carts.map((cart) => cart.items_qty).sort()).toEqual([0, 2]);
});

test('signing in never exceeds the limit of lines, and reports that some were left out', async () => {
  const { login, token } = await newCustomer();
  const products = await Promise.all(Array.from({ length: 205 }, () => makeProduct(db)));
  await put(
    token,
    products.slice(0, 199).map(({ id }) => ({ id, quantity: 1 })),
  );
  const guest = await newShopper(server);
  await guest.fill(...products.slice(198).map((each): [typeof each, number] => [each, 1]));
  const signedIn = await api('POST', '/token', { token: guest.token, body: login });
  expect(signedIn.body.cart_changed).toBe(true);
  expect(await readCart(signedIn.body.token)).toMatchObject({ items_count: 200, items_qty: 201 });
});

test("signing in moves the session's recently viewed products to the customer", async () => {
  const { login } = await newCustomer();
  const session = (await api('GET', '/session/id')).body.data;
  const headers = { 'x-session': session };
  const [product] = (await api('GET', '/products?limit=1')).body.data;
  await api('POST', '/recent-products', { headers, body: { slug: product.slug } });
  const { body } = await api('POST', '/token', { headers, body: login });
  const listSlugs = async (options: object) =>
    (await api('GET', '/recent-products', options)).body.data.map((each: { slug: string }) => each.slug);
  expect(await listSlugs({ token: body.token })).toEqual([product.slug]);
  expect(await listSlugs({ headers })).toEqual([]);
});
