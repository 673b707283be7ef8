/**
 * Copies of the data that a screen showed last, for a reload without network. They contain personal data of the open
 * batch or run, so they are deleted when the user signs out, when the link ends, and when they expire.
 */
import { ApiError } from '@shop/contract/api/api-error';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange } from '../api/session.ts';
import { deleteExpiredActions } from './action-queue.ts';
import { runInDatabase } from './device-database.ts';

/** The name of the copy of the batch that a picker opened last. */
export const BATCH_COPY = 'batch';

type Copy = {
  name: string;
  /** The build that stored the value; another build may expect other fields. */
  build: string;
  /** In ms since 1970. */
  expires_at: number;
  value: unknown;
};

/** Identifies the build, because this file's name has a hash. */
const BUILD = import.meta.url;

/** Runs work on the database. Returns null if it fails: a reload then needs the network. */
const tryDatabase = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error) => {
    console.warn('This device stores no copies', error);
    return null;
  });

/** Stores data under a name until `expires_at`, in ms since 1970. */
export async function saveCopy(name: string, value: unknown, expires_at: number): Promise<void> {
  const copy: Copy = { name, build: BUILD, expires_at, value };
  await tryDatabase(runInDatabase('copies', 'readwrite', (copies) => [copies.put(copy)]));
}

/** Reads the copy that this build stored under a name; null if there is none or it has expired. */
export async function readCopy<Value>(name: string): Promise<Value | null> {
  const rows = await tryDatabase(runInDatabase<Copy | undefined>('copies', 'readonly', (copies) => [copies.get(name)]));
  const copy = rows?.[0];
  if (copy === undefined || copy.build !== BUILD || copy.expires_at <= Date.now()) return null;
  return copy.value as Value;
}

export async function deleteCopy(name: string): Promise<void> {
  await tryDatabase(runInDatabase('copies', 'readwrite', (copies) => [copies.delete(name)]));
}

async function deleteCopies(isDeleted: (copy: Copy) => boolean): Promise<void> {
  const rows = await tryDatabase(runInDatabase<Copy[]>('copies', 'readonly', (copies) => [copies.getAll()]));
  for (const copy of rows?.flat() ?? []) if (isDeleted(copy)) await deleteCopy(copy.name);
}

const RUN_COPY = 'run ';

/**
 * Returns the name of the copy of a link's run, and deletes the copies of other links: a phone has one run at a time.
 */
export async function prepareRunCopy(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  const ownName = RUN_COPY + [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  await deleteCopies(({ name }) => name.startsWith(RUN_COPY) && name !== ownName);
  return ownName;
}

/** Deletes expired copies and expired unsent actions. */
export async function deleteExpiredData(): Promise<void> {
  const now = Date.now();
  await deleteCopies(({ expires_at }) => expires_at <= now);
  await tryDatabase(deleteExpiredActions(now));
}

/** Deletes the picker's copy if no one is signed in, and at each sign-out. */
export function deleteCopiesAfterSignOut(): void {
  const deleteIfSignedOut = () => {
    if (currentSession() === null) deleteCopy(BATCH_COPY);
  };
  deleteIfSignedOut();
  onSessionChange(deleteIfSignedOut);
}

const onNetworkChange = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 0 || error.status >= 500 : error !== null;

/**
 * Reads data with `read`, which also saves a copy, and returns the earlier copy until it responds. `isOffline`: the
 * shop cannot be reached, so the data may be outdated.
 */
export function useWithCopy<Value>(key: readonly string[], copyName: string, read: () => Promise<Value>) {
  const isOnline = useSyncExternalStore(onNetworkChange, () => navigator.onLine);
  const copy = useQuery({
    queryKey: ['copy', copyName],
    queryFn: () => readCopy<Value>(copyName),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
    networkMode: 'always',
  });
  const fresh = useQuery({ queryKey: key, queryFn: read, networkMode: 'always', refetchOnReconnect: true });
  return {
    data: fresh.data ?? copy.data ?? null,
    /** The error of the last read; null while it is retried, and after a success. */
    error: fresh.error,
    isOffline: !isOnline || isUnreachable(fresh.failureReason),
    readAgain: () => fresh.refetch({ throwOnError: true }),
  };
}
