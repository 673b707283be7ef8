import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { ActionQueue, QueuedAction } from './action-queue.ts';

/** How often actions that wait are sent again, beside the moment when the network returns. */
const RETRY_MS = 15_000;

/**
 * Shows a queue and sends it: at once, when the network returns, and while something waits. Returns its entries, null
 * until they are loaded, and the function that sends them now. `readAgain` reads what the actions change.
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
