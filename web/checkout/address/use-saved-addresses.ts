/** Selects one of the customer's saved addresses for the order; guests have none. */

import { ApiError } from '@shop/contract/api/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { proposeTitle } from '../../addresses/address-form.ts';
import { addressBookQuery, refreshAddresses, type SavedAddressResponse } from '../../addresses/address-queries.ts';
import { api } from '../../api/api.ts';
import { langQuery } from '../../api/query-client.ts';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import type { CheckoutRequest } from '../checkout-queries.ts';
import { checkoutActions, useCheckout } from '../checkout-store.ts';

/** The id of a saved address, or a new address; null before the shopper chooses. */
type AddressSelection = string | 'new' | null;

type SavedAddressesOptions = {
  /** The address that was submitted last. */
  lastId: string | undefined;
  /** Whether the address fields have a draft. */
  typing: boolean;
};

export function useSavedAddresses({ lastId, typing }: SavedAddressesOptions) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const scope = useTokenScope();
  const signedIn = scope !== 'guest';
  // A cached book may have an address that was deleted in another tab.
  const { data, isFetchedAfterMount } = useQuery({ ...addressBookQuery(lang, scope), staleTime: 0, enabled: signedIn });
  const [selection, setSelection] = useState<AddressSelection>(null);
  // The first address is saved by default.
  const [keep, setKeep] = useState<boolean | null>(null);

  const book = data?.data;
  const inCheckout = useCheckout((checkout) => checkout.state.addresses);
  useLayoutEffect(() => {
    if (book !== undefined) checkoutActions.setAddressBook(book);
  }, [book]);
  // An address deleted in another tab leaves the checkout's list at once.
  const addresses = (book ?? []).filter(({ id }) => inCheckout.some((each) => each.id === id));
  const findById = (id: string | undefined) => addresses.find((address) => address.id === id) ?? null;
  // Selects the last submitted address, else the default one, which is first in the list.
  const first = findById(lastId) ?? (typing ? null : (addresses[0] ?? null));
  const chosen = selection === null ? first : selection === 'new' ? null : findById(selection);

  return {
    addresses,
    chosen,
    isLoading: signedIn && !isFetchedAfterMount,
    choose: (address: SavedAddressResponse | null) => setSelection(address?.id ?? 'new'),
    /** Whether to save a new address; null for guests. */
    keep: signedIn && chosen === null ? (keep ?? addresses.length === 0) : null,
    setKeep,
    reload: () => refreshAddresses(queries),
    /** Saves the typed address and returns its id, or null if saving fails: the order continues without it. */
    async addToBook(address: NonNullable<CheckoutRequest['shipping_address']>): Promise<string | null> {
      const { id: _, ...typed } = address;
      const titles = addresses.map(({ title }) => title);
      const body = { ...typed, title: typed.title ?? proposeTitle(t('addresses.home'), titles) };
      try {
        const newAddress = await api('addresses.add', { body, query: langQuery(lang) });
        setSelection(newAddress.id);
        setKeep(false);
        await refreshAddresses(queries);
        return newAddress.id;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast(error.message || t('addresses.failed'), { kind: 'error' });
        return null;
      }
    },
  };
}
