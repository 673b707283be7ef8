/** Chooses the trackers that pages may load after the shopper's consent. */
import type { KnownTracker, TrackerSetting } from '../config.ts';
import type { StoredSettings } from './settings.ts';

/** Lists the trackers that have an id: in the shop's settings if it has any there, else in the environment. */
export const shownTrackers = (known: readonly KnownTracker[], ids: StoredSettings['trackers']): TrackerSetting[] =>
  known.flatMap(({ tracker, script, id }) => {
    const shown = ids === null ? id : (ids[tracker] ?? null);
    return shown === null ? [] : [{ tracker, id: shown, script }];
  });
