/** docs/api.md#staff-api: stock, and products on and off sale. */
import { expect, test } from 'vitest';
import { makeProduct, readStock } from '../testing/catalog/make-product.ts';
import { runCommand } from '../testing/processes/run-command.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const staff = operator(server);

let codes = 0;

async function makeCodedProduct() {
  const product = await makeProduct(db, { stock: 5 });
  const sku = `COUNT-${++codes}`;
  const { rows } = await db.raw('update products set sku = $2, barcode = $3 where id = $1 returning slug', [
    product.id,
    sku,
    `955000000${1000 + codes}`,
  ]);
  return { product, sku, slug: String(rows[0]?.slug) };
}

let looks = 0;
const readShown = (slug: string) => api('GET', `/products/${slug}?_=${looks++}`);

test('POST /staff/stock sets the stock by SKU, barcode or slug, with its reason in the audit', async () => {
  const { product, sku, slug } = await makeCodedProduct();
  const { status, body } = await staff('POST', '/stock', { code: sku, quantity: 12, reason: 'Counted' });
  expect([status, body]).toEqual([200, { slug: slug, before: 5, quantity: 12 }]);
  expect(await readStock(db, product)).toBe(12);
  await staff('POST', '/stock', { code: `955000000${1000 + codes}`, quantity: 1, reason: 'Broken' });
  await staff('POST', '/stock', { code: slug, quantity: 0, reason: 'Broken' });
  expect(await readStock(db, product)).toBe(0);
  expect((await readShown(slug)).body.out_of_stock).toBe(true);
  const audit = await staff('GET', `/audit?search=action:staff.setStock;subject:product ${slug}`);
  expect(audit.body.data).toHaveLength(3);
  expect(audit.body.data.at(-1)).toMatchObject({ before: { quantity: 5 }, after: { quantity: 12, reason: 'Counted' } });
});

test('POST /staff/stock names goods by their ids, and refuses a stock that changed since the caller saw it', async () => {
  const { id, options } = await makeProduct(db, { options: [{ stock: 5 }, { stock: 7 }] });
  const set = (more: object) =>
    staff('POST', '/stock', {
      quantity: 3,
      reason: 'Counted',
      product: { id, variation_option_id: options[1] },
      ...more,
    });
  const { status, body } = await set({ former: 7 });
  expect([status, body]).toMatchObject([200, { before: 7, quantity: 3 }]);
  // Undo after two were sold: nothing changes.
  await db.raw('update inventory set quantity = 1 where variation_option_id = $1', [options[1]]);
  const refusal = await set({ quantity: 7, former: 3 });
  expect([refusal.status, refusal.body.code]).toEqual([409, 'catalog.stock_changed']);
  expect(refusal.body.message).toContain('1');
  const { rows } = await db.raw('select quantity from inventory where product_id = $1 order by id', [id]);
  expect(rows.map(({ quantity }) => Number(quantity))).toEqual([5, 1]);
  expect((await set({ product: { id } })).body.code).toBe('catalog.own_stock');
  expect((await set({ product: { id, variation_option_id: '999999999' } })).status).toBe(404);
  expect((await staff('POST', '/stock', { quantity: 3, reason: 'x' })).status).toBe(422);
});

