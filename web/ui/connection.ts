/** The state of the connection: the device is online or not, the shop responds or not. */
import { useSyncExternalStore } from 'react';

/** False after a request without a response; only the app sets it (`native/offline.ts`). */
let isReached = true;

export const isShopReached = (): boolean => isReached;

const listeners = new Set<() => void>();

export function setShopReached(reached: boolean): void {
  if (isReached === reached) return;
  isReached = reached;
  for (const listener of listeners) listener();
}

/** Subscribes to changes of both states. Returns the unsubscribe function. */
export function subscribeToConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  listeners.add(changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
    listeners.delete(changed);
  };
}

/** Returns whether the device is online. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );

/** Returns whether the device is online and, in the app, whether the shop responded to the last request. */
export const useShopReached = (): boolean =>
  useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine && isReached,
    () => true,
  );
