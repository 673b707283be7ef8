import { expect, test } from 'vitest';
import { cartQuery } from '../cart/sync/cart-store.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { meQuery } from '../identity/signed-in-customer.tsx';
import { createQueryClient, personalQuery } from './query-client.ts';

test('docs/spec.md §9: "Cache: settings stale 60 s; customer 60 s with no retry; cart 30 s with no retry"', () => {
  expect(settingsQuery('en').staleTime).toBe(60_000);
  expect(meQuery('en', 'c_1')).toMatchObject({ staleTime: 60_000, retry: false });
  expect(cartQuery('en', 'guest')).toMatchObject({ staleTime: 30_000, retry: false });
});

test('docs/spec.md §9: "no refetch on window focus"', () => {
  const client = createQueryClient(() => Promise.reject(new Error('Not called')));
  expect(client.getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false);
});

test('requests no personal data of a customer who has signed out', async () => {
  const client = createQueryClient(() => Promise.reject(new Error('Not called')));
  const query = personalQuery('orders.list', 'en', {}, 'customer:abcdef', 0);
  await expect(client.fetchQuery(query)).rejects.toMatchObject({ status: 401 });
});
