/** delivery.yaml: postcode zones, fee bands, free shipping and bag fees, from the file to carts and orders. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { testServer } from '../testing/test-server.ts';
import { applyFolder, exportFolder } from './apply-folder.ts';
import { DEFAULT_FOLDER } from './prepare-shop.ts';
import { readSetup } from './read-setup.ts';

const now = new Date('2027-03-01T00:30:00Z');
const server = await testServer({ clock: () => now });
const { api, db, config } = server;
const media = join(config.dataDir, 'media');
const scratch = mkdtempSync(join(tmpdir(), 'delivery-folder-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let sequence = 0;
function folderWith(delivery: string): string {
  const folder = join(scratch, `shop-${sequence++}`);
  cpSync(DEFAULT_FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, 'delivery.yaml'), delivery);
  return folder;
}
const apply = (delivery: string, dryRun = false) =>
  applyFolder(db, folderWith(delivery), { now, media, dryRun, prune: false });

const DELIVERY = `zones:
  west: { name: { en: West, zh: 西马 }, states: [Selangor, Johor, W.P. Kuala Lumpur, Pahang] }
  city: { name: City, postcodes: ["47000-47999"] }
  centre: { name: Centre, postcodes: ["47300-47309", "43000"] }
  island: { name: Island, postcodes: ["86800"] }
methods:
  standard:
    name: Standard
    fees:
      west:
        fee: 8.00
        bands: [ { from_grams: 10000, fee: 12.00 }, { from: 100.00, fee: 5.00 } ]
        free_from: 200.00
        free_also: [ { from_items: 6, up_to_items: 8 }, { from_grams: 4000, up_to_grams: 9000 } ]
      city: { fee: 7.00 }
      centre: { fee: 6.00, free_from: 50.00, free_up_to: 90.00 }
    slots:
      - { time: 10:00-12:00, places: 30 }
bag_fee: { fee: 0.20, states: { Johor: 0.50, Pahang: 0.00 } }
free_shipping_excludes: { categories: [frozen-food] }
free_shipping_blocked_by: { bulky: true }
unknown_weight_grams: 1000
bulky_max_per_order: 0
`;

describe('a shop with every rule', () => {
  beforeAll(async () => {
    await db.raw(`update delivery_methods set is_active = false where code <> 'standard'`);
    expect((await apply(DELIVERY)).problems).toEqual([]);
  });

  test('is exported and applied unchanged', async () => {
    expect((await apply(DELIVERY)).changes).toEqual([]);
    const folder = join(scratch, 'exported');
    await exportFolder(db, folder, media);
    expect((await applyFolder(db, folder, { now, media, dryRun: false, prune: true })).changes).toEqual([]);
    const again = join(scratch, 'exported-again');
    await exportFolder(db, again, media);
    const readDelivery = (from: string) => readFileSync(join(from, 'delivery.yaml'), 'utf8');
    expect(readDelivery(again)).toBe(readDelivery(folder));
    expect(readDelivery(folder)).toContain('postcodes: [ "43000", 47300-47309 ]');
  });

  test('frozen_categories decides which bundles are frozen by their items', async () => {
    const frozen = await makeProduct(db, { category: 'ice-cream' });
    const bundle = await makeProduct(db, { category: 'rice-noodles', parts: [{ product: frozen }] });
    const readCategories = async () =>
      (await api('GET', `/products/${bundle.id}`)).body.categories.map(({ slug }: { slug: string }) => slug);
    expect(await readCategories()).toEqual(['pantry', 'rice-noodles', 'ice-cream']);
    expect((await apply(`${DELIVERY}frozen_categories: [frozen-food]\n`)).problems).toEqual([]);
    await expect.poll(readCategories).toEqual(['pantry', 'rice-noodles']);
    await apply(`${DELIVERY}frozen_categories: [frozen-food, ice-cream]\n`);
    await expect.poll(readCategories).toEqual(['pantry', 'rice-noodles', 'ice-cream']);
  });

  test('a dry run says in words what would change, and changes nothing', async () => {
    const other = DELIVERY.replace('{ from_grams: 10000, fee: 12.00 }', '{ from_grams: 20000, fee: 18.00 }')
      .replace('Pahang: 0.00', 'Pahang: 0.10')
      .replace('from_items: 6', 'from_items: 5')
      .replace('categories: [frozen-food]', 'categories: [frozen-food], bulky: true')
      .replace(', "43000"]', ']');
    const expectedChanges = [
      'delivery: zone: centre postcodes: "43000" removed',
      'delivery: method: standard fees west bands: from_grams 20000, fee RM18.00 added',
      'delivery: method: standard fees west bands: from_grams 10000, fee RM12.00 removed',
      'delivery: method: standard fees west free_also: from_items 5, up_to_items 8 added',
      'delivery: method: standard fees west free_also: from_items 6, up_to_items 8 removed',
      'delivery: bag_fee states Pahang: RM0.00 → RM0.10',
      'delivery: free_shipping_excludes bulky: nothing → true',
    ];
    expect((await apply(other, true)).changes).toEqual(expectedChanges);
    expect((await apply(DELIVERY, true)).changes).toEqual([]);
  });

  test.each([
    ['50000', '8.00', 'its state’s zone'],
    ['47500', '7.00', 'its range'],
    ['47300', '6.00', 'the narrowest range'],
    ['43000', '6.00', 'one postcode within another zone’s state'],
  ])('docs/readings.md#54: the most specific zone decides: %s costs %s, by %s', async (zip, fee) => {
    expect((await api('GET', `/shippings?zip=${zip}`)).body.data).toMatchObject([{ fee }]);
  });

  test('docs/readings.md#54: nothing delivers to a zone without fees, though its state is served', async () => {
    expect((await api('GET', '/shippings?zip=86800')).body.data).toEqual([]);
    const shopper = await newShopper(server);
    await shopper.fill([await makeProduct(db), 1]);
    await shopper.checkout({ zip: '86800' });
    expect((await shopper.get('/cart')).body).toMatchObject({ delivery_fee_from: null, delivery_fee_known: false });
  });

  /** Prepares the checkout of a shopper in Johor with these lines. */
  async function prepareShopper(...lines: [object, number][]) {
    const shopper = await newShopper(server);
    const products = await Promise.all(
      lines.map(async ([fields, count]) => [await makeProduct(db, fields), count] as const),
    );
    await shopper.fill(...products.map(([product, count]): [typeof product, number] => [product, count]));
    const address = { ...ADDRESS, city: 'Johor Bahru', zip: '80000', state_id: 'MY-01' };
    const cart = await shopper.prepare({ shipping_address: address });
    return { shopper, cart };
  }

  test.each<[string, [object, number][], string, string]>([
    ['the fee', [[{ price: 1_000, weight: 500 }, 1]], '8.00', 'Add 5 more items to get Free Shipping'],
    [
      'the band of its weight',
      [[{ price: 1_000, weight: 5_000 }, 2]],
      '12.00',
      'Add 4 more items to get Free Shipping',
    ],
    [
      'unknown weights count as 1 kg',
      [[{ price: 100, weight: 0 }, 10]],
      '12.00',
      'Spend RM190.00 more to get Free Shipping',
    ],
    ['the band of its price', [[{ price: 12_000, weight: 100 }, 1]], '5.00', 'Spend RM80.00 more to get Free Shipping'],
    ['free by amount', [[{ price: 20_000, weight: 100 }, 1]], '0.00', "You've got free shipping"],
    [
      'free by quantity',
      [[{ price: 100, weight: 100 }, 6]],
      '0.00',
      "You've got free shipping on orders of up to 8 items",
    ],
    ['above the bound', [[{ price: 100, weight: 100 }, 9]], '8.00', 'Add 3.1 kg more to get Free Shipping'],
    ['free by weight', [[{ price: 100, weight: 4_500 }, 1]], '0.00', "You've got free shipping on orders up to 9 kg"],
    [
      'lines that do not count',
      [
        [{ price: 15_000, weight: 100, category: 'frozen-food' }, 1],
        [{ price: 6_000, weight: 100 }, 1],
      ],
      '5.00',
      'Spend RM140.00 more to get Free Shipping',
    ],
    [
      'bulky lines that block',
      [
        [{ price: 20_000, weight: 100 }, 1],
        [{ price: 100, weight: 100, bulky: true }, 1],
      ],
      '5.00',
      'Bulky items are not delivered free',
    ],
  ])('cart, methods, checkout and order agree: %s', async (_, lines, fee, text) => {
    const { shopper, cart } = await prepareShopper(...lines);
    expect([cart.delivery_fee, cart.free_shipping_info.display_text]).toEqual([fee, text]);
    expect(cart.free_shipping_info.eligible_for_free_shipping).toBe(fee === '0.00');
    expect((await shopper.get('/shippings')).body.data).toMatchObject([{ fee, free: fee === '0.00' }]);
    expect((await shopper.get('/cart')).body).toMatchObject({ delivery_fee: fee, delivery_fee_from: fee });
    const response = await shopper.place(cart);
    expect(response.status).toBe(201);
    expect(response.body.order.totals.delivery_fee).toBe(fee);
  });

  test('the bag fee is that of the state, in the cart and in the order', async () => {
    const { shopper, cart } = await prepareShopper([{}, 1]);
    expect([cart.bag_fee, cart.fee_rules.bag_fee]).toEqual(['0.50', '0.50']);
    expect((await shopper.place(cart)).body.order.totals.bag_fee).toBe('0.50');
    const other = await newShopper(server);
    await other.fill([await makeProduct(db), 1]);
    expect((await other.get('/cart')).body.bag_fee).toBe('0.20');
    expect((await other.checkout({ zip: '25000' })).body.cart.bag_fee).toBe('0.00');
  });

  test('pages quote bands, bounds and the bag fees of all states', async () => {
    const { body } = await api('GET', '/static_blocks/delivery-policy');
    const page = JSON.stringify(body);
    expect(page).toContain('RM8.00, RM12.00 from 10 kg, RM5.00 from RM100.00');
    expect(page).toContain('from RM200.00 or from 6 items to 8 or from 4 kg to 9 kg');
  });

  test('pages say which goods do not count towards free delivery or rule it out', async () => {
    const readPages = async () => {
      const [en, zh] = await Promise.all(
        ['en', 'zh'].map(async (lang) => (await api('GET', `/static_blocks/delivery-policy?lang=${lang}`)).body),
      );
      return [JSON.stringify(en), JSON.stringify(zh)] as const;
    };
    const [en, zh] = await readPages();
    expect(en).toContain('Some goods do not count towards free shipping; the cart marks them.');
    expect(en).toContain('Orders with bulky goods never ship free.');
    expect(zh).toContain('部分商品不计入免运费门槛，购物车内会注明。含大件商品的订单不免运费。');
    // The slots are those of the file.
    expect(en).toContain('10:00\u00a0am – 12:00\u00a0pm (Malaysian time)');

    await apply(
      DELIVERY.replace('{ categories: [frozen-food] }', '{ bulky: false }').replace(
        '{ bulky: true }',
        '{ brands: [padi-lima] }',
      ),
    );
    await expect.poll(async () => (await readPages())[0]).toContain('Orders with some goods never ship free');
    expect((await readPages())[0]).not.toContain('do not count towards');
    await apply(DELIVERY);
  });
});

