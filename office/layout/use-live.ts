import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { may } from '../api/endpoint-roles.ts';
import { listenToOrders } from '../api/live.ts';
import { currentToken, isLocked, onSessionChange } from '../api/session.ts';

/** What an order's change may change. */
const CHANGED: ReadonlySet<unknown> = new Set(['today', 'orders', 'cancellations', 'refunds']);
/** Changes of one moment are read together. */
const GATHER_MS = 500;

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Reads orders and the day's numbers again when orders change; returns whether changes arrive at once. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  const token = useSyncExternalStore(onSessionChange, currentToken);
  const locked = useSyncExternalStore(onSessionChange, isLocked);
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const isListening = token !== null && !locked && isVisible && may('staff.orders');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session has a stream of its own
  useEffect(() => {
    if (!isListening) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToOrders(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        queries.invalidateQueries({ predicate: ({ queryKey }) => CHANGED.has(queryKey[0]) });
      }, GATHER_MS);
    }, setLive);
    return () => {
      stop();
      clearTimeout(timer);
      setLive(false);
    };
  }, [isListening, token, queries]);
  return isLive;
}
