import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeProduct, type MadeProduct, makeProduct, setStock } from '../testing/catalog/make-product.ts';
import { testServer } from '../testing/test-server.ts';

const { api, db } = await testServer();

async function newGuestToken(): Promise<string> {
  return (await api('GET', '/cart')).body.uuid;
}

const put = (token: string, items: object[], query = '') => api('PUT', `/cart${query}`, { token, body: { items } });

const line = (product: MadeProduct, quantity?: number, more: object = {}) => ({ id: product.id, quantity, ...more });

test('GET /cart without a token hands out a guest cart of 256 random bits, and stores nothing', async () => {
  const before = await db.raw('select count(*) from carts');
  const { status, body } = await api('GET', '/cart');
  expect(status).toBe(200);
  expect(body.uuid).toMatch(/^g[A-Za-z0-9_-]{65}$/);
  expect(body).toMatchObject({
    isEmpty: true,
    items: [],
    items_count: 0,
    items_qty: 0,
    version: 0,
    grand_total: '0.00',
  });
  expect((await db.raw('select count(*) from carts')).rows).toEqual(before.rows);
});

describe('docs/readings.md#3: "An unknown guest token starts a new cart and never answers 403"', () => {
  const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');
  const countCarts = async (token: string) =>
    (await db.raw('select id from carts where guest_token_hash = $1', [tokenHash(token)])).rows.length;

  test.each(['unknown-but-well-formed-token', '0192f6a2-7a50-7cc3-98c4-dc0c0c07398f', `g${'A'.repeat(65)}`, 'abc'])(
    'no cart is written under %s, which the shop never issued',
    async (token) => {
      const { uuid, isEmpty } = (await api('GET', '/cart', { token })).body;
      expect([uuid === token, isEmpty]).toEqual([false, true]);
      const { status, body } = await put(token, [line(await makeProduct(db), 1)]);
      expect([status, body.success, body.cart.items_qty]).toEqual([200, true, 1]);
      expect(body.cart.uuid).toMatch(/^g[A-Za-z0-9_-]{65}$/);
      expect([await countCarts(token), await countCarts(body.cart.uuid)]).toEqual([0, 1]);
      expect((await api('GET', '/cart', { token: body.cart.uuid })).body.items_qty).toBe(1);
    },
  );

  test('accepts the token of a cart that is older than signed tokens', async () => {
    const old = 'gAbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';
    const product = await makeProduct(db);
    const { uuid } = (await put(await newGuestToken(), [line(product, 2)])).body.cart;
    await db.raw('update carts set guest_token_hash = $2 where guest_token_hash = $1', [
      tokenHash(uuid),
      tokenHash(old),
    ]);
    expect((await api('GET', '/cart', { token: old })).body).toMatchObject({ uuid: old, items_qty: 2 });
    expect((await put(old, [line(product, 3)])).body.cart).toMatchObject({ uuid: old, items_qty: 3 });
  });
});

test('PUT /cart sets absolute quantities (0 removes) and flags, leaves other lines, and is idempotent', async () => {
  const token = await newGuestToken();
  const [a, b] = [await makeProduct(db, { price: 590 }), await makeProduct(db, { price: 1250 })];
  const items = [line(a, 2), line(b, 1, { checkout: false })];
  const first = await put(token, items);
  expect(first.body).toMatchObject({ success: true, errors: [] });
  expect(first.body.cart).toMatchObject({
    version: 1,
    items_count: 2,
    items_qty: 3,
    items_total: '11.80',
    lines_changed: [],
  });
  const again = await put(token, items);
  expect(again.body).toEqual(first.body);
  const less = await put(token, [line(a, 0)]);
  expect(less.body.cart.items.map((item: { id: string }) => item.id)).toEqual([b.id]);
  expect((await put(token, [line(a, 0)])).body).toMatchObject({ success: true, cart: { version: 2 } });
  expect((await api('GET', '/cart', { token })).body).toEqual(less.body.cart);
});

