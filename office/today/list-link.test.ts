import { expect, test } from 'vitest';
import { buildListQuery, RESOURCES } from '../api/data-provider.ts';
import { buildListAddress, toListFilter } from './list-link.ts';

const QUERIES: Record<string, string>[] = [
  { search: 'status:pending', ready: '1' },
  { late: '1' },
  { expiring: '1' },
  { search: 'slot:7-29399160;status:pending' },
  {
    search: 'payment_method:cash_on_delivery;payment_status:unpaid;status:packed,delivery',
    searchFields: 'status:in',
  },
  {
    search: 'status:pending,processing,packed,delivery,complete',
    ...{ searchFields: 'status:in', ordered_from: '2026-11-27', ordered_to: '2026-11-27' },
  },
];

test.each(QUERIES)('the link of a number requests its list as %j', (query) => {
  const request = buildListQuery(RESOURCES.orders, { filter: toListFilter({ query }) });
  const listTerms = (text = '') => text.split(';').toSorted();
  expect(listTerms(request.search)).toEqual(listTerms(query.search));
  expect(request).toMatchObject({ ...query, search: request.search });
});

test('a number leads to the screen of its list', () => {
  expect(buildListAddress({ endpoint: 'staff.orders', query: { late: '1' } })).toBe(
    `/orders?${new URLSearchParams({ filter: '{"late":true}', page: '1' })}`,
  );
});
