/**
 * Concurrency limit for placing orders: a rush on one product leaves database connections for other requests
 * (docs/security.md#faults).
 */
import { refusal } from '@shop/core/refusal';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { Lane } from '../context.ts';
import { Refused } from '../refuse.ts';

/**
 * Maximum orders placed at once. Orders of one product wait for each other in the database, and each holds one of the
 * pool's ten connections. Four keep a process busy; more would only wait.
 */
const ORDERS_AT_ONCE = 4;
/** Maximum waiting orders; they hold only memory. */
const WAITING_ORDERS = 2_000;
/**
 * Maximum wait; an order that waited longer is refused at its turn, so that the queue empties while the database
 * stalls.
 */
const LONGEST_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

const tooBusy = () => new Refused(refusal('request.unavailable'), { retryAfter: RETRY_AFTER_SECONDS });

/**
 * Creates the order lane of a process. Refuses `request.unavailable` if too many orders wait, or one waited too long.
 */
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
