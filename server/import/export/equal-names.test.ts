/** Generated catalogues with equal names in several branches (docs/import.md, Export). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { saveImages } from '../../content/images.ts';
import { fileExists, uploadPath } from '../../media/image-files.ts';
import type { ImageSpec } from '../../media/image-spec.ts';
import { makePlaceholder } from '../../media/placeholder-images.ts';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { exportCatalogue } from './export-catalogue.ts';

const database = await testDatabase();
const { db } = database;
afterAll(() => database.close());
const { folder, write } = makeCatalogueFolder();

/** Products: more than two batches of 200. */
const PRODUCTS = 420;

/** Two aisles of one name in different branches, which every catalogue begins with. */
const TWINS = [
  { name_en: 'Pantry', name_zh: null, slug: 'pantry', below: null, hasProducts: true },
  { name_en: 'Garage', name_zh: null, slug: 'garage', below: null, hasProducts: true },
  { name_en: 'Others', name_zh: '其他', slug: 'pantry-others', below: 0, hasProducts: true },
  { name_en: 'Others', name_zh: '其他', slug: 'garage-others', below: 1, hasProducts: true },
];

const NAMES = ['Rice', 'rice', 'Others', '米', 'A > B', 'Salt &amp; co', '=1+1', 'Nuts; seeds/mix', '  Wide  name '];
const SLUGS = ['rice', 'others', 'Rice', 'salt-and-co', 'a-b', 'z-last', 'imported'];

const category = fc.record({
  name_en: fc.constantFrom(...NAMES),
  name_zh: fc.option(fc.constantFrom('米', '其他')),
  slug: fc.constantFrom(...SLUGS),
  below: fc.option(fc.nat(), { freq: 3 }),
  hasProducts: fc.boolean(),
});
const catalogue = fc.record({
  categories: fc.array(category, { minLength: 5, maxLength: 12 }),
  places: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
});
type GeneratedCategory = {
  name_en: string;
  name_zh: string | null;
  slug: string;
  below: number | null;
  hasProducts: boolean;
};
type Catalogue = { categories: GeneratedCategory[]; places: number[] };

const emptyShop = () =>
  db.raw('truncate products, categories, brands, tags, dietaries, customer_groups, images, catalog_changes cascade');

const media = join(folder, 'media');
const upload: ImageSpec = { kind: 'upload', sha256: 'ab'.repeat(32) };
const PICTURES: readonly ImageSpec[] = [
  makePlaceholder('pantry'),
  { kind: 'brand', name: 'Rice', base: '#f3ead7', ink: '#3a2a14' },
  upload,
];
const withMedia = { hasUpload: (sha256: string) => fileExists(uploadPath(media, sha256)) };

async function exportText(): Promise<string> {
  let text = '';
  await exportCatalogue(db, 'https://shop.example', (piece) => {
    text += piece;
  });
  return text;
}

/** Makes the generated categories, and spreads the products, their further categories and pictures over them. */
async function spreadProducts({ categories, places }: Catalogue): Promise<void> {
  const hashes = await saveImages(db, [...PICTURES]);
  await db.raw(
    `insert into categories (slug, name_en, stage, position, image_hash) values ('before', 'Before', 'pantry', 0, $1)`,
    [hashes[0]],
  );
  await db.raw(`update products set category_id = (select id from categories where slug = 'before')`);
  await db.raw('delete from product_categories');
  await db.raw(`delete from categories where slug <> 'before'`);
  const ids: number[] = [];
  const slugs = new Set<string>();
  for (const [index, { name_en, name_zh, slug, below }] of categories.entries()) {
    const free = slugs.has(slug) ? `c${categories.length - index}` : slug;
    slugs.add(free);
    const parent = below === null || ids.length === 0 ? null : ids[below % ids.length];
    const { rows } = await db.raw(
      `insert into categories (slug, parent_id, name_en, name_zh, stage, position, image_hash)
       values ($1, $2, $3, $4, 'pantry', $5, $6) returning id`,
      [free, parent, name_en, name_zh, index, hashes[index % hashes.length]],
    );
    ids.push(Number(rows[0]?.id));
  }
  const filled = ids.filter((_, index) => categories[index]?.hasProducts);
  const spots = places.map((place) => filled[place % filled.length]);
  await db.raw(
    `update products set category_id = ($1::bigint[])[1 + id % cardinality($1::bigint[])],
       image_hash = ($2::text[])[1 + id % cardinality($2::text[])]`,
    [spots, hashes],
  );
  await db.raw(
    `insert into product_categories (product_id, category_id)
     select p.id, c.id from products p cross join categories c
     where (p.id + c.id) % 5 = 0 and c.id <> p.category_id and c.id = any ($1::bigint[])`,
    [filled],
  );
  await db.raw(`delete from categories where slug = 'before'`);
}

