import type { Endpoint } from '@shop/contract/api/endpoint';
import { endpoints } from '@shop/contract/api/endpoints';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildListQuery, RESOURCES } from './data-provider.ts';

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

test('every action that the API makes once per Idempotency-Key sends its key (docs/readings.md#25)', async () => {
  const withKey = new Set<string>();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    if (new Headers(headers).get('idempotency-key') === 'the key') withKey.add(`${method} ${url.replace(/\?.*/, '')}`);
    return new Response('{}', { status: 503 });
  });
  const body = { line: 'x', note: 'x', order_id: 'x' };
  type Action = (id: string, body: object, key: string) => Promise<unknown>;
  for (const resource of Object.values(RESOURCES)) {
    const actions: Action[] = Object.values('actions' in resource ? resource.actions : {});
    for (const act of actions) await expect(act('x', body, 'the key')).rejects.toMatchObject({ status: 503 });
  }
  const calls = (Object.values(endpoints) as Endpoint[])
    .filter(({ access, idempotent }) => access === 'staff' && idempotent === true)
    .map(({ method, path }) => `${method} /api${path.replaceAll(/:\w+/g, 'x')}`);
  expect([...withKey].toSorted()).toEqual(calls.toSorted());
});
