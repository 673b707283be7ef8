/** Imports whose files name categories by their path (docs/import.md). */
import { afterAll, expect, test } from 'vitest';
import { importFile, makeCatalogueFolder } from '../../testing/catalog/catalogue-files.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import type { ImportOptions } from '../products/import-run.ts';
import { readCategoryMap } from './category-map.ts';

const database = await testDatabase();
const { db } = database;
afterAll(() => database.close());
const { write } = makeCatalogueFolder();

const HEAD = 'Handle,Title,Product Category,Type,Variant Price';

const writeFile = (rows: readonly string[], head = HEAD) => write(head, ...rows);

async function run(path: string, options?: Partial<ImportOptions>) {
  const { report, problems } = await importFile(db, path, options);
  expect(problems).toEqual([]);
  return report;
}

/** Reads the path of a product's category, in names from the root. */
async function readPath(slug: string): Promise<string> {
  const { rows } = await db.raw(
    `with recursive up as (
       select c.id, c.parent_id, c.name_en, 1 as level from categories c join products p on p.category_id = c.id
       where p.slug = $1
       union all select c.id, c.parent_id, c.name_en, up.level + 1 from categories c join up on up.parent_id = c.id)
     select string_agg(name_en, ' > ' order by level desc) as path from up`,
    [slug],
  );
  return String(rows[0]?.path);
}

const goods = writeFile([
  'durian-chips,Durian chips,Food > Party food > Crunchy,Durian chips,4.90',
  'beet-chips,Beet chips,Food > Party food > Crunchy,Crunchy,5.90',
  'lime-fizz,Lime fizz,Food > Beverages > Soft drinks & juice,,2.90',
  'wok,Wok,Kitchen > Others,,39.00',
  'broom,Broom,Garage > Others,,12.00',
  'lamp,Lamp,,Lighting,20.00',
]);

test('a dry run lists the new categories and makes none', async () => {
  const before = (await db.raw('select count(*)::int as count from categories')).rows;
  const report = await run(goods, { dryRun: true });
  expect(report.new_categories).toEqual([
    'More goods',
    'Food',
    'Party food, below food',
    'Crunchy, below party-food',
    'Durian chips, below crunchy',
    'Kitchen',
    'Others, below kitchen',
    'Garage',
    'Others, below garage',
    'Lighting, below imported',
  ]);
  expect((await db.raw('select count(*)::int as count from categories')).rows).toEqual(before);
});

test('the path makes the tree, the type its leaf; categories of the shop are found at any level', async () => {
  const report = await run(goods);
  expect(report).toMatchObject({ created: 6, rows_refused: 0 });
  expect(await readPath('durian-chips')).toBe('Food > Party food > Crunchy > Durian chips');
  expect(await readPath('beet-chips')).toBe('Food > Party food > Crunchy');
  expect(await readPath('lime-fizz')).toBe('Drinks > Soft drinks & juice');
  expect(await readPath('wok')).toBe('Kitchen > Others');
  expect(await readPath('broom')).toBe('Garage > Others');
  expect(await readPath('lamp')).toBe('More goods > Lighting');
});

test('a second import changes nothing', async () => {
  expect(await run(goods)).toMatchObject({ created: 0, updated: 0, unchanged: 6, new_categories: [] });
});

test('our own column counts before that of other shops', async () => {
  const file = writeFile(
    ['wok,Wok,Kitchen > Others,Household > Woks,39.00'],
    'Handle,Title,Product Category,Aisle Path,Variant Price',
  );
  expect(await run(file)).toMatchObject({ updated: 1, new_categories: ['Woks, below household'] });
  expect(await readPath('wok')).toBe('Household > Woks');
});

test('a category map translates foreign names to ours, by the whole path or its last step', async () => {
  const aisles = writeFile(['Hobby > Jute bags,Household', 'Fizzies,Drinks > Soft drinks & juice'], 'theirs,ours');
  const file = writeFile(['jute-bag,Jute bag,Hobby > Jute bags,,3.00', 'cola,Cola,Stuff > Fizzies,,2.00']);
  expect(await run(file, { mapCategory: readCategoryMap(aisles) })).toMatchObject({ created: 2, new_categories: [] });
  expect(await readPath('jute-bag')).toBe('Household');
  expect(await readPath('cola')).toBe('Drinks > Soft drinks & juice');
  expect(() => readCategoryMap(writeFile(['only one'], 'theirs,ours'))).toThrow('row 2: must be two cells');
});
