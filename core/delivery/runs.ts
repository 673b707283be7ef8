/** Drivers' runs (docs/readings.md#97). */

/** The state of a stop: `open` until its driver delivers it or records that it failed. */
export const STOP_STATES = ['open', 'delivered', 'failed'] as const;
export type StopState = (typeof STOP_STATES)[number];
