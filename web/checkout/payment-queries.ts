/** Ways to pay, and the one that a customer prefers. */
import type { Lang } from '@shop/core/lang';
import { endpointQuery, personalQuery, SETTINGS_STALE_MS } from '../query-client.ts';

export const paymentMethodsQuery = (lang: Lang) => endpointQuery('payments.methods', lang, {});

/** What the customer set at `/my-account/payment`. */
export const preferredPaymentQuery = (lang: Lang, scope: string) =>
  personalQuery('payments.preferred', lang, {}, scope, SETTINGS_STALE_MS);
