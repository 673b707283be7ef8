/** A clock for limits that are stored in the database: it follows the system's clock forward and never goes back. */

/**
 * Wraps `clock`. When it is set back, time continues from the latest reading by the elapsed time (`elapsedMs`,
 * monotonic), so that no wait grows and no expired code becomes valid again.
 */
export function steadyClock(clock: () => Date, elapsedMs: () => number = () => performance.now()): () => Date {
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
