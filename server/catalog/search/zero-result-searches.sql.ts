/** Statements of what was searched for in vain. */
import * as v from 'valibot';
import { statement } from '../../db/database.ts';

/** Adds searches in vain to what is counted: keywords, their languages, how often each, and when. */
export const countMisses = statement(
  'search.countMisses',
  v.object({}),
  `insert into search_misses (keyword, lang, count, last_at)
   select keyword, lang, count, $4::timestamptz
   from unnest($1::text[], $2::text[], $3::integer[]) as missed (keyword, lang, count)
   order by keyword, lang
   on conflict (keyword, lang) do update
     set count = least(search_misses.count::bigint + excluded.count, 2147483647)::integer,
       last_at = greatest(search_misses.last_at, excluded.last_at)`,
);

/** Forgets the least counted, the longest ago first, where there are more than `$1`. */
export const forgetRareMisses = statement(
  'search.forgetRareMisses',
  v.object({}),
  `delete from search_misses m using (
     select keyword, lang from search_misses order by count desc, last_at desc, keyword, lang offset $1::integer
   ) rare
   where m.keyword = rare.keyword and m.lang = rare.lang`,
);
