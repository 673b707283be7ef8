/**
 * Caches the latest public responses in IndexedDB: limited in number, size and age, and deleted when another shopper
 * uses the phone (docs/readings.md#78). Only logs errors of the database; the app then needs a connection.
 */
import { DAY_MS } from '@shop/core/time';
import { tokenScope } from '../api/tokens.ts';

const MAX_AGE_MS = 7 * DAY_MS;
const MAX_RESPONSES = 300;
/** In characters of JSON; a page of products has about 50,000. */
const MAX_RESPONSE_LENGTH = 500_000;

type CachedResponse = {
  /** Endpoint and request of the call, as JSON. */
  key: string;
  /** The shopper whose prices the response has (`tokens.ts`). */
  scope: string;
  /** The build that stored the response; another build may expect other fields. */
  build: string;
  savedAt: number;
  /** The response as JSON. */
  body: string;
};

const RESPONSES = 'copies';
const BY_AGE = 'by_age';

/** Identifies the build, because this file's name has a hash. */
const BUILD = import.meta.url;

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('offline', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(RESPONSES, { keyPath: 'key' }).createIndex(BY_AGE, 'savedAt');
  };
  return toPromise(request);
}

let database: Promise<IDBDatabase> | undefined;

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  database ??= openDatabase();
  return (await database).transaction(RESPONSES, mode).objectStore(RESPONSES);
}

/** Runs work on the database; logs a failure and returns null. */
async function withStorage<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    console.warn('The storage for offline use failed', error);
    return null;
  }
}

async function deleteOldest(store: IDBObjectStore, count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const cursor = await toPromise(store.index(BY_AGE).openCursor());
    if (cursor === null) return;
    await toPromise(cursor.delete());
  }
}

/** Caches a response, unless it is too long or the shopper is no longer `scope`, the scope of the request. */
export async function cacheResponse(key: string, scope: string, response: unknown): Promise<void> {
  const body = JSON.stringify(response);
  if (body.length > MAX_RESPONSE_LENGTH) return;
  await withStorage(async () => {
    const store = await openStore('readwrite');
    // The shopper may have signed out meanwhile.
    if (scope !== tokenScope()) return;
    const cachedResponse: CachedResponse = { key, scope, build: BUILD, savedAt: Date.now(), body };
    await toPromise(store.put(cachedResponse));
    await deleteOldest(store, (await toPromise(store.count())) - MAX_RESPONSES);
  });
}

/** Reads the last response to this shopper; undefined if there is none, or if it is expired or of another build. */
export async function readCachedResponse(key: string): Promise<unknown> {
  const cachedResponse = await withStorage(
    async (): Promise<CachedResponse | undefined> => toPromise((await openStore('readonly')).get(key)),
  );
  if (cachedResponse == null || cachedResponse.scope !== tokenScope() || cachedResponse.build !== BUILD)
    return undefined;
  const age = Date.now() - cachedResponse.savedAt;
  return age >= 0 && age < MAX_AGE_MS ? JSON.parse(cachedResponse.body) : undefined;
}

/** Deletes the responses of other shoppers and other builds, and expired ones. */
export async function clearStaleResponses(): Promise<void> {
  await withStorage(async () => {
    const store = await openStore('readwrite');
    const oldestAllowed = Date.now() - MAX_AGE_MS;
    const scope = tokenScope();
    for (const cachedResponse of await toPromise(store.getAll() as IDBRequest<CachedResponse[]>)) {
      if (cachedResponse.scope !== scope || cachedResponse.build !== BUILD || cachedResponse.savedAt < oldestAllowed)
        store.delete(cachedResponse.key);
    }
  });
}
