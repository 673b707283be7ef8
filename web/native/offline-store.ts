/**
 * Stores the latest public responses in IndexedDB: limited in number, size and age, and deleted when another shopper
 * uses the phone (docs/readings.md#78). Only logs errors of the database; the app then needs a connection.
 */
import { DAY_MS } from '@shop/core/time';
import { tokenScope } from '../api/tokens.ts';

const MAX_AGE_MS = 7 * DAY_MS;
const MAX_COPIES = 300;
/** In characters of JSON; a page of products has about 50,000. */
const MAX_COPY_LENGTH = 500_000;

type OfflineCopy = {
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

const COPIES = 'copies';
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
    request.result.createObjectStore(COPIES, { keyPath: 'key' }).createIndex(BY_AGE, 'savedAt');
  };
  return toPromise(request);
}

let database: Promise<IDBDatabase> | undefined;

async function openCopies(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  database ??= openDatabase();
  return (await database).transaction(COPIES, mode).objectStore(COPIES);
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

async function deleteOldest(copies: IDBObjectStore, count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    const cursor = await toPromise(copies.index(BY_AGE).openCursor());
    if (cursor === null) return;
    await toPromise(cursor.delete());
  }
}

/** Saves a response, unless it is too long or the shopper is no longer `scope`, the scope of the request. */
export async function saveCopy(key: string, scope: string, response: unknown): Promise<void> {
  const body = JSON.stringify(response);
  if (body.length > MAX_COPY_LENGTH) return;
  await withStorage(async () => {
    const copies = await openCopies('readwrite');
    // The shopper may have signed out meanwhile.
    if (scope !== tokenScope()) return;
    const copy: OfflineCopy = { key, scope, build: BUILD, savedAt: Date.now(), body };
    await toPromise(copies.put(copy));
    await deleteOldest(copies, (await toPromise(copies.count())) - MAX_COPIES);
  });
}

/** Reads the response that this shopper saw last; undefined if there is none, or it is expired or of another build. */
export async function readCopy(key: string): Promise<unknown> {
  const copy = await withStorage(
    async (): Promise<OfflineCopy | undefined> => toPromise((await openCopies('readonly')).get(key)),
  );
  if (copy == null || copy.scope !== tokenScope() || copy.build !== BUILD) return undefined;
  const age = Date.now() - copy.savedAt;
  return age >= 0 && age < MAX_AGE_MS ? JSON.parse(copy.body) : undefined;
}

/** Deletes the copies of other shoppers and other builds, and expired ones. */
export async function clearCopies(): Promise<void> {
  await withStorage(async () => {
    const copies = await openCopies('readwrite');
    const expired = Date.now() - MAX_AGE_MS;
    const scope = tokenScope();
    for (const copy of await toPromise(copies.getAll() as IDBRequest<OfflineCopy[]>)) {
      if (copy.scope !== scope || copy.build !== BUILD || copy.savedAt < expired) copies.delete(copy.key);
    }
  });
}