test.each([
  [
    'west: { name: { en',
    'nowhere: { name: Nowhere, postcodes: [4730] }\n  west: { name: { en',
    2,
    'must be five digits',
  ],
  [
    '["47300-47309", "43000"]',
    '["47300-47309", "46000-47100"]',
    4,
    '46000-47100 and 47000-47999 of the zone city overlap',
  ],
  ['["86800"]', '["43000"]', 5, '43000 and 43000 of the zone centre overlap'],
  ['"47000-47999"', '"47999-47000"', 3, 'ends before it begins'],
  ['    name: Standard', '    name: Standard\n    carries: [molten]', 9, 'must be one of frozen'],
  ['{ from_grams: 10000, fee: 12.00 }', '{ fee: 12.00 }', 12, 'a band needs from or from_grams'],
  ['{ from: 100.00, fee: 5.00 }', '{ from_grams: 9000, fee: 5.00 }', 12, 'this band never applies'],
  ['free_up_to: 90.00', 'free_up_to: 40.00', 16, 'free_up_to is below free_from'],
  ['free_from: 50.00, ', '', 16, 'free_up_to needs free_from'],
  ['{ from_items: 6, up_to_items: 8 }', '{ up_to_items: 8 }', 14, 'up_to_items needs from_items'],
  ['Johor: 0.50', 'Yohor: 0.50', 19, '"Yohor" is no state of Malaysia'],
  ['categories: [frozen-food]', 'aisles: [frozen-food]', 20, 'aisles'],
  [
    '{ time: 10:00-12:00, places: 30 }',
    '{ time: 14:00-16:00, places: 30 }\n      - { time: 10:00-12:00, zones: [city, island], places: 30 }',
    19,
    'standard has no fee in the zone island, so this slot is never offered there',
  ],
])('%s → %s is reported with its line, and nothing is applied', async (from, to, line, reason) => {
  expect(DELIVERY).toContain(from);
  const { problems, changes } = await apply(DELIVERY.replace(from, to));
  expect(problems[0]).toMatchObject({ file: 'delivery.yaml', line });
  expect(problems[0]?.reason).toContain(reason);
  expect(changes).toEqual([]);
});

