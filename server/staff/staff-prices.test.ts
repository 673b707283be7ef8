/** docs/readings.md#102: prices by the staff API, and a second person above the shop's limit. */
import { expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const owner = operator(server);
const maker = await newStaff(server, ['catalog']);
const checker = await newStaff(server, ['catalog']);

const setLimit = (prices_above: number | null) =>
  db.raw(
    `insert into settings (key, value) values ('approvals', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ prices_above })],
  );

let count = 0;

async function makeKaya(price = 10_00) {
  const product = await makeProduct(db, { name: 'Kaya', price, stock: 5 });
  const sku = `PRICE-${++count}`;
  const { rows } = await db.raw('update products set sku = $2 where id = $1 returning slug', [product.id, sku]);
  return { ...product, sku, slug: String(rows[0]?.slug) };
}

const readPrices = async (code: string) =>
  (await maker.call('GET', `/prices?code=${encodeURIComponent(code)}`)).body.prices;
const change = (id: string, body: object, staff = maker) =>
  staff.call('PUT', `/products/${id}/prices`, { reason: 'Supplier', ...body });

/** Requests another regular price with the version as it is now. */
async function setPrice(product: { id: string; sku: string }, price: string, staff = maker) {
  const { version } = await readPrices(product.sku);
  return change(product.id, { version, goods: [{ price }] }, staff);
}

let looks = 0;
const readShown = async (id: string) => (await api('GET', `/products/${id}?_=${looks++}`)).body;

test('reads prices by SKU or slug, and writes them; product, lists and cache follow (200)', async () => {
  await setLimit(null);
  const product = await makeKaya();
  const readCachedPrice = async () => (await api('GET', `/products/${product.slug}`)).body.price;
  expect(await readCachedPrice()).toBe('10.00');
  const prices = await readPrices(product.slug);
  expect(prices).toMatchObject({
    ...{ id: product.id, name: 'Kaya', waiting: [] },
    goods: [{ variation_option_id: null, sku: product.sku, price: '10.00', sales: [] }],
  });
  const { status, body } = await change(product.id, { version: prices.version, goods: [{ price: '12.5' }] });
  expect([status, body.approval, body.prices.goods[0].price]).toEqual([200, null, '12.50']);
  expect(body.prices.version).not.toBe(prices.version);
  await expect.poll(readCachedPrice).toBe('12.50');
  const { rows } = await db.raw('select price_now from product_listing where product_id = $1', [product.id]);
  expect(rows).toEqual([{ price_now: 1250 }]);
  const audit = (await owner('GET', `/audit?subject=product:${product.slug}`)).body.data;
  expect(audit).toMatchObject([
    {
      ...{ action: 'staff.changePrices', staff_email: maker.email },
      ...{ before: { regular: '10.00' }, after: { regular: '12.50', reason: 'Supplier' } },
    },
  ]);
});

test('promotions, deals and prices of groups are replaced; what is left out stays', async () => {
  await setLimit(null);
  const product = await makeKaya();
  await db.raw(`insert into customer_groups (code) values ('gold'), ('staff') on conflict do nothing`);
  const first = await readPrices(product.sku);
  const day = { starts_at: '2099-01-01T00:00:00.000Z', ends_at: '2099-01-02T00:00:00.000Z' };
  const { body } = await change(product.id, {
    version: first.version,
    goods: [{ sales: [{ sale_price: '8.00' }, { sale_price: '5.00', ...day, is_deal: true }] }],
    group_prices: [{ group: 'gold', group_price: '9.00' }],
  });
  expect(body.prices).toMatchObject({
    goods: [
      {
        price: '10.00',
        sales: [
          { sale_price: '8.00', ends_at: null, is_deal: false },
          { sale_price: '5.00', ...day, is_deal: true },
        ],
      },
    ],
    group_prices: expect.arrayContaining([
      { group: 'gold', group_price: '9.00' },
      { group: 'staff', group_price: null },
    ]),
  });
  await expect.poll(async () => (await readShown(product.id)).sale_price).toBe('8.00');
  const removal = await change(product.id, {
    version: body.prices.version,
    group_prices: [{ group: 'gold', group_price: null }],
  });
  expect(removal.body.prices.goods[0].sales).toHaveLength(2);
  expect(removal.body.prices.group_prices).toContainEqual({ group: 'gold', group_price: null });
  const { rows } = await db.raw('select count(*)::integer as n from group_prices where product_id = $1', [product.id]);
  expect(rows).toEqual([{ n: 0 }]);
});

test('a product with options costs as much as its cheapest one', async () => {
  await setLimit(null);
  const tea = await makeProduct(db, { name: 'Tea', options: [{ price: 5_00 }, { price: 9_00 }] });
  const { slug } = await readShown(tea.id);
  const { version, goods } = await readPrices(slug);
  expect(goods).toMatchObject([{ price: '5.00' }, { price: '9.00' }]);
  await change(tea.id, { version, goods: [{ variation_option_id: tea.options[0], price: '9.50' }] });
  await expect.poll(async () => (await readShown(tea.id)).price).toBe('9.00');
  const unknown = await change(tea.id, { version: (await readPrices(slug)).version, goods: [{ price: '1.00' }] });
  expect(unknown.status).toBe(404);
});

test('refuses prices and times that cannot be (422)', async () => {
  await setLimit(null);
  const product = await makeKaya();
  await db.raw(`insert into customer_groups (code) values ('gold') on conflict do nothing`);
  const { version } = await readPrices(product.sku);
  const listRefusedFields = async (body: object) => {
    const response = await change(product.id, { version, ...body });
    return [response.status, Object.keys(response.body.errors)];
  };
  const late = { starts_at: '2099-01-02T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z' };
  const sale = { sale_price: '8.00', starts_at: '2099-01-01T00:00:00.000Z' };
  expect(await listRefusedFields({ goods: [{ sales: [{ sale_price: '10.00' }] }] })).toEqual([422, ['sales']]);
  expect(await listRefusedFields({ goods: [{ sales: [{ sale_price: '8.00', ...late }] }] })).toEqual([422, ['sales']]);
  expect(await listRefusedFields({ goods: [{ sales: [sale, sale] }] })).toEqual([422, ['sales']]);
  expect(await listRefusedFields({ group_prices: [{ group: 'gold', group_price: '10.01' }] })).toEqual([
    422,
    ['group_prices'],
  ]);
  expect((await change(product.id, { version, goods: [{ price: '0.00' }] })).status).toBe(422);
  expect((await change(product.id, { version, goods: [{ price: '9.00' }], reason: ' ' })).status).toBe(422);
  expect((await change('999999999', { version, goods: [] })).status).toBe(404);
  expect((await maker.call('GET', '/prices?code=NO-SUCH')).status).toBe(404);
  expect((await readPrices(product.sku)).version).toBe(version);
});

test('only owner and catalog read and change prices: 404 for others, 401 without a token', async () => {
  const product = await makeKaya();
  const { version } = await readPrices(product.sku);
  for (const role of ['orders', 'support', 'finance', 'picker', 'outlet_manager'] as const) {
    if (role === 'outlet_manager') continue;
    const staff = await newStaff(server, [role]);
    expect((await staff.call('GET', `/prices?code=${product.sku}`)).status).toBe(404);
    expect((await change(product.id, { version, goods: [{ price: '9.99' }] }, staff)).status).toBe(404);
  }
  expect((await api('PUT', `/staff/products/${product.id}/prices`, { body: {} })).status).toBe(401);
});

test('a stale version is refused with the prices as they are now, also after a file changed them (409)', async () => {
  await setLimit(null);
  const product = await makeKaya();
  const { version } = await readPrices(product.sku);
  await setPrice(product, '11.00', checker);
  const late = await change(product.id, { version, goods: [{ price: '10.50' }] });
  expect([late.status, late.body.code]).toEqual([409, 'prices.changed']);
  expect(late.body.prices).toMatchObject({ goods: [{ price: '11.00' }] });
  await db.raw('update products set price = 1300 where id = $1', [product.id]);
  const again = await change(product.id, { version: late.body.prices.version, goods: [{ price: '10.50' }] });
  expect([again.status, again.body.prices.goods[0].price]).toEqual([409, '13.00']);
});

test('of two changes at once, one is made; the other sees it', async () => {
  await setLimit(null);
  const product = await makeKaya();
  const { version } = await readPrices(product.sku);
  const answers = await Promise.all(
    ['11.00', '12.00', '13.00'].map((price, index) =>
      change(product.id, { version, goods: [{ price }] }, index === 0 ? maker : checker),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const prices = answers.find(({ status }) => status === 200)?.body.prices;
  for (const { status, body } of answers) if (status === 409) expect(body.prices.version).toBe(prices.version);
});

test('up to the limit one person is enough; above it a change waits, and is made once it is approved', async () => {
  await setLimit(20);
  const product = await makeKaya();
  expect((await setPrice(product, '12.00')).body.approval).toBeNull();
  const other = await makeKaya();
  const { status, body } = await setPrice(other, '12.01');
  expect([status, body.prices.goods[0].price]).toEqual([200, '10.00']);
  expect(body.approval).toMatchObject({
    ...{ kind: 'price_change', state: 'pending', subject: `product ${other.slug}`, value: '2.01' },
    change: {
      ...{ product_id: other.id, name: 'Kaya', reason: 'Supplier', percent: 20.1 },
      differences: [{ of: 'regular', title: null, price_before: '10.00', price_after: '12.01' }],
    },
    requested_by: maker.email,
  });
  expect(body.approval.change).not.toHaveProperty('request');
  expect(body.prices.waiting).toEqual([body.approval]);
  const { data } = (await checker.call('GET', '/approvals?search=state:pending;kind:price_change')).body;
  expect(data[0]).toEqual(body.approval);

  const own = await maker.call('POST', `/approvals/${body.approval.id}/approve`);
  expect([own.status, own.body.code]).toEqual([409, 'approval.second_person']);
  const answers = await Promise.all(
    [checker, checker, checker].map(({ call }) => call('POST', `/approvals/${body.approval.id}/approve`)),
  );
  expect(answers.map((each) => each.status).sort()).toEqual([200, 409, 409]);
  await expect.poll(async () => (await readShown(other.id)).price).toBe('12.01');
  const audit = (await owner('GET', `/audit?subject=product:${other.slug}`)).body.data;
  expect(audit.map((each: Record<string, string>) => [each.action, each.staff_email])).toEqual([
    ['staff.approve', checker.email],
    ['staff.changePrices', checker.email],
    ['staff.requestApproval', maker.email],
  ]);
});

test('small changes of a day count together; after an approved one they count from its price', async () => {
  await setLimit(20);
  const product = await makeKaya();
  expect((await setPrice(product, '11.50')).body.approval).toBeNull();
  const second = (await setPrice(product, '12.50')).body.approval;
  expect(second.change.percent).toBe(25);
  await checker.call('POST', `/approvals/${second.id}/approve`);
  expect((await setPrice(product, '14.00')).body.approval).toBeNull();
});

test('a promotion counts with its distance from the regular price, and its end needs no one', async () => {
  await setLimit(20);
  const product = await makeKaya();
  const { version } = await readPrices(product.sku);
  const mild = await change(product.id, { version, goods: [{ sales: [{ sale_price: '8.00' }] }] });
  expect(mild.body.approval).toBeNull();
  const deep = await change(product.id, {
    version: mild.body.prices.version,
    goods: [{ sales: [{ sale_price: '4.00', is_deal: true }] }],
  });
  expect(deep.body.approval.change).toMatchObject({ percent: 60, differences: [{ of: 'sale' }, { of: 'deal' }] });
  const response = await change(product.id, { version: mild.body.prices.version, goods: [{ sales: [] }] });
  expect([response.body.approval, response.body.prices.goods[0].sales]).toEqual([null, []]);
});

test('a change that waits is refused once the prices are others than the second person sees', async () => {
  await setLimit(20);
  const product = await makeKaya();
  const { approval } = (await setPrice(product, '20.00')).body;
  expect((await setPrice(product, '10.10', checker)).body.approval).toBeNull();
  const stale = await checker.call('POST', `/approvals/${approval.id}/approve`);
  expect([stale.status, stale.body.code]).toEqual([409, 'prices.changed']);
  expect((await readPrices(product.sku)).goods[0].price).toBe('10.10');
  const rejection = await maker.call('POST', `/approvals/${approval.id}/reject`, { comment: 'Not now' });
  expect(rejection.body.approval.state).toBe('rejected');
  const late = await checker.call('POST', `/approvals/${approval.id}/approve`);
  expect([late.body.code, late.body.approval.change.differences[0].price_after]).toEqual(['approval.decided', '20.00']);
});

test('each kind of change is seen and decided by its roles', async () => {
  await setLimit(20);
  const product = await makeKaya();
  const { approval } = (await setPrice(product, '20.00')).body;
  const support = await newStaff(server, ['support']);
  const listIds = async (staff: typeof maker) =>
    (await staff.call('GET', '/approvals')).body.data.map(({ id }: { id: string }) => id);
  expect(await listIds(support)).not.toContain(approval.id);
  expect((await support.call('POST', `/approvals/${approval.id}/approve`)).status).toBe(404);
  const finance = await newStaff(server, ['finance']);
  expect(await listIds(finance)).toContain(approval.id);
  expect((await finance.call('POST', `/approvals/${approval.id}/approve`)).status).toBe(200);
});
