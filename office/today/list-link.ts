/** Builds the address of the list that a number of the day counts. */
import type { ListLink } from '@shop/contract/staff/staff-today';
import { buildListUrl } from '../ui/list-url.ts';

const SCREEN_PATHS: Readonly<Record<string, string>> = {
  'staff.orders': '/orders',
  'staff.cancellations': '/money/cancellations',
  'staff.paymentRefunds': '/money',
  'staff.lowStock': '/today/stock',
  'staff.searchMisses': '/today/searches',
  'staff.failedNotifications': '/today/failed',
};

/** Converts the query of an API list into the filter from which `buildListQuery` would build it. */
export function toListFilter({ query }: Pick<ListLink, 'query'>): Record<string, unknown> {
  const { search = '', searchFields = '', ...flags } = query;
  const several = new Set(searchFields.split(';').flatMap((field) => field.match(/^(\w+):in$/)?.[1] ?? []));
  const fields = search.split(';').flatMap((part) => {
    const colon = part.indexOf(':');
    if (colon < 0) return [];
    const [field, value] = [part.slice(0, colon), part.slice(colon + 1)];
    return [[field, several.has(field) ? value.split(',') : value] as const];
  });
  return {
    ...Object.fromEntries(fields),
    ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, value === '1' ? true : value])),
  };
}

export const buildListAddress = (list: ListLink): string =>
  buildListUrl(SCREEN_PATHS[list.endpoint] ?? '/', toListFilter(list));
