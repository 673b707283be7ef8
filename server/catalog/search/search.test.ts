/** Tests search over HTTP; the unit tests are beside the files. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { statement } from '../../db/database.ts';
import { testServer } from '../../testing/test-server.ts';

const { api, db } = await testServer();

type SearchPage = {
  data: { name: string }[];
  total: number;
  corrected: string | null;
  partial: boolean;
  not_sold: string | null;
  message?: string;
};

async function search(keyword: string, rest = ''): Promise<SearchPage> {
  const { status, body } = await api('GET', `/products-search?keyword=${encodeURIComponent(keyword)}${rest}`);
  expect(status, `${keyword}: ${body?.message}`).toBe(200);
  return body as SearchPage;
}

test.each(['', '&lang=zh'])(
  'find instant noodles by 快熟面, by "mee segera" and by "instnat noodle", for every lang (%s)',
  async (lang) => {
    const expected = (await search('instant noodles', lang)).data.map(({ name }) => name).toSorted();
    expect(expected).toHaveLength(5);
    for (const keyword of ['快熟面', 'mee segera', 'instnat noodle', '方便面', 'kuaishoumian']) {
      const { data, total } = await search(keyword, lang);
      expect(data.map(({ name }) => name).toSorted(), keyword).toEqual(expected);
      expect(total).toBe(5);
    }
  },
);

test('returns the corrected spelling, or null', async () => {
  expect((await search('instnat noodle')).corrected).toBe('instant noodle');
  expect((await search('快熟面')).corrected).toBeNull();
});

test('says when no product has all words, and finds products that have some', async () => {
  const { data, partial, corrected } = await search('krupkrap satay spaceship');
  expect(data[0]?.name).toBe('Krupkrap Potato Waves Satay');
  expect([partial, corrected]).toEqual([true, null]);
  expect((await search('krupkrap satay')).partial).toBe(false);
});

test('names a well-known brand that the shop does not sell, and finds what is similar', async () => {
  const { data, not_sold } = await search('maggi', '&lang=zh');
  expect(not_sold).toBe('Maggi');
  expect(data.map(({ name }) => name)).toHaveLength(5);
  expect((await search('krupkrap')).not_sold).toBeNull();
});

test("finds a brand's products by its Chinese name, and suggests the brand", async () => {
  const { total, partial } = await search('脆卜卜');
  expect([total, partial]).toEqual([(await search('krupkrap')).total, false]);
  expect((await api('GET', `/search?keyword=${encodeURIComponent('脆卜卜')}`)).body.brands[0]).toMatchObject({
    slug: 'krupkrap',
    count: 4,
  });
});

test.each([
  ['kopi', /coffee|kopi o/i],
  ['咖啡', /coffee|kopi o/i],
  ['bread', /loaf|wholemeal/i],
  ['niunai', /milk/i],
  ['bendi', /okra/i],
])('%s begins with goods of that kind, bundles and vouchers after them', async (keyword, kind) => {
  const names = (await search(keyword)).data.map(({ name }) => name);
  expect(names[0]).toMatch(kind);
  expect(names[0]).not.toMatch(/voucher/i);
});

test('finds only the product for its SKU or barcode, or an option’s', async () => {
  const name = 'Kuah Kita Curry Laksa Cup';
  for (const keyword of ['kuah-kita-curry-laksa-cup', 'KUAH-KITA-CURRY-LAKSA-CUP']) {
    expect(
      (await search(keyword)).data.map((each) => each.name),
      keyword,
    ).toEqual([name]);
  }
  await db.raw(`update products set barcode = '0955512345678' where slug = 'kuah-kita-curry-laksa-cup'`);
  for (const keyword of ['0955512345678', '955512345678', ' 955512345678 ']) {
    expect(
      (await search(keyword)).data.map((each) => each.name),
      keyword,
    ).toEqual([name]);
  }
  const [option] = (
    await db.raw(`update variation_options set barcode = '9551234567890'
    where id = (select min(id) from variation_options) returning product_id`)
  ).rows;
  const { body } = await api('GET', '/products-search?keyword=9551234567890');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([String(option?.product_id)]);
  expect((await search('9999999999999')).total).toBe(0);
});

test.each([
  ['ikan bilis', 'Krupkrap Tapioca Sticks Ikan Bilis'],
  ['江鱼仔', 'Krupkrap Tapioca Sticks Ikan Bilis'],
  ['anchovy', 'Krupkrap Tapioca Sticks Ikan Bilis'],
  ['milk 1l fresh', 'Lembu Lane Fresh Milk'],
  ['krupkrap satay', 'Krupkrap Potato Waves Satay'],
  ['全脂鲜奶', 'Lembu Lane Fresh Milk'],
])('%s finds %s first', async (keyword, name) => {
  expect((await search(keyword)).data[0]?.name).toBe(name);
});

test('GET /search suggests terms in the script that is typed', async () => {
  const suggestKeywords = async (text: string) =>
    (await api('GET', `/search?keyword=${encodeURIComponent(text)}`)).body.keywords as string[];
  expect(await suggestKeywords('instant no')).toContain('instant noodles');
  expect(await suggestKeywords('快')).toContain('快熟面');
  expect(await suggestKeywords('mee se')).toContain('mee segera');
});

test('treats wildcards and regular expressions as words; emoji, NUL and marks give an empty page', async () => {
  for (const keyword of ['%', '_', '.*', '(qz+)+$', "'; drop table products; --", '😀', '\u200f', '\\', '[[']) {
    expect((await search(keyword)).total, keyword).toBe(0);
  }
});

const zeroResults = statement(
  'test.zeroResultSearches',
  v.object({ keyword: v.string(), count: v.number() }),
  "select keyword, count from search_misses where keyword = 'teff flour'",
);

test('counts each search without results, although responses are cached', async () => {
  for (let i = 0; i < 3; i++) await search('Teff  flour');
  await expect.poll(() => db.rows(zeroResults), { interval: 500 }).toEqual([{ keyword: 'teff flour', count: 3 }]);
});
