/** Queries of the customer's referral code and of the friends who signed up with it. */
import type { Lang } from '@shop/core/lang';
import { personalPages, personalQuery, type Scope, SETTINGS_STALE_MS } from '../api/query-client.ts';

export const referralCodeQuery = (lang: Lang, scope: Scope) => ({
  ...personalQuery('referral.code', lang, {}, scope, SETTINGS_STALE_MS),
  enabled: scope !== 'guest',
});

/** Queries the friends page by page, newest first. */
export const friendPages = (lang: Lang, scope: Scope) => personalPages('referral.list', lang, { query: {} }, scope);
