/**
 * Concurrency limit for placing orders: a rush on one product leaves database connections for other requests
 * (docs/security.md#faults).
 */
import { createLimitedQueue, type LimitedQueue } from '../../limit-queue.ts';

/**
 * Longest wait of an order. Below the 30 s of a client. Admitted shoppers keep ordering after the admission closes, so
 * the queue still grows.
 */
export const LONGEST_ORDER_WAIT_MS = 20_000;

/** Pause before an order that the queue refused is sent again, in seconds. */
export const ORDER_RETRY_AFTER_S = 2;

/** Creates the queue of orders of a process. */
export const createOrderQueue = (): LimitedQueue =>
  createLimitedQueue({
    // Orders of one product wait for each other in the database, and each holds one of the pool's ten connections.
    // Four use a process fully; more would only wait.
    concurrent: 4,
    waiting: 2_000,
    longestWaitMs: LONGEST_ORDER_WAIT_MS,
    retryAfterSeconds: ORDER_RETRY_AFTER_S,
    // The site sends the order again by itself.
    code: 'checkout.busy',
  });
