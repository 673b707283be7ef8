/** Tokens and session id of the shopper on this device (docs/spec.md §4, §6, §7). */
import { useSyncExternalStore } from 'react';
import { authToken, guestToken, sessionId } from '../storage.ts';
import { api } from './api.ts';

/** docs/spec.md §4 "True whenever an auth token is stored, false otherwise". */
export const isSignedIn = (): boolean => authToken.read() !== null;

/**
 * Returns the scope for keys of personal queries. It changes with sign-in and sign-out, and shows only the token's last
 * six characters.
 */
export const tokenScope = (): string => {
  const token = authToken.read();
  return token === null ? 'guest' : `customer:${token.slice(-6)}`;
};

export function useTokenScope(): string {
  return useSyncExternalStore(authToken.subscribe, tokenScope, () => 'guest');
}

/** docs/spec.md §3 Cart: "uuid (a guest token is saved from it when not signed in)". */
export function saveGuestToken(uuid: string): void {
  if (!isSignedIn() && guestToken.read() !== uuid) guestToken.write(uuid);
}

/** Clears the tokens on sign-out; the guest token too, since its cart became the customer's. */
export function clearTokens(): void {
  authToken.remove();
  guestToken.remove();
}

let sessionIdRequest: Promise<void> | null = null;

/** Requests a session id if none is stored. Runs in the background; after a failure the next call requests it again. */
export function ensureSessionId(): Promise<void> {
  if (sessionId.read() !== null) return Promise.resolve();
  sessionIdRequest ??= api('session.id', {})
    .then(({ data }) => sessionId.write(data))
    .catch((error: unknown) => {
      sessionIdRequest = null;
      console.warn('The session id could not be loaded', error);
    });
  return sessionIdRequest;
}
