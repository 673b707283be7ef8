/** Sends events to every tracker. Loads a tracker with its first event. */
import type { Settings } from '@shop/contract/content';
import { type TrackedEvent, trackedEvent } from './tracked-event.ts';
import { isSecretPage } from './tracker-script.ts';
import type { ShopperAction } from './tracking.ts';

type Tracker = Settings['tracking'][number];
type Send = (event: TrackedEvent) => void;

const OPENED_BY = {
  meta: () => import('./meta-pixel.ts'),
  ga4: () => import('./ga4.ts'),
  tiktok: () => import('./tiktok-pixel.ts'),
};

async function open({ tracker, id, script }: Tracker): Promise<Send> {
  const { openTracker } = await OPENED_BY[tracker]();
  return openTracker(id, script);
}

/** Loaded trackers: each loads once per page load. */
const opened = new Map<Tracker['tracker'], Promise<Send>>();

/**
 * Returns a listener that sends each action to the trackers, except on pages with an order's token. If a tracker fails
 * to load or throws, the others still get the event.
 */
export function delivery(trackers: readonly Tracker[]): (action: ShopperAction) => void {
  return (action) => {
    if (isSecretPage()) return;
    const event = trackedEvent(action);
    for (const tracker of trackers) {
      const sending = opened.get(tracker.tracker) ?? open(tracker);
      opened.set(tracker.tracker, sending);
      sending
        .then((send) => send(event))
        .catch((error: unknown) => console.warn(`${tracker.tracker} did not get an event`, error));
    }
  };
}
