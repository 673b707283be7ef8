/** Drivers' runs (docs/readings.md#97). */

/**
 * The state of a stop: `open` until its driver delivers it or records that it failed; `released` if the run was closed,
 * or the order left it, before that.
 */
export const STOP_STATES = ['open', 'delivered', 'failed', 'released'] as const;