test('lists lines in the order in which they were added', async () => {
  const token = await newGuestToken();
  const products: MadeProduct[] = [];
  for (let index = 0; index < 8; index++) products.push(await makeProduct(db));
  const [first, second, ...others] = products.toReversed();
  if (first === undefined || second === undefined) throw new Error('too few products');
  const readOrder = async (response: { body: { cart: { items: { id: string }[] } } }) => {
    const shownIds = response.body.cart.items.map(({ id }) => id);
    const { body } = await api('GET', '/cart', { token });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(shownIds);
    return shownIds;
  };
  const ids = others.map(({ id }) => id);
  expect(
    await readOrder(
      await put(
        token,
        [first, ...others].map((each) => line(each, 1)),
      ),
    ),
  ).toEqual([first.id, ...ids]);
  expect(await readOrder(await put(token, [line(first, 0)]))).toEqual(ids);
  expect(await readOrder(await put(token, [line(second, 1)]))).toEqual([...ids, second.id]);
  expect(await readOrder(await put(token, [line(first, 1)]))).toEqual([...ids, second.id, first.id]);
});

test('docs/spec.md §3 Cart item: a line has pivot and inventory, and money as text', async () => {
  const token = await newGuestToken();
  const product = await makeProduct(db, {
    name: 'Kaya',
    name_zh: '咖椰',
    price: 890,
    sale_price: 750,
    stock: { quantity: 12, min_qty: 2 },
    min_sale_qty: 2,
    max_sale_qty: 6,
    weight: 250,
  });
  const { body } = await put(token, [line(product, 3)], '?lang=zh');
  expect(body.cart.items[0]).toMatchObject({
    id: product.id,
    variation_option_id: null,
    name: '咖椰',
    text_lang: 'zh',
    quantity: 3,
    price: '8.90',
    sale_price: '7.50',
    final_price: '7.50',
    price_total: '22.50',
    checkout: true,
    stock: 10,
    min_sale_qty: 2,
    max_sale_qty: 6,
    keep_available: false,
    available: true,
    pivot: { quantity: 3, final_price: '7.50', price_total: '22.50', is_checkout: true },
    inventory: { quantity: 10, min_sale_qty: 2, max_sale_qty: 6, is_continuous_selling: false },
  });
});

test('docs/readings.md#7: counts include all lines, totals and free shipping only those flagged for checkout', async () => {
  const token = await newGuestToken();
  const [a, b] = [await makeProduct(db, { price: 3000 }), await makeProduct(db, { price: 6000 })];
  const { body } = await put(token, [line(a, 1), line(b, 1, { checkout: false })]);
  expect(body.cart).toMatchObject({
    items_count: 2,
    items_qty: 2,
    items_total: '30.00',
    bag_fee: '1.00',
    grand_total: '31.00',
  });
  expect(body.cart.free_shipping_info).toMatchObject({
    has_free_shipping: true,
    eligible_for_free_shipping: false,
    min_amount: '80.00',
    amount_left: '50.00',
    display_text: 'Spend RM50.00 more to get Free Shipping',
  });
  const all = await put(token, [line(b, undefined, { checkout: true })]);
  expect(all.body.cart.free_shipping_info).toMatchObject({ eligible_for_free_shipping: true, amount_left: '0.00' });
});

test('docs/readings.md#4: the tier is found by the product’s quantity over all its lines flagged for checkout', async () => {
  const token = await newGuestToken();
  const product = await makeProduct(db, { price: 500, tiers: [{ qty: 3, tier_price: 400 }], options: [{}, {}] });
  const [one, two] = product.options;
  const { body } = await put(token, [
    line(product, 2, { variation_option_id: one }),
    line(product, 1, { variation_option_id: two }),
  ]);
  expect(body.cart.items.map((item: { final_price: string }) => item.final_price)).toEqual(['4.00', '4.00']);
  expect(body.cart.items_total).toBe('12.00');
  const less = await put(token, [line(product, undefined, { variation_option_id: two, checkout: false })]);
  expect(less.body.cart.items_total).toBe('10.00');
  expect(less.body.cart.lines_changed, 'the shopper’s own change is no news').toEqual([]);
});

test.each([
  ['max sale quantity', { max_sale_qty: 4 }, 5, 'The maximum quantity allowed for purchase is 4', 'max_qty'],
  ['stock', { stock: 3 }, 4, 'The maximum quantity allowed for purchase is 3', 'stock'],
  [
    'stock net of min_qty',
    { stock: { quantity: 5, min_qty: 3 } },
    3,
    'The maximum quantity allowed for purchase is 2',
    'stock',
  ],
  ['no stock', { stock: 0 }, 1, 'Item sold out', 'stock'],
  ['min sale quantity', { min_sale_qty: 3 }, 2, 'The minimum quantity for purchase is 3', 'min_qty'],
  ['not published', { status: 'archived' as const }, 1, 'This item is no longer available', 'unavailable'],
])(
  'docs/spec.md §5 "Adding quantity to cart": beyond %s is refused with its message',
  async (_, fields, quantity, message, field) => {
    const token = await newGuestToken();
    const [limited, free] = [await makeProduct(db, fields), await makeProduct(db)];
    const { status, body } = await put(token, [line(limited, quantity), line(free, 1)]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, errors: [message] });
    expect(
      body.cart.items.map((item: { id: string }) => item.id),
      'the good line is applied',
    ).toEqual([free.id]);
    expect(body.cart.lines_changed).toMatchObject([{ id: limited.id, field, old: quantity, new: 0, message }]);
  },
);

