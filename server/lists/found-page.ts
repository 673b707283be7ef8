/** Loads one page of a list whose statement finds the page's ids and counts all. */
import { DEFAULT_LIMIT, type ListQuery } from '@shop/contract/list-query';
import { type Page, pageOf } from './reference-list.ts';

type FoundIds = { total: number; ids: readonly string[] } | null;

/** Finds ids with `limit` and `offset`, and loads their rows; an empty page loads none. */
export async function loadFoundPage<Row>(
  query: Pick<ListQuery, 'limit' | 'page'>,
  find: (limit: number, offset: number) => Promise<FoundIds>,
  load: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const { total, ids } = (await find(limit, ((query.page ?? 1) - 1) * limit)) ?? { total: 0, ids: [] };
  return pageOf(ids.length === 0 ? [] : await load(ids), total, query);
}
