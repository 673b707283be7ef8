/** Compares versions of the app, and decides when an update is required and when the app offers one. */
import { dayOf } from '../time.ts';

export const APP_PLATFORMS = ['android', 'ios'] as const;
export type AppPlatform = (typeof APP_PLATFORMS)[number];

/** One to four numbers: `2`, `1.4`, `1.4.0`, `1.4.0.12`. */
const VERSION_PATTERN = /^\d{1,9}(\.\d{1,9}){0,3}$/;

export const isVersion = (text: string): boolean => VERSION_PATTERN.test(text);

const parseNumbers = (version: string): number[] => version.split('.').map(Number);

/** Compares two versions: negative if `a` is older, 0 for the same (`1.4` is `1.4.0`). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseNumbers(a), parseNumbers(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The versions of a platform's app, as `GET /app/version` returns them. */
export type AppVersions = { minimum: string; latest: string };

/** `required`: the app shows only the update until it is installed. `optional`: the shopper may dismiss it. */
export type AppUpdate = 'required' | 'optional' | 'none';

/** Returns the update that an installed version needs; `none` for a malformed version, such as that of a test build. */
export function decideUpdate(installed: string, { minimum, latest }: AppVersions): AppUpdate {
  if (![installed, minimum, latest].every(isVersion)) return 'none';
  if (compareVersions(installed, minimum) < 0) return 'required';
  return compareVersions(installed, latest) < 0 ? 'optional' : 'none';
}

/**
 * Returns whether the app shows the update now: a required one always, an optional one unless the shopper has dismissed
 * one on this Malaysian day. `dismissedAt`: when they last did.
 */
export function showsUpdate(update: AppUpdate, dismissedAt: Date | null, now: Date): boolean {
  if (update !== 'optional') return update === 'required';
  return dismissedAt === null || dayOf(dismissedAt) !== dayOf(now);
}
