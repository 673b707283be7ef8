/** The browser's storage, with an in-memory fallback where it is blocked: the only file that touches it. */

type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function memory(): KeyedStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  };
}

/** Returns the storage that `open` opens; one in memory if the browser blocks it. */
function openStorage(open: () => Storage): KeyedStorage {
  try {
    const storage = open();
    storage.getItem('');
    return storage;
  } catch {
    return memory();
  }
}

/** Of this tab, until it is closed: the token. */
export const tabStorage = openStorage(() => window.sessionStorage);
/** Of this browser, in all tabs: the time of the last activity and whether the office is locked. */
export const sharedStorage = openStorage(() => window.localStorage);
