import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ActionQueue, QueuedAction } from './action-queue.ts';

/** Interval at which waiting actions are sent again; they are also sent when the network returns. */
const RETRY_MS = 15_000;

/**
 * Reads a queue and sends its actions: at once, when the network returns, and regularly while some wait. Returns the
 * entries, null until they are loaded, and a function that sends them now. `readAgain` reads the data that the actions
 * change.
 */
export function useActionQueue<Action>(
  queue: ActionQueue<Action>,
  readAgain: () => Promise<unknown>,
): { entries: readonly QueuedAction<Action>[] | null; sync: () => void } {
  const entries = useSyncExternalStore(queue.subscribe, queue.entries);
  const latest = useRef(readAgain);
  latest.current = readAgain;
  const sync = useCallback(() => {
    queue
      .sync(() => latest.current())
      .catch((error) => {
        console.warn('The queue failed', error);
      });
  }, [queue]);
  useEffect(() => {
    const retry = () => {
      if (queue.entries()?.some(({ state }) => state !== 'refused')) sync();
    };
    sync();
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', sync);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sync);
    };
  }, [queue, sync]);
  return { entries, sync };
}
