/** TikTok Pixel: its call queue, as in its official snippet, until its script loads (docs/partners.md#8). */
import type { TrackedEvent } from './tracked-event.ts';
import { loadTracker } from './tracker-script.ts';

const QUEUE_METHODS = [
  'page',
  'track',
  'identify',
  'instances',
  'debug',
  'on',
  'off',
  'once',
  'ready',
  'alias',
  'group',
  'enableCookie',
  'disableCookie',
  'holdConsent',
  'revokeConsent',
  'grantConsent',
];

type QueuedCall = (...call: unknown[]) => unknown;
/** The call queue; its methods only record calls. */
type Ttq = unknown[] & {
  methods: readonly string[];
  track: QueuedCall;
  instance(pixel: string): unknown[];
  /** Queue, load time and options by pixel id. */
  _i: Record<string, unknown[]>;
  _t: Record<string, number>;
  _o: Record<string, object>;
};

declare global {
  interface Window {
    TiktokAnalyticsObject?: string;
    ttq?: Ttq;
  }
}

/** Creates methods that record their calls in the queue. */
const createQueueMethods = (queue: unknown[]): Record<string, QueuedCall> =>
  Object.fromEntries(QUEUE_METHODS.map((method) => [method, (...call: unknown[]) => queue.push([method, ...call])]));

function createPixelQueue(id: string, script: string): Ttq {
  const calls: unknown[] = [];
  const ttq: Ttq = Object.assign(calls, createQueueMethods(calls), {
    methods: QUEUE_METHODS,
    track: (...call: unknown[]) => calls.push(['track', ...call]),
    instance(pixel: string) {
      const own = ttq._i[pixel] ?? [];
      return Object.assign(own, createQueueMethods(own));
    },
    _i: { [id]: Object.assign([], { _u: script }) },
    _t: { [id]: Date.now() },
    _o: { [id]: {} },
  });
  return ttq;
}

/** Loads the pixel and returns a function that sends an event. */
export function openTracker(id: string, script: string): (event: TrackedEvent) => void {
  const ttq = createPixelQueue(id, script);
  window.TiktokAnalyticsObject = 'ttq';
  window.ttq = ttq;
  loadTracker(`${script}?sdkid=${id}&lib=ttq`);
  return ({ event, eventId, itemType, items, value, currency }) => {
    const contents = items.map((item) => ({
      content_id: item.id,
      content_type: itemType,
      content_name: item.name,
      quantity: item.quantity,
      price: item.price,
    }));
    // The script replaces `track`, or the whole object: look it up on each call.
    (window.ttq ?? ttq).track(event, { contents, value, currency }, { event_id: eventId });
  };
}
