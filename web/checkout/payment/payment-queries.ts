/** Queries of the payment methods and of the customer's preferred one. */
import type { Lang } from '@shop/core/lang';
import { endpointQuery, personalQuery, SETTINGS_STALE_MS } from '../../api/query-client.ts';

export const paymentMethodsQuery = (lang: Lang) => endpointQuery('payments.methods', lang, {});

/** The preferred payment method, set at `/my-account/payment`. */
export const preferredPaymentQuery = (lang: Lang, scope: string) =>
  personalQuery('payments.preferred', lang, {}, scope, SETTINGS_STALE_MS);
