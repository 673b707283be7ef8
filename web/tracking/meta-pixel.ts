/** Meta Pixel: its call queue, as in its official snippet, until its script loads (docs/partners.md#8). */
import type { TrackedEvent } from './tracked-event.ts';
import { loadTracker } from './tracker-script.ts';

type Fbq = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  push?: Fbq;
  queue: unknown[][];
  loaded: boolean;
  version: string;
  disablePushState: boolean;
};

declare global {
  interface Window {
    fbq?: Fbq;
    _fbq?: Fbq;
  }
}

function createQueue(): Fbq {
  const fbq: Fbq = Object.assign(
    (...call: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...call);
      else fbq.queue.push(call);
    },
    // The shop sends its own events; otherwise the pixel would send one per URL change.
    { queue: [], loaded: true, version: '2.0', disablePushState: true },
  );
  fbq.push = fbq;
  return fbq;
}

/** Loads the pixel and returns a function that sends an event. */
export function openTracker(id: string, script: string): (event: TrackedEvent) => void {
  const fbq = createQueue();
  window.fbq = fbq;
  window._fbq = fbq;
  // Stops the pixel from reading forms and buttons.
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  loadTracker(script);
  return ({ event, eventId, itemType, items, value, currency }) => {
    const content = {
      content_ids: items.map((item) => item.id),
      content_type: itemType,
      contents: items.map((item) => ({ id: item.id, quantity: item.quantity })),
      ...(event === 'InitiateCheckout' && { num_items: items.reduce((sum, { quantity }) => sum + quantity, 0) }),
      value,
      currency,
    };
    fbq('track', event, content, { eventID: eventId });
  };
}
