/**
 * The office's service worker: opens the office without network from the files of one build. It stores no API
 * responses: `copies.ts` and `action-queue.ts` store data and actions. It is a file of its own, so it has no imports;
 * the build replaces the constants declared below (`build/office-worker.ts`).
 */

/** Names of the build's files in `/office/assets/`. */
declare const OFFICE_FILES: readonly string[];
/** Address of the page's script, which has a hash of the build. */
declare const OFFICE_ENTRY: string;

type WaitingEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = WaitingEvent & { request: Request; respondWith(response: Promise<Response>): void };
type WorkerScope = {
  addEventListener(name: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
};
const worker = globalThis as unknown as WorkerScope;

const CACHE_PREFIX = 'office ';
const CACHE_NAME = CACHE_PREFIX + OFFICE_ENTRY;
/** The page for every address of the office. */
const PAGE_PATH = '/office';
/** Time in ms after which the stored page opens, because a weak network may never respond. */
const PAGE_TIMEOUT_MS = 4_000;
/** From this status on the shop is unavailable: it restarts, or a proxy responds in its place. */
const MIN_UNAVAILABLE_STATUS = 500;

async function install(): Promise<void> {
  const page = await fetch(PAGE_PATH, { cache: 'no-store' });
  // While the shop is updated, the page may belong to a build whose files this worker lacks. The browser tries again
  // later.
  if (!page.ok || !(await page.clone().text()).includes(OFFICE_ENTRY)) throw new Error('The page is of another build');
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll([...OFFICE_FILES]);
  await cache.put(PAGE_PATH, page);
  await worker.skipWaiting();
}

/** Deletes the files of other builds, except those that an open page still loads. */
async function deleteOldBuilds(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const openBuilds = new Set(held.map(({ name }) => name));
  const names = await caches.keys();
  const oldNames = names.filter(
    (name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME && !openBuilds.has(name),
  );
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

async function openPage(request: Request): Promise<Response> {
  const storedPage = await (await caches.open(CACHE_NAME)).match(PAGE_PATH);
  if (storedPage === undefined) return fetch(request);
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(storedPage), PAGE_TIMEOUT_MS));
  const freshPage = fetch(request).then(
    (response) => (response.status >= MIN_UNAVAILABLE_STATUS ? storedPage : response),
    () => storedPage,
  );
  return Promise.race([freshPage, timeout]);
}

/** A file name has a hash of its content, so that any build's copy will do. */
const openFile = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

worker.addEventListener('install', (event) => event.waitUntil(install()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), deleteOldBuilds()])),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(openPage(request));
    event.waitUntil(deleteOldBuilds());
  } else if (pathname.startsWith('/office/assets/')) event.respondWith(openFile(request));
});
