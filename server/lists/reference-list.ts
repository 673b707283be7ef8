/**
 * Applies the list pattern in memory to lists that are small enough to load whole: banners, categories, brands
 * (docs/readings.md#9).
 */
import {
  DEFAULT_LIMIT,
  type ListQuery,
  parseSearch,
  parseSort,
  type SearchFields,
  type SearchTerm,
} from '@shop/contract/list-query';
import { isRefusal } from '@shop/core/refusal';
import { refuseFields } from '../refuse.ts';

/** The fields by which a list is searched and sorted: name → value. */
export type ReferenceFields<Row> = {
  search: Readonly<Record<string, (row: Row) => string | null>>;
  sorts: Readonly<Record<string, (row: Row) => string | number>>;
  /** Fields that free text searches. */
  free: readonly string[];
};

/** One page of a list, without the items' own shape. */
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
export function pageOf<Row>(data: Row[], total: number, query: Pick<ListQuery, 'limit' | 'page'>): Page<Row> {
  const per_page = query.limit ?? DEFAULT_LIMIT;
  const current_page = query.page ?? 1;
  const start = (current_page - 1) * per_page;
  return {
    data,
    current_page,
    per_page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    total,
    from: data.length > 0 ? start + 1 : null,
    to: data.length > 0 ? start + data.length : null,
  };
}

function matches(text: string | null, { condition, value }: SearchTerm): boolean {
  if (text === null) return false;
  if (condition === 'like') return text.toLowerCase().includes(value.toLowerCase());
  if (condition === 'in') return value.split(',').some((each) => each.trim() === text);
  return text === value;
}

const TEXT_CONDITIONS = ['=', 'like', 'in'] as const;

/** Filters, sorts and pages rows; refuses unknown fields and values with 422. */
export function listRows<Row>(
  rows: readonly Row[],
  query: ListQuery,
  fields: ReferenceFields<Row>,
): { data: Row[]; total: number } {
  const allowed: SearchFields = Object.fromEntries(
    Object.keys(fields.search).map((field) => [
      field,
      fields.free.includes(field) ? ['like', '=', 'in'] : TEXT_CONDITIONS,
    ]),
  );
  const search = parseSearch(query, allowed);
  if (isRefusal(search)) refuseFields({ [search.field ?? 'search']: [search] });
  const sorts = parseSort(query, Object.keys(fields.sorts));
  if (isRefusal(sorts)) refuseFields({ [sorts.field ?? 'orderBy']: [sorts] });

  const holds = (row: Row, term: SearchTerm) => matches(fields.search[term.field]?.(row) ?? null, term);
  const tests = search.terms.map((term) => (row: Row) => holds(row, term));
  const containsText = (value: string) => (row: Row) =>
    fields.free.some((field) => holds(row, { field, condition: 'like', value }));
  tests.push(...search.free.map(containsText));
  const isFound = (row: Row) =>
    search.join === 'and' || tests.length === 0 ? tests.every((test) => test(row)) : tests.some((test) => test(row));
  // `keyword` applies on top of `search`, for every `searchJoin`.
  const matchesKeyword = containsText(query.keyword?.trim() ?? '');
  const filtered = rows.filter((row) => isFound(row) && (!query.keyword?.trim() || matchesKeyword(row)));
  const compare = (a: Row, b: Row): number => {
    for (const { column, direction } of sorts) {
      const [x, y] = [fields.sorts[column]?.(a) ?? '', fields.sorts[column]?.(b) ?? ''];
      const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'en');
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
  const sorted = sorts.length > 0 ? filtered.toSorted(compare) : filtered;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const start = ((query.page ?? 1) - 1) * limit;
  return { data: sorted.slice(start, start + limit), total: filtered.length };
}
