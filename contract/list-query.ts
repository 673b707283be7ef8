/**
 * The spec's list pattern (docs/spec.md §7) with its l5-repository meaning (docs/readings.md#8, docs/readings.md#9,
 * docs/readings.md#35): query parameters, response envelope, and parsers of `search`, `searchFields`, `orderBy` and
 * `sortedBy`.
 */
import { type Refusal, refusal, refusalAt } from '@shop/core/refusal';
import * as v from 'valibot';
import { queryFlag, queryInt, queryText } from './common-schemas.ts';

/** docs/spec.md §9: "Default list limit 30". */
export const DEFAULT_LIMIT = 30;
/** The highest `limit`; for categories it is `category_size` (docs/readings.md#8). */
export const MAX_LIMIT = 100;
export const MAX_CATEGORY_LIMIT = 280;

/** Maximum parts of a `search`: each may scan the whole table. */
const MAX_PARTS = 20;

/** The longest text of a list's query, in characters. */
const MAX_QUERY_TEXT_LENGTH = 2048;

/**
 * The query of a list. Every list accepts all of the spec's parameters and ignores unknown ones (docs/readings.md#9).
 */
export const listQuery = (maxLimit: number = MAX_LIMIT) =>
  v.object({
    search: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    searchJoin: v.optional(v.picklist(['and', 'or'])),
    searchFields: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    orderBy: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    sortedBy: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    limit: v.optional(queryInt(1, maxLimit)),
    page: v.optional(queryInt(1, 1_000_000)),
    category_slugs: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    tagged_name: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    keyword: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    category_id: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    brand_id: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
    show_available: v.optional(queryFlag()),
    show_in_sidemenu: v.optional(queryFlag()),
    show_in_footer: v.optional(queryFlag()),
    _search: v.optional(queryText(MAX_QUERY_TEXT_LENGTH)),
  });

export type ListQuery = v.InferOutput<ReturnType<typeof listQuery>>;

/** The response envelope of a list. */
export const listPage = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({
    data: v.array(item),
    current_page: v.number(),
    per_page: v.number(),
    last_page: v.number(),
    total: v.number(),
    from: v.nullable(v.number()),
    to: v.nullable(v.number()),
  });

export type SearchCondition = '=' | 'like' | 'in' | 'between';

/** The allowed conditions of each searchable field, the default first. */
export type AllowedConditions = Readonly<Record<string, readonly [SearchCondition, ...SearchCondition[]]>>;

export type SearchTerm = { field: string; condition: SearchCondition; value: string };

/** `free` texts match any searchable field. `join` combines all terms and texts. */
export type ParsedSearch = { terms: SearchTerm[]; free: string[]; join: 'and' | 'or' };

/** A refusal of an invalid parameter, at its `field`; the server responds 422. */
export type ListProblem = Refusal;

const toProblem = (parameter: 'search' | 'searchFields' | 'orderBy' | 'sortedBy', refused: Refusal): ListProblem =>
  refusalAt(parameter, refused);

/** The spec's short names of fields. `order_type` is the order's own `type`. */
export const SEARCH_ALIASES: Readonly<Record<string, string>> = {
  type: 'type.slug',
  order_type: 'type',
  parent_slug: 'parent.slug',
  status_slug: 'status.slug',
  category: 'categories.slug',
};

/** Parses `searchFields`; a pair splits at its first colon. */
function parseConditions(text: string, allowed: AllowedConditions): Map<string, SearchCondition> | ListProblem {
  const conditions = new Map<string, SearchCondition>();
  for (const part of text.split(';').filter(Boolean)) {
    const [key = '', condition = ''] = splitPair(part) ?? [part, ''];
    // docs/spec.md §7 sends `currency:in` on every list; without a currency pair it filters nothing.
    if (key === 'currency') continue;
    const field = resolveField(key, allowed);
    const conditionsOfField = field === null ? undefined : allowed[field];
    if (field === null || conditionsOfField === undefined) {
      return toProblem('searchFields', refusal('list.unknown_field', { field: key }));
    }
    const chosen = condition === '' ? conditionsOfField[0] : conditionsOfField.find((each) => each === condition);
    if (chosen === undefined) {
      return toProblem('searchFields', refusal('list.unknown_condition', { condition, field: key }));
    }
    conditions.set(field, chosen);
  }
  return conditions;
}

function splitPair(part: string): [string, string] | null {
  const colon = part.indexOf(':');
  return colon < 0 ? null : [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
}

/** Resolves a key or the spec's alias of it. */
function resolveField(key: string, allowed: AllowedConditions): string | null {
  const alias = Object.hasOwn(SEARCH_ALIASES, key) ? SEARCH_ALIASES[key] : undefined;
  if (alias !== undefined && Object.hasOwn(allowed, alias)) return alias;
  return Object.hasOwn(allowed, key) ? key : null;
}

/**
 * Parses `search`, `searchFields` and `searchJoin` by a list's allowed fields. Refuses an unknown field or malformed
 * pair instead of ignoring the filter.
 */
export function parseSearch(
  query: Pick<ListQuery, 'search' | 'searchFields' | 'searchJoin'>,
  allowed: AllowedConditions,
): ParsedSearch | ListProblem {
  const conditions = parseConditions(query.searchFields ?? '', allowed);
  if (!(conditions instanceof Map)) return conditions;
  const terms: SearchTerm[] = [];
  const free: string[] = [];
  const parts = (query.search ?? '').split(';').map((each) => each.trim());
  if (parts.length > MAX_PARTS) return toProblem('search', refusal('list.too_many', { most: MAX_PARTS }));
  for (const part of parts) {
    if (part === '') continue;
    const pair = splitPair(part);
    if (pair === null) {
      free.push(part);
      continue;
    }
    const field = resolveField(pair[0], allowed);
    const conditionsOfField = field === null ? undefined : allowed[field];
    if (field === null || conditionsOfField === undefined) {
      return toProblem('search', refusal('list.unknown_field', { field: pair[0] }));
    }
    const condition = conditions.get(field) ?? conditionsOfField[0];
    if (condition === 'between' && pair[1].split(',').length !== 2) {
      return toProblem('search', refusal('list.two_values', { field: pair[0] }));
    }
    terms.push({ field, condition, value: pair[1] });
  }
  // l5-repository joins with OR by default; the spec's own calls send searchJoin=and.
  return { terms, free, join: query.searchJoin ?? 'or' };
}

export type SortTerm = { column: string; direction: 'asc' | 'desc' };

/** Parses `orderBy=a;b&sortedBy=desc;asc`. Missing directions repeat the first, ascending by default. */
export function parseSort(
  query: Pick<ListQuery, 'orderBy' | 'sortedBy'>,
  allowed: readonly string[],
): SortTerm[] | ListProblem {
  const columns = (query.orderBy ?? '').split(';').filter(Boolean);
  const directions = (query.sortedBy ?? '').split(';').filter(Boolean);
  const wrong = directions.find((direction) => direction !== 'asc' && direction !== 'desc');
  if (wrong !== undefined) return toProblem('sortedBy', refusal('list.unknown_direction', { direction: wrong }));
  const sorts: SortTerm[] = [];
  for (const [index, column] of columns.entries()) {
    if (!allowed.includes(column)) return toProblem('orderBy', refusal('list.unknown_sort', { sort: column }));
    const direction = directions[index] ?? directions[0] ?? 'asc';
    sorts.push({ column, direction: direction === 'desc' ? 'desc' : 'asc' });
  }
  return sorts;
}