test('a category that the shop lacks is noted', async () => {
  const { notes } = await apply(DELIVERY.replace('[frozen-food]', '[moon-rocks]'), true);
  expect(notes).toContainEqual({
    file: 'delivery.yaml',
    line: 20,
    reason: 'the shop has no category moon-rocks yet; no product counts for it',
  });
});

test.each<[string, string[]]>([
  ['class: chilled', ['frozen']],
  ['class: chilled, carries: []', []],
  ['class: chilled, carries: [frozen]', ['frozen']],
  ['carries: [frozen]', ['frozen']],
  ['class: standard', []],
])('a method with "%s" carries %j, and the same after export', async (fields, kinds) => {
  const method = `  cold: { name: Cold, ${fields}, fees: { west: { fee: 9.00 } } }`;
  const withMethod = DELIVERY.replace('bag_fee:', `${method}\nbag_fee:`);
  const readCarries = async () => (await readSetup(db)).methods.find(({ code }) => code === 'cold')?.carries;
  expect((await apply(withMethod)).problems).toEqual([]);
  expect(await readCarries()).toEqual(kinds);
  expect((await apply(withMethod)).changes).toEqual([]);
  const folder = join(scratch, `exported-${sequence++}`);
  await exportFolder(db, folder, media);
  expect((await applyFolder(db, folder, { now, media, dryRun: false, prune: true })).changes).toEqual([]);
  expect(await readCarries()).toEqual(kinds);
});
