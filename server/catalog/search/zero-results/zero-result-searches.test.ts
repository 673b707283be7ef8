/** Tests the counter of zero-result searches on a database. */
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { statement } from '../../../db/database.ts';
import { testDatabase } from '../../../testing/database/test-database.ts';
import { createZeroResultCounter } from './zero-result-searches.ts';

const database = await testDatabase();
afterAll(() => database.close());

const zeroResultRows = statement(
  'test.zeroResults',
  v.object({ keyword: v.string(), lang: v.string(), count: v.number() }),
  'select keyword, lang, count from search_misses order by count desc, keyword, lang',
);

beforeEach(() => database.db.raw('truncate search_misses'));

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));

test('Searches with no result are recorded with counts, for the staff', async () => {
  const zeroResults = createZeroResultCounter({ db: database.db, clock: () => at(10) });
  zeroResults.note('Dragon  Fruit!', 'en');
  zeroResults.note('dragon fruit', 'en');
  zeroResults.note('dragon fruit', 'zh');
  zeroResults.note('😀 \u0000', 'en');
  zeroResults.note('火龍果'.repeat(100), 'zh');
  await zeroResults.write();
  zeroResults.note('dragon fruit', 'en');
  await zeroResults.write();
  expect(await database.db.rows(zeroResultRows)).toEqual([
    { keyword: 'dragon fruit', lang: 'en', count: 3 },
    { keyword: 'dragon fruit', lang: 'zh', count: 1 },
    { keyword: '火龙果'.repeat(100).slice(0, 100), lang: 'zh', count: 1 },
  ]);
});

test('writes every five seconds, not at every poll', async () => {
  let now = at(10);
  const zeroResults = createZeroResultCounter({ db: database.db, clock: () => now });
  zeroResults.note('teff', 'en');
  await zeroResults.write(now);
  zeroResults.note('teff', 'en');
  now = at(12);
  await zeroResults.write(now);
  expect(await database.db.rows(zeroResultRows)).toEqual([{ keyword: 'teff', lang: 'en', count: 1 }]);
  now = at(15);
  await zeroResults.write(now);
  expect(await database.db.rows(zeroResultRows)).toEqual([{ keyword: 'teff', lang: 'en', count: 2 }]);
});

test('a flood of different searches does not fill the table: the most frequent remain', async () => {
  const zeroResults = createZeroResultCounter({ db: database.db, clock: () => at(10), maxRows: 20 });
  for (let i = 0; i < 3; i++) zeroResults.note('durian coffee', 'en');
  await zeroResults.write();
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 2000; i++) zeroResults.note(`flood ${round} ${i}`, 'en');
    await zeroResults.write();
  }
  const rows = await database.db.rows(zeroResultRows);
  expect(rows).toHaveLength(20);
  expect(rows[0]).toEqual({ keyword: 'durian coffee', lang: 'en', count: 3 });
});
