/**
 * Bounded queues for work that could take all connections or cores: beyond the bounds callers get 503 with Retry-After.
 */
import { refusal } from '@shop/core/refusal';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { TaskQueue } from './context.ts';
import { Refused } from './refuse.ts';

export type QueueLimits = {
  /** Maximum tasks at once. */
  concurrent: number;
  /** Maximum waiting tasks. */
  waiting: number;
  /** Maximum wait; a task that waited longer is refused at its turn, so that the queue empties during a stall. */
  longestWaitMs?: number;
  retryAfterSeconds: number;
  /** The refusal beyond these limits; by default `request.unavailable`. */
  code?: 'request.unavailable' | 'checkout.busy';
};

export type LimitedQueue = TaskQueue & {
  /** Returns how long the first waiting task has waited, in milliseconds; 0 if none waits. */
  currentWaitMs(): number;
};

/** Creates a queue. Refuses `code` if too many tasks wait, or one waited too long. */
export function createLimitedQueue({
  concurrent,
  waiting,
  longestWaitMs = Infinity,
  retryAfterSeconds,
  code = 'request.unavailable',
}: QueueLimits): LimitedQueue {
  const queue = bulkhead(concurrent, waiting);
  const buildBusyRefusal = () => new Refused(refusal(code), { retryAfter: retryAfterSeconds });
  /** Tasks that have not started, in the order of their arrival. */
  const notStarted = new Set<{ enteredAt: number }>();
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const task = { enteredAt: performance.now() };
    notStarted.add(task);
    try {
      return await queue.execute(() => {
        notStarted.delete(task);
        if (performance.now() - task.enteredAt > longestWaitMs) throw buildBusyRefusal();
        return work();
      });
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? buildBusyRefusal() : error;
    } finally {
      notStarted.delete(task);
    }
  }
  return Object.assign(run, {
    currentWaitMs() {
      const [first] = notStarted;
      return first === undefined ? 0 : performance.now() - first.enteredAt;
    },
  });
}
