import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { may } from '../api/endpoint-roles.ts';
import { listenToOrders } from '../api/live.ts';
import { currentToken, isLocked, onSessionChange } from '../api/session.ts';

/** Resources that a change of an order may change. */
const CHANGED_RESOURCES: ReadonlySet<unknown> = new Set(['today', 'orders', 'cancellations', 'refunds']);
/** Waits this long after a change, so that several changes cause one refetch. */
const REFETCH_DELAY_MS = 500;

const onVisibilityChange = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Refetches `CHANGED_RESOURCES` when orders change. Returns whether live events arrive. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  const token = useSyncExternalStore(onSessionChange, currentToken);
  const locked = useSyncExternalStore(onSessionChange, isLocked);
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  const isListening = token !== null && !locked && isVisible && may('staff.orders');
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens a stream for each session
  useEffect(() => {
    if (!isListening) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenToOrders(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        queries.invalidateQueries({ predicate: ({ queryKey }) => CHANGED_RESOURCES.has(queryKey[0]) });
      }, REFETCH_DELAY_MS);
    }, setLive);
    return () => {
      stop();
      clearTimeout(timer);
      setLive(false);
    };
  }, [isListening, token, queries]);
  return isLive;
}