test('docs/spec.md §5: a refused addition leaves the line as it was', async () => {
  const token = await newGuestToken();
  const product = await makeProduct(db, { stock: 5 });
  await put(token, [line(product, 5)]);
  const { body } = await put(token, [line(product, 6)]);
  expect(body.errors).toEqual(['The maximum quantity allowed for purchase is 5']);
  expect(body.cart).toMatchObject({ items_qty: 5, version: 1 });
  expect(body.cart.lines_changed).toMatchObject([{ old: 6, new: 5 }]);
});

test('docs/spec.md §5: continuous selling does not stop at the stock', async () => {
  const token = await newGuestToken();
  const product = await makeProduct(db, { stock: { quantity: 0, is_continuous_selling: true } });
  const { body } = await put(token, [line(product, 40)]);
  expect(body.success).toBe(true);
  expect(body.cart.items[0]).toMatchObject({ keep_available: true, available: true, stock: 0, quantity: 40 });
});

test('docs/api.md: the bulky error contains "bulky" and comes first, in Chinese too (docs/readings.md#6)', async () => {
  const token = await newGuestToken();
  const [soldOut, sack, water] = [
    await makeProduct(db, { stock: 0 }),
    await makeProduct(db, { bulky: true }),
    await makeProduct(db, { bulky: true }),
  ];
  const english = await put(token, [line(soldOut, 1), line(sack, 2), line(water, 2)]);
  expect(english.body.errors).toEqual(['An order can take at most 3 bulky items', 'Item sold out']);
  expect(english.body.cart.items).toMatchObject([{ id: sack.id, quantity: 2 }]);
  // 900 exceeds the stock too: the lower of the two limits is reported.
  const many = await put(token, [line(water, 900)]);
  expect(many.body.errors).toEqual(['An order can take at most 3 bulky items']);
  const chinese = await put(token, [line(water, 2)], '?lang=zh');
  expect(chinese.body.errors[0]).toContain('bulky');
  // Only lines flagged for checkout count towards the order's limits.
  expect((await put(token, [line(water, 2, { checkout: false })])).body.success).toBe(true);
  expect((await put(token, [line(water, undefined, { checkout: true })])).body.success).toBe(false);
});

test('a bundle and its part share the units of their stock row', async () => {
  const token = await newGuestToken();
  const part = await makeProduct(db, { stock: 5 });
  const bundle = await makeProduct(db, { parts: [{ product: part, quantity: 2 }] });
  expect((await put(token, [line(bundle, 2), line(part, 1)])).body.success).toBe(true);
  const { body } = await put(token, [line(part, 2)]);
  expect(body.errors).toEqual(['The maximum quantity allowed for purchase is 1']);
  // Stock that one line releases is available to another line of the same update, in either order.
  expect((await put(token, [line(part, 3), line(bundle, 1)])).body).toMatchObject({ success: true });
});

test('rejects an unknown product or option, and applies the other updates', async () => {
  const token = await newGuestToken();
  const [product, other] = [await makeProduct(db), await makeProduct(db, { options: [{}] })];
  const updates = [
    { id: '999999999', quantity: 1 },
    line(product, 1, { variation_option_id: other.options[0] }),
    line(other, 1),
    line(product, 2),
  ];
  const { body } = await put(token, updates);
  expect(body.errors).toEqual(Array(3).fill('This item is no longer available'));
  expect(body.cart.items).toMatchObject([{ id: product.id, quantity: 2 }]);
});

