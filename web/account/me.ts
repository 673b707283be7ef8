import type { ResponseOf } from '@shop/contract/api/client';
import { useQueryClient } from '@tanstack/react-query';
import { useTokenScope } from '../api/tokens.ts';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { meQuery } from '../identity/signed-in-customer.tsx';

export type Me = ResponseOf<'identity.me'>['me'];

/** Returns a function that replaces the customer in the query cache. */
export function useReplaceMe(): (me: Me) => void {
  const queries = useQueryClient();
  const { queryKey } = meQuery(useLang(), useTokenScope());
  return (me) => void queries.setQueryData(queryKey, { me });
}
