/** Which of the customer's addresses the order goes to; nobody's while a guest orders. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressBookQuery, refreshAddresses, type SavedAddressAnswer } from '../addresses/address-queries.ts';
import { ApiError, api } from '../api.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { langQuery } from '../query-client.ts';
import { useTokenScope } from '../tokens.ts';
import { toast } from '../ui/toast.ts';
import type { CheckoutChoices } from './checkout-queries.ts';

/** An id of the book, or a new address; null before the shopper chose. */
type Selection = string | 'new' | null;

type Start = {
  /** The address that the last step forward was made with. */
  lastId: string | undefined;
  /** Something is typed already. */
  typing: boolean;
};

export function useSavedAddresses({ lastId, typing }: Start) {
  const t = useT();
  const lang = useLang();
  const queries = useQueryClient();
  const scope = useTokenScope();
  const signedIn = scope !== 'guest';
  const { data, isLoading } = useQuery({ ...addressBookQuery(lang, scope), enabled: signedIn });
  const [selection, setSelection] = useState<Selection>(null);
  // Somebody's first address is kept unless they say no.
  const [keep, setKeep] = useState<boolean | null>(null);

  const addresses = data?.data ?? [];
  const byId = (id: string | undefined) => addresses.find((address) => address.id === id) ?? null;
  // The one that was used last, else the default, which comes first.
  const first = byId(lastId) ?? (typing ? null : (addresses[0] ?? null));
  const chosen = selection === null ? first : selection === 'new' ? null : byId(selection);

  return {
    addresses,
    chosen,
    isLoading,
    choose: (address: SavedAddressAnswer | null) => setSelection(address?.id ?? 'new'),
    /** Whether a new address is kept in the book; null where there is none to keep it in. */
    keep: signedIn && chosen === null ? (keep ?? addresses.length === 0) : null,
    setKeep,
    /** Keeps what was typed; answers its id, or null where it could not be kept: the order goes on without it. */
    async addToBook(address: NonNullable<CheckoutChoices['shipping_address']>): Promise<string | null> {
      const { id: _, ...body } = address;
      try {
        const saved = await api('addresses.add', { body, query: langQuery(lang) });
        setSelection(saved.id);
        setKeep(false);
        await refreshAddresses(queries);
        return saved.id;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast(error.message || t('addresses.failed'), { kind: 'error' });
        return null;
      }
    },
  };
}