test('GET /staff/goods finds goods by words of the name, SKU and barcode, on sale or not', async () => {
  const catalog = await newStaff(server, ['catalog']);
  const find = async (search: string, more = '') =>
    (await catalog.call('GET', `/goods?search=${encodeURIComponent(search)}${more}`)).body;
  const jam = await makeProduct(db, {
    name: 'Quokka Pandan Jam',
    name_zh: '袋鼠班兰酱',
    price: 5_00,
    sale_price: 4_20,
    stock: 5,
  });
  const tea = await makeProduct(db, { name: 'Tea of the Quokka', options: [{ price: 7_00, stock: 0 }, { stock: 2 }] });
  await db.raw(`update products set sku = 'QUO-1', barcode = '0955000000017', sales_count = 9 where id = $1`, [jam.id]);
  await db.raw(`update variation_options set sku = 'QUO-TEA' where id = $1`, [tea.options[0]]);
  expect((await find('quokka')).total).toBe(3);
  expect(await find('jam QUOKKA')).toMatchObject({
    total: 1,
    data: [
      {
        product_id: jam.id,
        variation_option_id: null,
        name: 'Quokka Pandan Jam',
        sku: 'QUO-1',
        status: 'published',
        ...{ quantity: 5, price: '5.00', sale_price: '4.20' },
      },
    ],
  });
  expect((await find('袋鼠班兰', '&lang=zh')).data).toMatchObject([{ name: '袋鼠班兰酱' }]);
  for (const code of ['quo-1', '955000000017', '0955000000017']) {
    expect((await find(code)).data[0], code).toMatchObject({ product_id: jam.id });
  }
  expect((await find('QUO-TEA')).data).toMatchObject([
    { product_id: tea.id, variation_option_id: tea.options[0], quantity: 0, price: '7.00', sale_price: null },
  ]);
  expect((await find('100% _ quokka')).data).toEqual([]);

  await staff('POST', '/on-sale', { code: 'QUO-1', on_sale: false, reason: 'Recalled' });
  expect((await find('quokka', '&off_sale=1')).data).toMatchObject([{ product_id: jam.id, status: 'archived' }]);
  expect((await find('', '&limit=2')).data).toHaveLength(2);
  const support = await newStaff(server, ['support']);
  expect((await support.call('GET', '/goods')).status).toBe(404);
});

test('a bundle has no stock of its own in the list', async () => {
  const part = await makeProduct(db, { stock: 5 });
  const bundle = await makeProduct(db, { name: 'Numbat Bundle', parts: [{ product: part }] });
  const { body } = await staff('GET', '/goods?search=numbat');
  expect(body.data).toMatchObject([{ product_id: bundle.id, quantity: null }]);
});

test('POST /staff/on-sale takes a product off sale and puts it back', async () => {
  const { sku, slug } = await makeCodedProduct();
  const off = await staff('POST', '/on-sale', { code: sku, on_sale: false, reason: 'Recalled' });
  expect([off.status, off.body]).toEqual([200, { slug: slug, on_sale: false, was_on_sale: true }]);
  expect((await readShown(slug)).status).toBe(410);
  expect((await staff('POST', '/on-sale', { code: sku, on_sale: true, reason: 'Safe' })).status).toBe(200);
  expect((await readShown(slug)).status).toBe(200);
});

test('unknown codes, codes of several goods, and missing reasons are refused', async () => {
  const [first, second] = [await makeCodedProduct(), await makeCodedProduct()];
  await db.raw(`update products set barcode = 'TWICE' where id = any($1::bigint[])`, [
    [first.product.id, second.product.id],
  ]);
  for (const [path, body] of [
    ['/stock', { quantity: 1 }],
    ['/on-sale', { on_sale: false }],
  ] as const) {
    const call = async (more: object) => (await staff('POST', path, { ...body, reason: 'x', ...more })).status;
    expect(await call({ code: 'NO-SUCH' })).toBe(404);
    expect(await call({ code: 'TWICE' })).toBe(409);
    expect(await call({ code: first.sku, reason: ' ' })).toBe(422);
    const { token } = await newStaff(server, ['support']);
    const response = await api('POST', `/staff${path}`, { token, body: { ...body, code: first.sku, reason: 'x' } });
    expect(response.status).toBe(404);
  }
  expect((await staff('POST', '/stock', { code: first.sku, quantity: -1, reason: 'x' })).status).toBe(422);
});

test('a product with options has no stock of its own', async () => {
  const { rows } = await db.raw(`select slug from products where type = 'variable' and status = 'published' limit 1`);
  const { status, body } = await staff('POST', '/stock', { code: rows[0]?.slug, quantity: 1, reason: 'x' });
  expect([status, body.code]).toEqual([409, 'catalog.own_stock']);
});

test('npm run catalog: stock, off-sale, on-sale', async () => {
  const { sku, slug } = await makeCodedProduct();
  const run = (...args: string[]) => runCommand(server, 'catalog', args);
  expect((await run('stock', sku, '7', '--reason', 'Counted')).out).toBe(`${slug}  5 → 7\n`);
  expect((await run('off-sale', sku, '--reason', 'Recalled')).out).toBe(`${slug}  off sale\n`);
  expect((await run('on-sale', sku, '--reason', 'Safe')).out).toBe(`${slug}  on sale\n`);
  expect(await run('stock', sku, '7')).toMatchObject({ code: 1, err: expect.stringContaining('Usage') });
});
