/**
 * Reads and writes local storage and session storage, which no other file uses. If storage is full or forbidden, values
 * stay in memory, so that a shopper can still buy until the page is reloaded. Every value is validated when it is read;
 * storage errors are only logged (docs/spec.md §8).
 */
import type { GenericSchema } from 'valibot';

/** docs/spec.md §3 "Local persisted keys", and the device's own choices. */
export type StoredKey =
  | 'checkout'
  | 'cart'
  | 'auth_token'
  | 'guest_token'
  | 'store_referral'
  | 'is_first_time_open'
  | 'session_id'
  | 'device_token'
  | 'delivery_zip'
  | 'delivery_town'
  | 'recent_searches'
  | 'tracking_consent'
  | 'reported_purchases'
  | 'theme'
  | 'member_card'
  | 'popups'
  | 'payment_outside'
  | 'deferred_deep_link'
  | 'app_update_dismissed'
  | 'app_lang'
  | 'push_offered'
  | 'push_token_saved';

/** The accessor of a stored value. `read` returns null for a missing or invalid one. */
export type StoredValue<Value> = {
  read(): Value | null;
  write(value: Value): void;
  remove(): void;
  /** Subscribes to changes by this tab or another one. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

/** The app's secure storage (`native/secure-tokens.ts`), which stores some keys in place of local storage. */
export type Vault = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { has(key: string): boolean };

/** Null in a browser. */
let vault: Vault | null = null;

export function openVault(secureStorage: Vault): void {
  vault = secureStorage;
}

type StorageArea = 'local' | 'session';

const listeners = new Map<string, Set<() => void>>();

function notify(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

/** Values that could not be stored, by area and key. A later value in the real storage replaces them. */
const memory: Record<StorageArea, Map<string, string>> = { local: new Map(), session: new Map() };

/** Handles a change by another tab; a null key means that everything was cleared. */
function onStorage({ key }: Pick<StorageEvent, 'key'>): void {
  if (key === null) memory.local.clear();
  else memory.local.delete(key);
  for (const each of key === null ? listeners.keys() : [key]) notify(each);
}

/** Notifies subscribers of a page restored by Back, which got no storage events while it was cached. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  for (const key of listeners.keys()) notify(key);
}

let isReported = false;

/** Logs the first failure of the storage. */
function report(error: unknown): void {
  if (isReported) return;
  isReported = true;
  console.warn('Storage is not available', error);
}

/** Throws if storage is forbidden. */
function selectStorage(area: StorageArea, key: string): Omit<Vault, 'has'> {
  if (vault?.has(key)) return vault;
  return area === 'local' ? window.localStorage : window.sessionStorage;
}

/** Returns false on the server, where nothing may be stored, because all shoppers share its memory. */
const isBrowser = (): boolean => typeof window !== 'undefined';

function readText(key: string, area: StorageArea): string | null {
  if (!isBrowser()) return null;
  const memoryText = memory[area].get(key);
  if (memoryText !== undefined) return memoryText;
  try {
    return selectStorage(area, key).getItem(key);
  } catch (error) {
    report(error);
    return null;
  }
}

function writeText(key: string, area: StorageArea, value: string): void {
  if (!isBrowser()) return;
  try {
    selectStorage(area, key).setItem(key, value);
    memory[area].delete(key);
  } catch (error) {
    report(error);
    memory[area].set(key, value);
  }
}

function removeText(key: string, area: StorageArea): void {
  if (!isBrowser()) return;
  memory[area].delete(key);
  try {
    selectStorage(area, key).removeItem(key);
  } catch (error) {
    report(error);
  }
}

function createStoredText(key: string, area: StorageArea): StoredValue<string> {
  return {
    read: () => readText(key, area),
    write(value) {
      writeText(key, area, value);
      notify(key);
    },
    remove() {
      removeText(key, area);
      notify(key);
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', onStorage);
        window.addEventListener('pageshow', onPageShow);
      }
      const subscribers = listeners.get(key) ?? new Set();
      listeners.set(key, subscribers.add(listener));
      return () => subscribers.delete(listener);
    },
  };
}

/** Creates the accessor of a plain text, such as a token. An empty one counts as missing. */
export function textKey(key: StoredKey): StoredValue<string> {
  const text = createStoredText(key, 'local');
  return { ...text, read: () => text.read() || null };
}

/** Parses stored data; null if it has another version or no version at all. Throws on malformed JSON. */
function unwrap(json: string, version: number): unknown {
  const envelope: unknown = JSON.parse(json);
  if (typeof envelope !== 'object' || envelope === null) return null;
  return 'version' in envelope && envelope.version === version && 'data' in envelope ? envelope.data : null;
}

/** Returns the value if it is valid, else null. */
function parse<Value>(json: string, version: number, schema: GenericSchema<unknown, Value>): Value | null {
  try {
    const result = schema['~standard'].validate(unwrap(json, version));
    // Valibot also returns the value of an invalid input, together with its issues.
    return 'value' in result && result.issues === undefined ? result.value : null;
  } catch {
    return null;
  }
}

/**
 * Creates the accessor of a value with a version. A value of another version or an invalid one reads as null, and the
 * next write replaces it. Raise the version when the shape changes. Uses the schema's own method for validation, so that
 * pages that store only tokens load no validation library.
 */
export function dataKey<Value>(
  key: StoredKey,
  version: number,
  schema: GenericSchema<unknown, Value>,
): StoredValue<Value> {
  const text = createStoredText(key, 'local');
  return {
    ...text,
    read() {
      const json = text.read();
      if (json === null) return null;
      const value = parse(json, version, schema);
      if (value === null) console.warn(`Ignored an invalid or outdated value of "${key}" in the storage`);
      return value;
    },
    write: (data) => text.write(JSON.stringify({ version, data })),
  };
}

export const authToken = textKey('auth_token');
export const guestToken = textKey('guest_token');
export const sessionId = textKey('session_id');
/** Identifies a device on which customers signed in before. It grants no access, and survives sign-out. */
export const deviceToken = textKey('device_token');

/** The postcode to deliver to, entered before there is an address. */
export const deliveryZip = textKey('delivery_zip');
/** The name of that postcode's place: its town, else the postcode or the state. */
export const deliveryTown = textKey('delivery_town');

/** The theme chosen for this device; `public/boot.js` reads the same key before the first paint. */
export const chosenTheme = textKey('theme');

/** Ids of the orders that were reported to trackers. */
export const reportedPurchases = textKey('reported_purchases');

/**
 * Creates the accessor of a value that is stored for this tab under the caller's own key, because a list of all keys
 * would be part of every first load.
 */
export const tabKey = (key: string): StoredValue<string> => createStoredText(key, 'session');

/** The announcement dismissed in this tab. */
export const dismissedAnnouncement = createStoredText('dismissed_announcement', 'session');
/** The search field's example in this tab (docs/ux.md#2.4 "placeholder rotates per session"). */
export const searchHint = createStoredText('search_hint', 'session');
/** The product whose heart was tapped before signing in, added to the favourites afterwards. */
export const wantedFavourite = createStoredText('wanted_favourite', 'session');