test('reports changes since the last read once: price, stock, a withdrawn product', async () => {
  const token = await newGuestToken();
  const [dearer, scarcer, gone] = [
    await makeProduct(db, { price: 590 }),
    await makeProduct(db, { stock: 9 }),
    await makeProduct(db),
  ];
  await put(token, [line(dearer, 1), line(scarcer, 5), line(gone, 1)]);
  await changeProduct(db, dearer, { price: 650 });
  await setStock(db, scarcer, 3);
  await changeProduct(db, gone, { status: 'archived' });
  const { body } = await api('GET', '/cart', { token });
  expect(body.lines_changed).toMatchObject([
    { id: scarcer.id, field: 'stock', old: 5, new: 3, message: 'Only 3 left, quantity reduced' },
    { id: gone.id, field: 'unavailable', old: 1, new: 0, message: 'No longer available' },
    { id: dearer.id, field: 'price', old: '5.90', new: '6.50', message: 'Price changed RM5.90 → RM6.50' },
  ]);
  expect(body).toMatchObject({ version: 2, items_count: 3, items_total: '21.50' });
  expect(body.items[2]).toMatchObject({ id: gone.id, checkout: false, available: false });
  const again = await api('GET', '/cart', { token });
  expect(again.body).toEqual({ ...body, lines_changed: [] });
});

test('a cart holds at most 200 lines', async () => {
  const token = await newGuestToken();
  const { id, options } = await makeProduct(db, { options: Array.from({ length: 201 }, () => ({})) });
  const items = options.map((variation_option_id) => ({ id, variation_option_id, quantity: 1 }));
  expect((await put(token, items)).status).toBe(422);
  await put(token, items.slice(0, 200));
  const { body } = await put(token, items.slice(200));
  expect(body).toMatchObject({ success: false, errors: ['A cart can hold at most 200 different items'] });
  expect(body.cart.items_count).toBe(200);
});

test('a cart expires after sixty days without use; use renews it (docs/readings.md#3)', async () => {
  const token = await newGuestToken();
  const product = await makeProduct(db);
  await put(token, [line(product, 2)]);
  await db.raw(`update carts set expires_at = now() + interval '10 days'`);
  await api('GET', '/cart', { token });
  const { rows } = await db.raw(
    `select expires_at > now() + interval '59 days' as renewed from carts where version = 1 order by updated_at desc limit 1`,
  );
  expect(rows).toEqual([{ renewed: true }]);
  await db.raw(`update carts set expires_at = now() - interval '1 second'`);
  expect((await api('GET', '/cart', { token })).body.isEmpty).toBe(true);
  expect((await put(token, [line(product, 1)])).body.cart.items_qty).toBe(1);
});

test('400: a body that is not JSON', async () => {
  expect((await api('PUT', '/cart', { token: await newGuestToken(), body: '{"items":' })).status).toBe(400);
});

test('401: PUT /cart "needs an auth or guest token" (docs/spec.md §7)', async () => {
  const { status, body } = await api('PUT', '/cart', { body: { items: [] } });
  expect(status).toBe(401);
  expect(body.code).toBe('auth.required');
});

test('403: a customer’s token that is no longer valid (docs/readings.md#26)', async () => {
  expect((await api('GET', '/cart', { token: 'c_0123456789012345678901234567890' })).status).toBe(403);
});

const WRONG_QUANTITIES = [
  '-1',
  '1.5',
  '"2"',
  '2147483648',
  '1e99',
  '[1]',
  '{}',
  'true',
  'null',
  '"NaN"',
  '"1e3"',
  '1000001',
];

test.each(WRONG_QUANTITIES)(
  '422: a quantity of %s is refused and totals stay (docs/security.md#c19)',
  async (quantity) => {
    const token = await newGuestToken();
    const product = await makeProduct(db);
    const before = (await put(token, [line(product, 2)])).body.cart;
    const { status, body } = await api('PUT', '/cart', {
      token,
      body: `{"items":[{"id":"${product.id}","quantity":${quantity}}]}`,
    });
    expect(status).toBe(422);
    expect(body.errors['items.0.quantity'][0]).toEqual(expect.any(String));
    expect((await api('GET', '/cart', { token })).body).toEqual(before);
  },
);

test.each([
  ['no items', {}],
  ['items that are no list', { items: 'all' }],
  ['an id that is a number', { items: [{ id: 1, quantity: 1 }] }],
  ['an id that is no id', { items: [{ id: '1; drop table carts', quantity: 1 }] }],
  ['a flag that is a text', { items: [{ id: '1', checkout: 'yes' }] }],
])('422: %s', async (_, body) => {
  expect((await api('PUT', '/cart', { token: await newGuestToken(), body })).status).toBe(422);
});
