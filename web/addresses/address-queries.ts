import type { ResponseOf } from '@shop/contract/api/client';
import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { CART_STALE_MS, endpointQuery, personalQuery, type Scope } from '../api/query-client.ts';

export const statesQuery = (lang: Lang) => endpointQuery('addresses.states', lang, {});

/** A customer's addresses, and their contact numbers, fit in one page of a list. */
const WHOLE_LIST = { query: { limit: '100' } };

/** Queries the customer's addresses, the default first. */
export const addressBookQuery = (lang: Lang, scope: Scope) =>
  personalQuery('addresses.list', lang, WHOLE_LIST, scope, CART_STALE_MS);

/** Queries the customer's contact numbers, the default first. */
export const contactsQuery = (lang: Lang, scope: Scope) =>
  personalQuery('addresses.contacts', lang, WHOLE_LIST, scope, CART_STALE_MS);

export type SavedAddressResponse = ResponseOf<'addresses.list'>['data'][number];
export type ContactResponse = ResponseOf<'addresses.contacts'>['data'][number];

/** Refetches all addresses: changing the default changes two of them. */
export const refreshAddresses = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['addresses.list'] });

export const refreshContacts = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['addresses.contacts'] });
