/** Tests search over HTTP; the unit tests are beside the files. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { statement } from '../../db/database.ts';
import { testServer } from '../../testing/test-server.ts';

const { api, db } = await testServer();

type Page = { data: { name: string }[]; total: number; corrected: string | null; message?: string };

async function search(keyword: string, rest = ''): Promise<Page> {
  const { status, body } = await api('GET', `/products-search?keyword=${encodeURIComponent(keyword)}${rest}`);
  expect(status, `${keyword}: ${body?.message}`).toBe(200);
  return body as Page;
}

test.each(['', '&lang=zh'])(
  'find instant noodles by 快熟面, by "mee segera" and by "instnat noodle", whatever lang is (%s)',
  async (lang) => {
    const wanted = (await search('instant noodles', lang)).data.map(({ name }) => name).toSorted();
    expect(wanted).toHaveLength(5);
    for (const keyword of ['快熟面', 'mee segera', 'instnat noodle', '方便面', 'kuaishoumian']) {
      const { data, total } = await search(keyword, lang);
      expect(data.map(({ name }) => name).toSorted(), keyword).toEqual(wanted);
      expect(total).toBe(5);
    }
  },
);

test('the spelling that was searched for instead is told, and null where there was none', async () => {
  expect((await search('instnat noodle')).corrected).toBe('instant noodle');
  expect((await search('快熟面')).corrected).toBeNull();
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
  const keywordsOf = async (typed: string) =>
    (await api('GET', `/search?keyword=${encodeURIComponent(typed)}`)).body.keywords as string[];
  expect(await keywordsOf('instant no')).toContain('instant noodles');
  expect(await keywordsOf('快')).toContain('快熟面');
  expect(await keywordsOf('mee se')).toContain('mee segera');
});

test('"like" and regular expressions are words like any, and emoji, NUL and marks are an empty page', async () => {
  for (const keyword of ['%', '_', '.*', '(qz+)+$', "'; drop table products; --", '😀', '\u200f', '\\', '[[']) {
    expect((await search(keyword)).total, keyword).toBe(0);
  }
});

const missed = statement(
  'test.missedSearches',
  v.object({ keyword: v.string(), count: v.number() }),
  "select keyword, count from search_misses where keyword = 'teff flour'",
);

test('each search that finds nothing is counted, though answers are kept', async () => {
  for (let i = 0; i < 3; i++) await search('Teff  flour');
  await expect
    .poll(() => db.rows(missed), { timeout: 15_000, interval: 500 })
    .toEqual([{ keyword: 'teff flour', count: 3 }]);
});
