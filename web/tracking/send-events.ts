/** Sends events to every tracker. Loads a tracker with its first event. */
import type { Settings } from '@shop/contract/settings';
import { type TrackedEvent, toTrackedEvent } from './tracked-event.ts';
import { isSecretPage } from './tracker-script.ts';
import { rememberPurchase, type ShopperAction } from './tracking.ts';

type Tracker = Settings['tracking'][number];
type SendEvent = (event: TrackedEvent) => void;

const TRACKER_MODULES = {
  meta: () => import('./meta-pixel.ts'),
  ga4: () => import('./ga4.ts'),
  tiktok: () => import('./tiktok-pixel.ts'),
};

async function startTracker({ tracker, id, script }: Tracker): Promise<SendEvent> {
  const { openTracker } = await TRACKER_MODULES[tracker]();
  return openTracker(id, script);
}

/** A tracker, which loads once per document; `send` is null until the tracker has loaded. */
type OpenedTracker = { loading: Promise<SendEvent>; send: SendEvent | null };
const trackerEntries = new Map<Tracker['tracker'], OpenedTracker>();

function openOnce(tracker: Tracker): OpenedTracker {
  const openedTracker = trackerEntries.get(tracker.tracker);
  if (openedTracker !== undefined) return openedTracker;
  const entry: OpenedTracker = { loading: startTracker(tracker), send: null };
  trackerEntries.set(tracker.tracker, entry);
  entry.loading.then(
    (send) => {
      entry.send = send;
    },
    () => {},
  );
  return entry;
}

/** Sends at once if the tracker has loaded, because the shopper may leave the page next; else once it has loaded. */
function sendTo(tracker: Tracker, event: TrackedEvent): void {
  const logFailure = (error: unknown) => console.warn(`${tracker.tracker} did not get an event`, error);
  const { loading, send } = openOnce(tracker);
  if (send === null) {
    loading.then((loaded) => loaded(event)).catch(logFailure);
    return;
  }
  try {
    send(event);
  } catch (error) {
    logFailure(error);
  }
}

/** Purchases reported on pages with an order's token, which wait for the next page. */
const delayedPurchases: ShopperAction[] = [];

/**
 * Returns a listener that sends each action to all trackers. On pages with an order's token it sends nothing: it delays
 * purchases, which those pages report, and drops other actions. If one tracker fails to load or throws, the others
 * still get the event.
 */
export function createEventSender(trackers: readonly Tracker[]): (action: ShopperAction) => void {
  return (action) => {
    if (isSecretPage()) {
      if (action.event === 'Purchase') delayedPurchases.push(action);
      return;
    }
    if (action.event === 'Purchase') rememberPurchase(action.order);
    const event = toTrackedEvent(action);
    for (const tracker of trackers) sendTo(tracker, event);
  };
}

/** Passes delayed purchases to a listener once the current page is one that trackers may see. */
export function releaseDelayedPurchases(listen: (action: ShopperAction) => void): void {
  if (isSecretPage()) return;
  for (const action of delayedPurchases.splice(0)) listen(action);
}
