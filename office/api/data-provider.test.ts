import { expect, test } from 'vitest';
import { buildListQuery } from './data-provider.ts';

const RULES = { search: ['status', 'payment_status'], query: ['slot_date'], sort: ['slot'] };
const PAGE = { page: 2, perPage: 30 };

test('a list is filtered, sorted and paged by the list pattern (docs/spec.md §7)', () => {
  const filter = { q: 'tan; wei', status: ['pending', 'packed'], payment_status: 'paid', slot_date: '2026-11-27' };
  expect(buildListQuery(RULES, { filter, sort: { field: 'slot', order: 'ASC' }, pagination: PAGE })).toEqual({
    lang: 'en',
    search: 'tan  wei;status:pending,packed;payment_status:paid',
    searchJoin: 'and',
    searchFields: 'status:in',
    orderBy: 'slot',
    sortedBy: 'asc',
    page: '2',
    limit: '30',
    slot_date: '2026-11-27',
  });
});

test('empty filters, unknown fields and fields that the API does not sort by are left out', () => {
  const filter = { q: ' ', status: '', payment_status: undefined, made_up: 'x' };
  expect(buildListQuery(RULES, { filter, sort: { field: 'made_up', order: 'DESC' }, pagination: PAGE })).toEqual({
    lang: 'en',
    search: undefined,
    searchJoin: 'and',
    searchFields: undefined,
    orderBy: undefined,
    sortedBy: undefined,
    page: '2',
    limit: '30',
  });
});
