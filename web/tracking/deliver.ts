/** Takes events to every tracker, each opened with the first event that it may have. */
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

/** Each is opened once a page. */
const opened = new Map<Tracker['tracker'], Promise<Send>>();

/**
 * Sends what it hears to the trackers. A tracker that does not come, or throws, harms neither the shop nor the others.
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
        .catch((error: unknown) => console.warn(`${tracker.tracker} could not be told`, error));
    }
  };
}
