/** The lane for placing orders: a rush on one product leaves database connections for everything else (docs/security.md#faults). */
import { refusal } from '@shop/core/refusal';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { Lane } from '../context.ts';
import { Refused } from '../refuse.ts';

/**
 * Orders of one product wait for each other in the database: each holds a connection of the pool's ten meanwhile. Four at
 * once keep a process busy; more only wait.
 */
const ORDERS_AT_ONCE = 4;
/** Orders that wait for the lane hold memory alone. */
const WAITING_ORDERS = 2_000;
/** An order that waited for longer is refused when its turn comes: while the database stalls, the queue empties. */
const LONGEST_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

const tooBusy = () => new Refused(refusal('request.unavailable'), { retryAfter: RETRY_AFTER_SECONDS });

/** Makes the order lane of a process. Refuses `request.unavailable` where too many wait, or one waited too long. */
export function createOrderLane(): Lane {
  const lane = bulkhead(ORDERS_AT_ONCE, WAITING_ORDERS);
  return async (work) => {
    const enteredAt = performance.now();
    try {
      return await lane.execute(() => {
        if (performance.now() - enteredAt > LONGEST_WAIT_MS) throw tooBusy();
        return work();
      });
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? tooBusy() : error;
    }
  };
}
