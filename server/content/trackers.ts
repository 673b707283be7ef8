/** Chooses the trackers that pages may load after the shopper's consent. */
import type { KnownTracker, TrackerSetting } from '../config.ts';
import type { StoredSettings } from './settings.ts';

/** Lists the trackers that have an id: in the shop's settings, or in the environment if these are null. */
export const listShownTrackers = (
  trackers: readonly KnownTracker[],
  ids: StoredSettings['trackers'],
): TrackerSetting[] =>
  trackers.flatMap(({ tracker, script, id }) => {
    const shown = ids === null ? id : (ids[tracker] ?? null);
    return shown === null ? [] : [{ tracker, id: shown, script }];
  });
