/** The `search` of staff lists: exact values of named fields. */
import type { ListQuery } from '@shop/contract/list-query';
import { refusal } from '@shop/core/refusal';
import { requireSearch } from '../lists/parse-list.ts';
import { refuseFields } from '../refuse.ts';

/**
 * Parses `search=status:pending;contact:a@b.my` into the values of each field; `status:pending,packed` with the
 * condition `in` has several. Refuses unknown fields, and free text unless it `hasFreeText`.
 */
export function parseStaffSearch<Field extends string>(
  query: ListQuery,
  fields: readonly Field[],
  hasFreeText = false,
): { [Name in Field | 'free']?: string[] } {
  const allowed = Object.fromEntries(fields.map((field) => [field, ['=', 'in'] as const]));
  const search = requireSearch(query, allowed);
  if (search.free.length > 0 && !hasFreeText) return refuseFields({ search: [refusal('request.invalid')] });
  const values: { [Name in Field | 'free']?: string[] } = search.free.length > 0 ? { free: search.free } : {};
  for (const { field, condition, value } of search.terms) {
    values[field as Field] = condition === 'in' ? value.split(',').map((each) => each.trim()) : [value];
  }
  return values;
}
