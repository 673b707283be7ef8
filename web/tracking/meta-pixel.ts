/** Meta Pixel: its queue, as its own snippet makes it, until its script takes over (docs/partners.md#8). */
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

function queue(): Fbq {
  const fbq: Fbq = Object.assign(
    (...call: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...call);
      else fbq.queue.push(call);
    },
    // The shop says itself what happened; of changes of the address it would send every one.
    { queue: [], loaded: true, version: '2.0', disablePushState: true },
  );
  fbq.push = fbq;
  return fbq;
}

/** Opens the pixel; the answer sends an event. */
export function openTracker(id: string, script: string): (event: TrackedEvent) => void {
  const fbq = queue();
  window.fbq = fbq;
  window._fbq = fbq;
  // Else it would read forms and buttons by itself.
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  loadTracker(script);
  return ({ event, eventId, itemType, items, value, currency }) => {
    const content = {
      content_ids: items.map((item) => item.id),
      content_type: itemType,
      contents: items.map((item) => ({ id: item.id, quantity: item.quantity })),
      value,
      currency,
    };
    fbq('track', event, content, { eventID: eventId });
  };
}
