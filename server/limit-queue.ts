/**
 * Bounded queues for work that could take all connections or cores: beyond the bounds callers get 503 with Retry-After.
 */
import { refusal } from '@shop/core/refusal';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { Lane } from './context.ts';
import { Refused } from './refuse.ts';

export type QueueLimits = {
  /** Maximum tasks at once. */
  concurrent: number;
  /** Maximum waiting tasks. */
  waiting: number;
  /** Maximum wait; a task that waited longer is refused at its turn, so that the queue empties during a stall. */
  longestWaitMs?: number;
  retryAfterSeconds: number;
};

/** Creates a queue. Refuses `request.unavailable` if too many tasks wait, or one waited too long. */
export function limitQueue({ concurrent, waiting, longestWaitMs = Infinity, retryAfterSeconds }: QueueLimits): Lane {
  const queue = bulkhead(concurrent, waiting);
  const tooBusy = () => new Refused(refusal('request.unavailable'), { retryAfter: retryAfterSeconds });
  return async (work) => {
    const enteredAt = performance.now();
    try {
      return await queue.execute(() => {
        if (performance.now() - enteredAt > longestWaitMs) throw tooBusy();
        return work();
      });
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? tooBusy() : error;
    }
  };
}
