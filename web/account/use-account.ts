/** Reads and updates the signed-in customer. */
import type { ResponseOf } from '@shop/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { meQuery } from '../identity/session.tsx';
import { useTokenScope } from '../tokens.ts';

export type Me = ResponseOf<'identity.me'>['me'];

/** Updates the customer in the query cache. */
export function useReplaceMe(): (me: Me) => void {
  const queries = useQueryClient();
  const { queryKey } = meQuery(useLang(), useTokenScope());
  return (me) => void queries.setQueryData(queryKey, { me });
}
