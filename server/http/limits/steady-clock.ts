/** The clock of limits that the database stores: it never goes back. */

/**
 * Creates a clock over `clock`. When that is set back, time continues from the latest reading by the elapsed time
 * (`elapsedMs`, monotonic), so that no wait grows and no expired code becomes valid again.
 */
export function createSteadyClock(clock: () => Date, elapsedMs: () => number = () => performance.now()): () => Date {
  let latest = clock().getTime();
  let readAt = elapsedMs();
  let ahead = 0;
  return () => {
    const now = clock().getTime();
    const at = elapsedMs();
    if (now < latest) ahead += latest - now + (at - readAt);
    latest = now;
    readAt = at;
    return new Date(now + ahead);
  };
}