await emptyShop();
const goods = Array.from({ length: PRODUCTS }, (_, index) => `goods-${index},Goods ${index},1.00`);
await importFile(db, write('Handle,Title,Variant Price', ...goods));

test('export → same shop changes nothing, and export → empty → import → export is byte-equal: equal names in several branches, empty aisles, several batches, pictures', async () => {
  mkdirSync(join(media, 'uploads'), { recursive: true });
  writeFileSync(uploadPath(media, upload.sha256), 'a picture');
  await fc.assert(
    fc.asyncProperty(catalogue, async ({ categories, places }) => {
      // Both twins have products, whatever the rest is.
      await spreadProducts({ categories: [...TWINS, ...categories], places: [2, 3, ...places] });
      const before = await exportText();
      const same = await importFile(db, write(before), withMedia);
      expect([same.problems, same.changes]).toEqual([[], []]);
      await emptyShop();
      const { report, problems } = await importFile(db, write(before), withMedia);
      expect(problems).toEqual([]);
      expect(report.created).toBe(PRODUCTS);
      expect(await exportText()).toBe(before);
    }),
    { numRuns: 5 },
  );
});

test('uploaded pictures whose file was not taken along are reported with their line', async () => {
  await spreadProducts({
    categories: [{ name_en: 'Rice', name_zh: null, slug: 'rice', below: null, hasProducts: true }],
    places: [0],
  });
  await db.raw(
    `update categories set image_hash = (select hash from images where spec ->> 'kind' = 'upload') where slug = 'rice'`,
  );
  const path = write(await exportText());
  await emptyShop();
  const { report, problems } = await importFile(db, path, { hasUpload: async () => false });
  const reasons = problems.map(({ reason }) => reason);
  expect(
    reasons.filter((reason) => /^picture https:\S+ was uploaded .* take that folder along/.test(reason)).length,
  ).toBe(PRODUCTS / PICTURES.length);
  expect(reasons).toContainEqual(expect.stringMatching(/^Definitions: the picture of rice was uploaded/));
  expect(problems.every(({ line, isWarning }) => line > 1 && isWarning)).toBe(true);
  expect(report).toMatchObject({ created: PRODUCTS, warnings: problems.length });
});

test('a name of several aisles is a reported row; a path, a root and a unique name are not', async () => {
  await emptyShop();
  const file = write(
    'Handle,Title,Aisle Path,Type,Further Types,Variant Price',
    'pan,Pan,Kitchen > Others,,,1.00',
    'bike,Bike,Garage > Others,,,1.00',
    'what,What,,Others,,1.00',
    'which,Which,Kitchen,,others,1.00',
    'tap,Tap,,Kitchen,Garage > Others,1.00',
  );
  const { report, problems } = await importFile(db, file);
  const names = 'names several aisles: Garage > Others (garage-others); Kitchen > Others (others).';
  expect(problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    `4 Type "Others" ${names} Write the path of one, such as Pantry > Rice`,
    `5 Further Types "others" ${names} Write the path of one, such as Pantry > Rice`,
  ]);
  expect(report).toMatchObject({ created: 3, rows_refused: 2, skipped: 2 });
  expect((await importFile(db, file)).report).toMatchObject({ unchanged: 3, rows_refused: 2 });
});

test('aisles, brands, tags and dietary needs without products, of the name of another, change no export', async () => {
  await emptyShop();
  await db.raw(`insert into dietaries (slug, position, name_en) values ('halal', 1, 'Halal')`);
  const file = write(
    'Handle,Title,Aisle Path,Vendor,Tags,Dietary,Variant Price',
    'bag,Bag,Pantry > Rice > Brown,Tiger,Herb,Halal,1.00',
  );
  expect((await importFile(db, file)).problems).toEqual([]);
  await db.raw(
    `insert into categories (slug, parent_id, name_en, name_zh, stage, position, image_hash)
     select e.slug, c.parent_id, 'Grains', e.name_zh, c.stage, 9, c.image_hash
     from categories c, (values ('grains', 'Rice'), ('other-grains', 'rice')) e (slug, name_zh) where c.slug = 'rice'`,
  );
  await db.raw(`insert into brands (slug, name, name_zh, image_hash)
    select 'cat', 'Cat', 'Tiger', image_hash from brands where slug = 'tiger'`);
  await db.raw(`insert into tags (slug, name_en, name_zh) values ('leaf', 'Leaf', 'herb')`);
  await db.raw(`insert into dietaries (slug, position, name_en) values ('pure', 2, 'halal')`);
  const before = await exportText();
  const same = await importFile(db, write(before));
  expect([same.problems, same.changes]).toEqual([[], []]);
  await emptyShop();
  expect((await importFile(db, write(before))).problems).toEqual([]);
  expect(await exportText()).toBe(before);
  const { rows } = await db.raw(`select name_zh from brands where slug = 'cat'`);
  expect(rows).toEqual([{ name_zh: 'Tiger' }]);
});
