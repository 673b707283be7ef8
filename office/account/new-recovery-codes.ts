/**
 * Recovery codes that were drawn in this tab and not yet acknowledged. They are held here, outside of any screen, so
 * that neither a render nor another address loses them: the API returns them once.
 */
import { currentSession, onSessionChange } from '../api/session.ts';

let codes: readonly string[] | null = null;
const listeners = new Set<() => void>();

function setCodes(next: readonly string[] | null): void {
  codes = next;
  for (const listener of listeners) listener();
}

/** Codes to show before any screen; null after `acknowledgeCodes`. */
export const unacknowledgedCodes = (): readonly string[] | null => codes;
export const showRecoveryCodes = (drawn: readonly string[]): void => setCodes(drawn);
export const acknowledgeCodes = (): void => setCodes(null);

/** Calls `listener` after each change; returns the function that stops it. */
export function onCodesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The next person at this device must not see them.
onSessionChange(() => {
  if (codes !== null && currentSession() === null) setCodes(null);
});
