/** Pages of lists, as responses have them. */
import { type PageQuery, pageRange } from './parse-list.ts';

/** One page of a list; `Row` is the type of its items. */
export type ListPage<Row> = {
  data: Row[];
  current_page: number;
  per_page: number;
  last_page: number;
  total: number;
  from: number | null;
  to: number | null;
};

/** Wraps the items of one page. `from` and `to` are null on an empty page. */
export function toPage<Row>(data: Row[], total: number, query: PageQuery): ListPage<Row> {
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
export const mapPage = <Row, Item>(page: ListPage<Row>, convert: (row: Row) => Item): ListPage<Item> => ({
  ...page,
  data: page.data.map(convert),
});

/**
 * The highest total of a list of staff that grows with the age of the shop. Staff narrow the list to find older
 * entries.
 */
export const MAX_COUNTED = 10_000;

/** The number of newest matches that a list of staff sorts if it has more than `MAX_COUNTED` candidates. */
export const MAX_SORTED = 1_000;

type PageIds = { total: number; ids: readonly string[] } | null;

/**
 * Loads the page of a list whose statement finds the page's ids, with `limit` and `offset`, and counts all; an empty
 * page loads no rows.
 */
export async function loadPageByIds<Row>(
  query: PageQuery,
  find: (limit: number, offset: number) => Promise<PageIds>,
  load: (ids: readonly string[]) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const { limit, offset } = pageRange(query);
  const { total, ids } = (await find(limit, offset)) ?? { total: 0, ids: [] };
  return toPage(ids.length === 0 ? [] : await load(ids), total, query);
}
