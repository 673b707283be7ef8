/** Searches in vain, on a database. Beside the folder of the search, whose other tests need none. */
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { statement } from '../../db/database.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createMisses } from './zero-result-searches.ts';

const database = await testDatabase();
afterAll(() => database.close());

const counted = statement(
  'test.misses',
  v.object({ keyword: v.string(), lang: v.string(), count: v.number() }),
  'select keyword, lang, count from search_misses order by count desc, keyword, lang',
);

beforeEach(() => database.db.raw('truncate search_misses'));

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));

test('Searches with no result are recorded with counts, for the staff', async () => {
  const misses = createMisses({ db: database.db, clock: () => at(10) });
  misses.note('Dragon  Fruit!', 'en');
  misses.note('dragon fruit', 'en');
  misses.note('dragon fruit', 'zh');
  misses.note('😀 \u0000', 'en');
  misses.note('火龍果'.repeat(100), 'zh');
  await misses.write();
  misses.note('dragon fruit', 'en');
  await misses.write();
  expect(await database.db.rows(counted)).toEqual([
    { keyword: 'dragon fruit', lang: 'en', count: 3 },
    { keyword: 'dragon fruit', lang: 'zh', count: 1 },
    { keyword: '火龙果'.repeat(100).slice(0, 100), lang: 'zh', count: 1 },
  ]);
});

test('they are written every five seconds, not at every look', async () => {
  let now = at(10);
  const misses = createMisses({ db: database.db, clock: () => now });
  misses.note('teff', 'en');
  await misses.write(now);
  misses.note('teff', 'en');
  now = at(12);
  await misses.write(now);
  expect(await database.db.rows(counted)).toEqual([{ keyword: 'teff', lang: 'en', count: 1 }]);
  now = at(15);
  await misses.write(now);
  expect(await database.db.rows(counted)).toEqual([{ keyword: 'teff', lang: 'en', count: 2 }]);
});

test('a flood of different searches does not fill the table: the most counted stay', async () => {
  const misses = createMisses({ db: database.db, clock: () => at(10), maxRows: 20 });
  for (let i = 0; i < 3; i++) misses.note('durian coffee', 'en');
  await misses.write();
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 2000; i++) misses.note(`flood ${round} ${i}`, 'en');
    await misses.write();
  }
  const rows = await database.db.rows(counted);
  expect(rows).toHaveLength(20);
  expect(rows[0]).toEqual({ keyword: 'durian coffee', lang: 'en', count: 3 });
});
