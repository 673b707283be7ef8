/** docs/api.md#cart: "buy again puts a past order's lines in, and says which could not be". */
import { expect, test } from 'vitest';
import { changeProduct, type MadeProduct, makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer } from '../testing/customer.ts';
import { ADDRESS, type ApiShopper, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;

async function placeOrder(shopper: ApiShopper, ...lines: [MadeProduct, number][]) {
  await shopper.fill(...lines);
  const { status, body } = await shopper.place(await shopper.prepare());
  expect(status).toBe(201);
  return body.order;
}

const buyAgain = (token: string, body: object, headers = {}) =>
  api('POST', '/cart/buy-again', { token, body, headers });

test('200: adds a customer’s order to the lines already in the cart', async () => {
  const mine = await newCustomer(server);
  const shopper = await newShopper(server, mine);
  const [kaya, tea, bread] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)];
  const order = await placeOrder(shopper, [kaya, 2], [tea, 3]);
  await shopper.fill([bread, 1], [tea, 1]);
  const { status, body } = await buyAgain(mine.token, { order_id: order.id });
  expect([status, body.added, body.skipped]).toEqual([200, 5, []]);
  const quantities = body.cart.items.map((item: { id: string; quantity: number }) => [item.id, item.quantity]);
  expect(quantities).toEqual([
    [bread.id, 1],
    [tea.id, 4],
    [kaya.id, 2],
  ]);
  expect((await shopper.get('/cart')).body.items).toHaveLength(3);
});

test('200: a guest names the order by its number with a contact or the link’s token, in another cart too', async () => {
  const kaya = await makeProduct(db);
  const order = await placeOrder(await newShopper(server), [kaya, 2]);
  for (const proof of [{ contact: ADDRESS.email }, { token: order.view_token }]) {
    const { token } = await newShopper(server);
    const { body } = await buyAgain(token, { order_number: order.order_number, ...proof });
    expect(body.cart.items).toMatchObject([{ id: kaya.id, quantity: 2, checkout: true }]);
  }
});

test('adds as many as can be bought, and says why not more, in the shopper’s language', async () => {
  const shopper = await newShopper(server);
  const [few, gone, limited] = [
    await makeProduct(db, { stock: 10 }),
    await makeProduct(db, { name: 'Old tea', name_zh: '旧茶' }),
    await makeProduct(db, { stock: 50 }),
  ];
  const order = await placeOrder(shopper, [few, 4], [gone, 1], [limited, 6]);
  await db.raw('update inventory set quantity = 3 where product_id = $1', [few.id]);
  await changeProduct(db, gone, { status: 'archived' });
  await changeProduct(db, limited, { max_sale_qty: 5 });
  const body = { order_number: order.order_number, token: order.view_token };
  const response = await api('POST', '/cart/buy-again?lang=zh', { token: shopper.token, body });
  expect(response.body).toMatchObject({
    added: 8,
    skipped: [
      { id: few.id, ordered: 4, added: 3, reason: '此商品最多可购买 3 件', is_sold_out: false },
      { id: gone.id, name: '旧茶', ordered: 1, added: 0, reason: '此商品已下架', is_sold_out: true },
      { id: limited.id, ordered: 6, added: 5, reason: '此商品最多可购买 5 件' },
    ],
  });
  expect(response.body.cart.items).toMatchObject([
    { id: few.id, quantity: 3 },
    { id: limited.id, quantity: 5 },
  ]);
  const more = await api('POST', '/cart/buy-again', { token: shopper.token, body });
  expect(more.body).toMatchObject({ added: 0, skipped: [{ added: 0 }, { added: 0 }, { added: 0 }] });
  expect(more.body.cart.items).toMatchObject([{ quantity: 3 }, { quantity: 5 }]);
});

test('says that a minimum raised a quantity', async () => {
  const shopper = await newShopper(server);
  const product = await makeProduct(db, { stock: 10 });
  const order = await placeOrder(shopper, [product, 1]);
  await changeProduct(db, product, { min_sale_qty: 3 });
  const { body } = await buyAgain(shopper.token, { order_number: order.order_number, token: order.view_token });
  expect(body.skipped).toMatchObject([
    {
      slug: order.items[0].slug,
      ordered: 1,
      added: 3,
      reason: 'The minimum quantity for purchase is 3',
      is_sold_out: false,
    },
  ]);
  expect(body.cart.items).toMatchObject([{ id: product.id, quantity: 3 }]);
});

test('a bundle and its part share their stock; lines already in the cart lose nothing', async () => {
  const part = await makeProduct(db, { stock: 20 });
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }] });
  const shopper = await newShopper(server);
  const order = await placeOrder(shopper, [part, 3], [bundle, 2]);
  await db.raw('update inventory set quantity = 7 where product_id = $1', [part.id]);
  await shopper.fill([bundle, 1]);
  const { body } = await buyAgain(shopper.token, { order_number: order.order_number, token: order.view_token });
  // Seven pieces: two in the bundle that was in the cart, three as before, and one more bundle.
  expect(body.cart.items).toMatchObject([
    { id: bundle.id, quantity: 2 },
    { id: part.id, quantity: 3 },
  ]);
  expect(body.skipped).toMatchObject([{ id: bundle.id, ordered: 2, added: 1 }]);
});

test('the same Idempotency-Key adds once', async () => {
  const kaya = await makeProduct(db);
  const shopper = await newShopper(server);
  const order = await placeOrder(shopper, [kaya, 1]);
  const body = { order_number: order.order_number, token: order.view_token };
  const responses = await Promise.all(
    [1, 2, 3].map(() => buyAgain(shopper.token, body, { 'idempotency-key': 'again' })),
  );
  expect(responses.map(({ status }) => status)).toContain(200);
  expect((await shopper.get('/cart')).body.items).toMatchObject([{ quantity: 1 }]);
});

test('401 without a token; 404 for another shopper’s order, a wrong proof and an unknown one; 422 without a number', async () => {
  const mine = await newCustomer(server);
  const other = await newCustomer(server);
  const order = await placeOrder(await newShopper(server, mine), [await makeProduct(db), 1]);
  const proof = { order_number: order.order_number, contact: ADDRESS.email };
  expect((await api('POST', '/cart/buy-again', { body: proof })).status).toBe(401);
  expect((await buyAgain(other.token, { order_id: order.id })).status).toBe(404);
  expect((await buyAgain(other.token, { order_number: order.order_number, contact: 'x@example.com' })).status).toBe(
    404,
  );
  expect((await buyAgain(mine.token, { order_id: '01900000-0000-7000-8000-000000000000' })).status).toBe(404);
  expect((await buyAgain(other.token, {})).status).toBe(422);
});
