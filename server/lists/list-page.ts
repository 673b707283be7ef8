/** The response of a list: one page of its rows. */
import { type PageQuery, pageRange } from './parse-list.ts';

/** One page of a list; `Row` is the type of its items. */
export type Page<Row> = {
  data: Row[];
  current_page: number;
  per_page: number;
  last_page: number;
  total: number;
  from: number | null;
  to: number | null;
};

/** Wraps the items of one page. `from` and `to` are null on an empty page. */
export function toPage<Row>(data: Row[], total: number, query: PageQuery): Page<Row> {
  const { limit, offset } = pageRange(query);
  return {
    data,
    current_page: query.page ?? 1,
    per_page: limit,
    last_page: Math.max(1, Math.ceil(total / limit)),
    total,
    from: data.length > 0 ? offset + 1 : null,
    to: data.length > 0 ? offset + data.length : null,
  };
}

/** Converts the items of a page. */
export const mapPage = <Row, Item>(page: Page<Row>, convert: (row: Row) => Item): Page<Item> => ({
  ...page,
  data: page.data.map(convert),
});

/**
 * The most entries that a list of staff counts, where the number grows with the age of the shop; its total is never
 * more. Who needs older entries narrows the list.
 */
export const MAX_COUNTED = 10_000;

/** A sorted list of staff with more entries than that sorts this many, the newest. */
export const MAX_SORTED = 1_000;

type FoundIds = { total: number; ids: readonly string[] } | null;

/**
 * Loads the page of a list whose statement finds the page's ids, with `limit` and `offset`, and counts all; an empty
 * page loads no rows.
 */
export async function loadFoundPage<Row>(
  query: PageQuery,
  find: (limit: number, offset: number) => Promise<FoundIds>,
  load: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { limit, offset } = pageRange(query);
  const { total, ids } = (await find(limit, offset)) ?? { total: 0, ids: [] };
  return toPage(ids.length === 0 ? [] : await load(ids), total, query);
}
