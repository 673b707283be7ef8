/** What the app does before its first page: opens the secure storage, and answers from copies without a connection. */
import type { Call } from '@shop/contract/api/client';
import { withCopies } from './offline.ts';
import { openSecureTokens } from './secure-tokens.ts';

/** Returns the API for queries, with stored responses where none comes. */
export async function startApp(call: Call): Promise<Call> {
  await openSecureTokens();
  return withCopies(call);
}
