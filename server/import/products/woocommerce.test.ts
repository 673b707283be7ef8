/** The product CSV that WooCommerce exports (docs/import.md#files-of-woocommerce). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { testServer } from '../../testing/test-server.ts';

const { api, db } = await testServer();
const { write } = makeCatalogueFolder();
const EXPORT = join(import.meta.dirname, '..', 'fixtures', 'woocommerce-export.csv');

const getProduct = (slug: string) => api('GET', `/products/${slug}`);

test('imports simple products, and variable ones with their variations from any row, as sold there', async () => {
  const { report, problems } = await importFile(db, EXPORT);
  expect(problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '4: Type "simple, virtual" is not sold here: only simple and variable products are',
    '9: Parent "WC-GONE" is no product of this file',
  ]);
  expect(report).toMatchObject({ created: 4, rows_refused: 2, notes: ['The file is a WooCommerce export'] });
  expect(report.ignored_columns).toContain('Low stock amount');
  expect(report.ignored_columns).not.toContain('Attribute 1 value(s)');

  await expect.poll(async () => (await getProduct('pandan-kaya-and-butter')).status).toBe(200);
  expect((await getProduct('pandan-kaya-and-butter')).body).toMatchObject({
    name: 'Pandan Kaya & Butter',
    type: 'simple',
    price: '9.90',
    sale_price: '7.90',
    sale_ends_at: '2099-12-31T15:59:59.000Z',
    quantity: 24,
    brand: { name: 'Woo Brand' },
    description: '<p>For toast.</p>\n<p>Keep <strong>cool</strong>.</p>',
    breadcrumbs: [{ name: 'Pantry' }, { name: 'Spreads' }, { name: 'Kaya' }],
  });
  const tea = (await getProduct('woo-tea')).body;
  expect(tea).toMatchObject({ type: 'variable', price: '10.00', sale_price: '8.50' });
  expect(tea.breadcrumbs.at(-1)).toMatchObject({ name: 'Tea, loose' });
  expect(
    tea.variation_options.map((each: { title: string; price: string; quantity: number }) => [
      each.title,
      each.price,
      each.quantity,
    ]),
  ).toEqual([
    ['100 g / Light', '10.00', 12],
    ['250 g / Dark', '21.00', 3],
  ]);
});

test('weights, barcodes, tax classes, further categories and drafts are those of the file', async () => {
  const { rows } = await db.raw(
    `select p.slug, p.sku, p.barcode, p.weight, p.status, p.tax_class, p.seo_title_en as seo,
       (select string_agg(c.name_en, ', ') from product_categories f join categories c on c.id = f.category_id
         where f.product_id = p.id) as further,
       (select json_agg(json_build_array(o.sku, o.barcode, o.weight, i.is_continuous_selling) order by o.position)
         from variation_options o join inventory i on i.variation_option_id = o.id where o.product_id = p.id) as options
     from products p where p.sku like 'WC-%' order by p.id`,
  );
  expect(rows).toEqual([
    {
      ...{ slug: 'pandan-kaya-and-butter', sku: 'WC-KAYA', barcode: '9551234567896', weight: 350, status: 'published' },
      ...{ tax_class: null, seo: 'Kaya online', further: 'Breakfast', options: null },
    },
    {
      ...{ slug: 'woo-tea', sku: 'WC-TEA', barcode: null, weight: 200, status: 'published' },
      ...{ tax_class: 'reduced-rate', seo: null, further: null },
      options: [
        ['WC-TEA-100', null, 200, false],
        ['WC-TEA-250', '9555555555556', 280, true],
      ],
    },
    {
      ...{ slug: 'hidden-rice', sku: 'WC-HID', barcode: null, weight: 0, status: 'draft' },
      ...{ tax_class: null, seo: null, further: null, options: null },
    },
    {
      ...{ slug: 'pandan-kaya-and-butter-wc-kaya-2', sku: 'WC-KAYA-2', barcode: null, weight: 0, status: 'draft' },
      ...{ tax_class: null, seo: null, further: null, options: null },
    },
  ]);
});

test('the same file again changes nothing; a variation that is no longer published is no longer sold', async () => {
  expect((await importFile(db, EXPORT)).report).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
  const text = readFileSync(EXPORT, 'utf8').replace('"Woo Tea - 250 g, Dark",1', '"Woo Tea - 250 g, Dark",0');
  expect((await importFile(db, write(text))).changes).toEqual(['updated woo-tea options']);
  await expect.poll(async () => (await getProduct('woo-tea')).body.variation_options.length).toBe(1);
});

test('a bad cell is reported with the line of its variation; stock that variations share, with a warning', async () => {
  const text = readFileSync(EXPORT, 'utf8').replace(',21.00,', ',cheap,').replace(',12,,0,', ',parent,,0,');
  const { problems } = await importFile(db, write(text), { dryRun: true });
  expect(problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual(
    expect.arrayContaining([
      '6: Variant Price "cheap" is not a price such as 12.90',
      '7: Stock is counted with the product there; here each option gets the whole count',
    ]),
  );
});
