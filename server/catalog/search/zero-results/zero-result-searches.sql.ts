/** Statements for the counts of zero-result searches. */
import * as v from 'valibot';
import { statement } from '../../../db/database.ts';

/** Adds to the counts. Values: keywords, languages, counts, time. */
export const countZeroResults = statement(
  'search.countZeroResults',
  v.object({}),
  `insert into search_misses (keyword, lang, count, last_at)
   select keyword, lang, count, $4::timestamptz
   from unnest($1::text[], $2::text[], $3::integer[]) as missed (keyword, lang, count)
   order by keyword, lang
   on conflict (keyword, lang) do update
     set count = least(search_misses.count::bigint + excluded.count, 2147483647)::integer,
       last_at = greatest(search_misses.last_at, excluded.last_at)`,
);

/** Deletes all searches except the most frequent; among equals the oldest go first. Values: rows that remain. */
export const deleteRareZeroResults = statement(
  'search.deleteRareZeroResults',
  v.object({}),
  `delete from search_misses m using (
     select keyword, lang from search_misses order by count desc, last_at desc, keyword, lang offset $1::integer
   ) rare
   where m.keyword = rare.keyword and m.lang = rare.lang`,
);
