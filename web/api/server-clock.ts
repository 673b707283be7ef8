/** Estimates the shop's clock, for times that the shop set: the device's clock may be wrong. */

/** The milliseconds by which the device's clock is ahead of the shop's. */
let deviceAheadMs = 0;

/** Compares the clocks by the `Date` header of a response, which has full seconds. */
export function updateServerClock(dateHeader: string | null): void {
  const time = Date.parse(dateHeader ?? '');
  if (!Number.isNaN(time)) deviceAheadMs = Date.now() - time;
}

/** Returns the shop's time in milliseconds; the device's before the first response. */
export const serverNow = (): number => Date.now() - deviceAheadMs;
