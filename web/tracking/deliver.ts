/** Sends events to every tracker. Loads a tracker with its first event. */
import type { Settings } from '@shop/contract/settings';
import { type TrackedEvent, toTrackedEvent } from './tracked-event.ts';
import { isSecretPage } from './tracker-script.ts';
import { rememberPurchase, type ShopperAction } from './tracking.ts';

type Tracker = Settings['tracking'][number];
type Send = (event: TrackedEvent) => void;

const TRACKER_MODULES = {
  meta: () => import('./meta-pixel.ts'),
  ga4: () => import('./ga4.ts'),
  tiktok: () => import('./tiktok-pixel.ts'),
};

async function startTracker({ tracker, id, script }: Tracker): Promise<Send> {
  const { openTracker } = await TRACKER_MODULES[tracker]();
  return openTracker(id, script);
}

/** A tracker, which loads once per document; `send` is null until it has loaded. */
type OpenedTracker = { loading: Promise<Send>; send: Send | null };
const trackerEntries = new Map<Tracker['tracker'], OpenedTracker>();

function openOnce(tracker: Tracker): OpenedTracker {
  const existing = trackerEntries.get(tracker.tracker);
  if (existing !== undefined) return existing;
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
  const warn = (error: unknown) => console.warn(`${tracker.tracker} did not get an event`, error);
  const { loading, send } = openOnce(tracker);
  if (send === null) {
    loading.then((loaded) => loaded(event)).catch(warn);
    return;
  }
  try {
    send(event);
  } catch (error) {
    warn(error);
  }
}

/** Purchases reported on pages with an order's token, which wait for the next page. */
const heldPurchases: ShopperAction[] = [];

/**
 * Returns a listener that sends each action to all trackers. On pages with an order's token it sends nothing: it holds
 * purchases, which those pages report, and drops other actions. If one tracker fails to load or throws, the others
 * still get the event.
 */
export function createDelivery(trackers: readonly Tracker[]): (action: ShopperAction) => void {
  return (action) => {
    if (isSecretPage()) {
      if (action.event === 'Purchase') heldPurchases.push(action);
      return;
    }
    if (action.event === 'Purchase') rememberPurchase(action.order);
    const event = toTrackedEvent(action);
    for (const tracker of trackers) sendTo(tracker, event);
  };
}

/** Passes held purchases to a listener once the current page is one that trackers may see. */
export function releaseHeldEvents(listen: (action: ShopperAction) => void): void {
  if (isSecretPage()) return;
  for (const action of heldPurchases.splice(0)) listen(action);
}
