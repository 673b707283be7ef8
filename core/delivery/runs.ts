/** Drivers' runs (docs/readings.md#97). */
import type { Sen } from '../money.ts';

/**
 * The state of a stop: `open` until its driver delivers it or records that it failed; `released` if the run was closed,
 * or the order left it, before that.
 */
export const STOP_STATES = ['open', 'delivered', 'failed', 'released'] as const;

/** Whether a count of the cash that a driver handed in needs a comment: when it differs from what the stops recorded. */
export const needsCountComment = (counted: Sen, recorded: Sen): boolean => counted !== recorded;
