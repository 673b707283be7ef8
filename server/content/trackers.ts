/** Which trackers pages may load after the shopper's consent: those of the shop's settings, else of the environment. */
import type { KnownTracker, TrackerSetting } from '../config.ts';
import type { StoredSettings } from './settings.ts';

/** Without ids in the shop's settings, the environment's count; with them, they alone do. */
export const shownTrackers = (known: readonly KnownTracker[], ids: StoredSettings['trackers']): TrackerSetting[] =>
  known.flatMap(({ tracker, script, id }) => {
    const shown = ids === null ? id : (ids[tracker] ?? null);
    return shown === null ? [] : [{ tracker, id: shown, script }];
  });
