/**
 * Stand-ins for the three trackers' hosts: scripts that speak their vendors' protocols (they take commands out of
 * `fbq.queue`, `dataLayer` and `ttq` and send them to the stand-in), and the commands that arrived.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as it arrived. */
export type TrackerCommand = { tracker: 'meta' | 'ga4' | 'tiktok'; command: unknown[]; page: string; referrer: string };

export type TrackerHosts = {
  /** Settings of the shop that name the stand-ins' addresses. */
  env: Record<string, string>;
  /** Paths of the scripts that were fetched. */
  fetched: string[];
  /** Commands in the order of arrival. */
  commands: TrackerCommand[];
  stop(): void;
};

/** Wraps the script in a block, since all three share the page's global names. */
const composeScript = (takeOver: string) => `{
  const { origin } = new URL(document.currentScript.src);
  const send = (tracker, command) => void fetch(origin + '/sent', {
    method: 'POST', keepalive: true,
    body: JSON.stringify({ tracker, command, page: location.href, referrer: document.referrer }),
  });
  ${takeOver}
}`;

const TRACKER_SCRIPTS: Readonly<Record<string, string>> = {
  '/fbevents.js': composeScript(`
    window.fbq.callMethod = (...command) => send('meta', command);
    for (const command of window.fbq.queue.splice(0)) window.fbq.callMethod(...command);`),
  '/gtag/js': composeScript(`
    const run = (entry) => Object.prototype.toString.call(entry) === '[object Arguments]' && send('ga4', [...entry]);
    for (const entry of window.dataLayer) run(entry);
    window.dataLayer.push = (entry) => run(entry);`),
  '/tiktok/events.js': composeScript(`
    for (const command of [...window.ttq]) send('tiktok', command);
    window.ttq.track = (...call) => send('tiktok', ['track', ...call]);`),
};

/** Starts the stand-ins on a free port. */
export function openTrackerHosts(): Promise<TrackerHosts> {
  const fetchedPaths: string[] = [];
  const commands: TrackerCommand[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      commands.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(204).end();
      return;
    }
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    fetchedPaths.push(request.url ?? '');
    response.setHeader('content-type', 'text/javascript').end(TRACKER_SCRIPTS[path] ?? '');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve({
        env: {
          META_PIXEL_ID: '123456789012345',
          META_PIXEL_URL: `${url}/fbevents.js`,
          GA4_MEASUREMENT_ID: 'G-TEST1234',
          GA4_URL: `${url}/gtag/js`,
          TIKTOK_PIXEL_ID: 'CTESTPIXEL123',
          TIKTOK_PIXEL_URL: `${url}/tiktok/events.js`,
        },
        fetched: fetchedPaths,
        commands,
        stop: () => void server.close(),
      });
    });
  });
}
