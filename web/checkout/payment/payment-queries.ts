/** Queries of the payment methods and of the customer's preferred one. */
import type { Branch } from '@shop/core/branch';
import type { Lang } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { endpointKey, endpointQuery, personalQuery, SETTINGS_STALE_MS } from '../../api/query-client.ts';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { useBranch } from '../../mini-program/branch.ts';

/** Builds the query of the payment methods; its key has the branch, because the response depends on the header `X-Branch`. */
const paymentMethodsQuery = (lang: Lang, branch: Branch | null) => ({
  ...endpointQuery('payments.methods', lang, {}),
  queryKey: endpointKey('payments.methods', lang, {}, branch ?? 'anyone'),
});

/** Queries the available payment methods, in display order. */
export const usePaymentMethods = () => useQuery(paymentMethodsQuery(useLang(), useBranch()));

/** Queries the preferred payment method, which the customer sets at `/my-account/payment`. */
export const preferredPaymentQuery = (lang: Lang, scope: string) =>
  personalQuery('payments.preferred', lang, {}, scope, SETTINGS_STALE_MS);
