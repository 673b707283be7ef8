/**
 * Applies the list pattern in memory to lists that are small enough to load whole, such as banners and brands
 * (docs/readings.md#9).
 */
import type { AllowedConditions, ListQuery, SearchTerm } from '@shop/contract/list-query';
import { type ListPage, toPage } from './list-page.ts';
import { pageRange, requireSearch, requireSorts } from './parse-list.ts';

/** The fields by which a list is searched and sorted: name → value. */
export type ReferenceFields<Row> = {
  search: Readonly<Record<string, (row: Row) => string | null>>;
  sorts: Readonly<Record<string, (row: Row) => string | number>>;
  /** Fields that free text searches. */
  free: readonly string[];
};

function matchesTerm(text: string | null, { condition, value }: SearchTerm): boolean {
  if (text === null) return false;
  if (condition === 'like') return text.toLowerCase().includes(value.toLowerCase());
  if (condition === 'in') return value.split(',').some((each) => each.trim() === text);
  return text === value;
}

const TEXT_CONDITIONS = ['=', 'like', 'in'] as const;

/** Filters and sorts rows; refuses unknown fields and values with 422. */
export function filterRows<Row>(rows: readonly Row[], query: ListQuery, fields: ReferenceFields<Row>): readonly Row[] {
  const allowed: AllowedConditions = Object.fromEntries(
    Object.keys(fields.search).map((field) => [
      field,
      fields.free.includes(field) ? ['like', '=', 'in'] : TEXT_CONDITIONS,
    ]),
  );
  const search = requireSearch(query, allowed);
  const sorts = requireSorts(query, Object.keys(fields.sorts));

  const matches = (row: Row, term: SearchTerm) => matchesTerm(fields.search[term.field]?.(row) ?? null, term);
  const tests = search.terms.map((term) => (row: Row) => matches(row, term));
  const containsText = (value: string) => (row: Row) =>
    fields.free.some((field) => matches(row, { field, condition: 'like', value }));
  tests.push(...search.free.map(containsText));
  const isMatch = (row: Row) =>
    search.join === 'and' || tests.length === 0 ? tests.every((test) => test(row)) : tests.some((test) => test(row));
  // `keyword` applies on top of `search`, for every `searchJoin`.
  const matchesKeyword = containsText(query.keyword?.trim() ?? '');
  const isAll = tests.length === 0 && !query.keyword?.trim();
  const filtered = isAll ? rows : rows.filter((row) => isMatch(row) && (!query.keyword?.trim() || matchesKeyword(row)));
  const compare = (a: Row, b: Row): number => {
    for (const { column, direction } of sorts) {
      const [x, y] = [fields.sorts[column]?.(a) ?? '', fields.sorts[column]?.(b) ?? ''];
      const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'en');
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
  return sorts.length > 0 ? filtered.toSorted(compare) : filtered;
}

/** Filters and sorts rows, and returns one page of them. */
export function listRows<Row>(rows: readonly Row[], query: ListQuery, fields: ReferenceFields<Row>): ListPage<Row> {
  const sorted = filterRows(rows, query, fields);
  const { limit, offset } = pageRange(query);
  return toPage(sorted.slice(offset, offset + limit), sorted.length, query);
}
