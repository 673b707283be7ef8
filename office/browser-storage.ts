/** The browser's storage, with an in-memory fallback where it is blocked. No other file uses it directly. */

type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function createMemoryStorage(): KeyedStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  };
}

/** Opens a storage; returns one in memory if the browser blocks it. */
function openStorage(open: () => Storage): KeyedStorage {
  try {
    const storage = open();
    storage.getItem('');
    return storage;
  } catch {
    return createMemoryStorage();
  }
}

/** Storage of this tab, until it is closed: the session, or the token of a driver's link. */
export const tabStorage = openStorage(() => window.sessionStorage);
/** Storage of this browser, shared by all tabs: the device's token, the last activity, the lock. */
export const sharedStorage = openStorage(() => window.localStorage);
