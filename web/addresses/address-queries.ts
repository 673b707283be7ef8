/** What the address book asks of the server. */
import type { ResponseOf } from '@shop/contract/client';
import type { Lang } from '@shop/core/lang';
import type { QueryClient } from '@tanstack/react-query';
import { CART_STALE_MS, endpointQuery, personalQuery, type Scope } from '../query-client.ts';

export const statesQuery = (lang: Lang) => endpointQuery('addresses.states', lang, {});

/** A book holds less than one page of a list. */
const WHOLE = { query: { limit: '100' } };

/** The customer's addresses, the default first. */
export const addressBookQuery = (lang: Lang, scope: Scope) =>
  personalQuery('addresses.list', lang, WHOLE, scope, CART_STALE_MS);

/** The customer's contact numbers, the default first. */
export const contactsQuery = (lang: Lang, scope: Scope) =>
  personalQuery('addresses.contacts', lang, WHOLE, scope, CART_STALE_MS);

export type SavedAddressAnswer = ResponseOf<'addresses.list'>['data'][number];
export type ContactAnswer = ResponseOf<'addresses.contacts'>['data'][number];

/** Asks again for the address book wherever it is shown: a default moves from one address to another. */
export const refreshAddresses = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['addresses.list'] });

/** Asks again for the contact numbers. */
export const refreshContacts = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['addresses.contacts'] });
