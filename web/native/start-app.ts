/** Prepares the app before its first page: opens the secure storage, and makes queries work offline. */
import type { Call } from '@shop/contract/api/client';
import { withOfflineCache } from './offline.ts';
import { openSecureTokens } from './secure-tokens.ts';

/** Returns the API for queries, which returns cached responses while the shop does not respond. */
export async function startApp(call: Call): Promise<Call> {
  await openSecureTokens();
  return withOfflineCache(call);
}
