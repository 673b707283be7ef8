/**
 * Recovery codes that were issued in this tab and not yet acknowledged. They are stored outside of any screen, so that
 * neither a render nor a navigation loses them, because the API returns them only once.
 */
import { currentSession, onSessionChange } from '../api/session.ts';

let codes: readonly string[] | null = null;
const listeners = new Set<() => void>();

function setCodes(next: readonly string[] | null): void {
  codes = next;
  for (const listener of listeners) listener();
}

/** Returns the codes to show before any screen; null if there are none or they are acknowledged. */
export const currentCodes = (): readonly string[] | null => codes;
export const showRecoveryCodes = (newCodes: readonly string[]): void => setCodes(newCodes);
export const acknowledgeCodes = (): void => setCodes(null);

/** Calls `listener` after each change. Returns the function that unsubscribes. */
export function onCodesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another person who signs in on this device must not see the codes.
onSessionChange(() => {
  if (codes !== null && currentSession() === null) setCodes(null);
});
