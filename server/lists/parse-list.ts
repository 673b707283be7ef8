/**
 * Parses the list pattern's parameters by the fields that a list allows; refuses others with 422 at their parameter.
 */
import {
  type AllowedConditions,
  DEFAULT_LIMIT,
  type ListProblem,
  type ListQuery,
  type ParsedSearch,
  parseSearch,
  parseSort,
  type SortTerm,
} from '@shop/contract/list-query';
import { isRefusal } from '@shop/core/refusal';
import { refuseFields } from '../refuse.ts';

function requireParsed<Parsed extends object>(parsed: Parsed | ListProblem): Parsed {
  if (!isRefusal(parsed)) return parsed;
  return refuseFields({ [parsed.field ?? 'search']: [parsed] });
}

/** Parses `search`, `searchFields` and `searchJoin`. */
export const requireSearch = (query: ListQuery, allowed: AllowedConditions): ParsedSearch =>
  requireParsed(parseSearch(query, allowed));

/** Parses `orderBy` and `sortedBy`; empty without `orderBy`. */
export const requireSorts = (query: ListQuery, allowed: readonly string[]): SortTerm[] =>
  requireParsed(parseSort(query, allowed));

export type PageQuery = Pick<ListQuery, 'limit' | 'page'>;

/** Converts page and limit to SQL's limit and offset. */
export function pageRange({ limit = DEFAULT_LIMIT, page = 1 }: PageQuery): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}
