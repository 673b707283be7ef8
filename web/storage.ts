/**
 * Local storage, which no other file uses. Every read is parsed; a full, blocked or corrupt storage is only logged
 * (docs/spec.md §8 "storage errors are only logged").
 */
import type { GenericSchema } from 'valibot';

/**
 * docs/spec.md §3 "Local persisted keys", what was searched for lately, and what the shopper decided about tracking.
 */
export type StoredKey =
  | 'checkout'
  | 'cart'
  | 'auth_token'
  | 'guest_token'
  | 'store_referral'
  | 'is_first_time_open'
  | 'session_id'
  | 'device_token'
  | 'recent_searches'
  | 'tracking_consent'
  | 'theme';

/** A stored value. `read` returns null if it is missing or invalid. */
export type Stored<Value> = {
  read(): Value | null;
  write(value: Value): void;
  remove(): void;
  /** Subscribes to changes by this tab or another one. Returns the unsubscribe function. */
  subscribe(changed: () => void): () => void;
};

type Area = 'local' | 'session';

const listeners = new Map<string, Set<() => void>>();

function notify(key: string): void {
  for (const changed of listeners.get(key) ?? []) changed();
}

/** Another tab's change arrives as a storage event; a null key means that everything was cleared. */
function onStorage({ key }: Pick<StorageEvent, 'key'>): void {
  for (const each of key === null ? listeners.keys() : [key]) notify(each);
}

/** A page that Back brings to life again slept through what changed meanwhile, such as signing out. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) onStorage({ key: null });
}

function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch (error) {
    console.warn('Storage is not available', error);
    return null;
  }
}

function areaOf(area: Area): Storage | null {
  if (typeof window === 'undefined') return null;
  return attempt(() => (area === 'local' ? window.localStorage : window.sessionStorage));
}

function storedText(key: string, area: Area): Stored<string> {
  return {
    read: () => attempt(() => areaOf(area)?.getItem(key) ?? null),
    write(value) {
      attempt(() => areaOf(area)?.setItem(key, value));
      notify(key);
    },
    remove() {
      attempt(() => areaOf(area)?.removeItem(key));
      notify(key);
    },
    subscribe(changed) {
      if (listeners.size === 0) {
        window.addEventListener('storage', onStorage);
        window.addEventListener('pageshow', onPageShow);
      }
      const those = listeners.get(key) ?? new Set();
      listeners.set(key, those.add(changed));
      return () => those.delete(changed);
    },
  };
}

/** A plain text, such as a token. An empty one counts as none. */
export function textKey(key: StoredKey): Stored<string> {
  const text = storedText(key, 'local');
  return { ...text, read: () => text.read() || null };
}

/** What was stored under a version; null where it is another version's, or no envelope at all. */
function unwrap(found: string, version: number): unknown {
  const envelope: unknown = JSON.parse(found);
  if (typeof envelope !== 'object' || envelope === null) return null;
  return 'version' in envelope && envelope.version === version && 'data' in envelope ? envelope.data : null;
}

/**
 * Data with a version: an older version, or anything that the schema refuses, reads as null and is overwritten by the
 * next write. Raise the version when the shape changes. The schema brings its parser along, so that a page which stores
 * nothing but tokens loads none.
 */
export function dataKey<Value>(key: StoredKey, version: number, schema: GenericSchema<unknown, Value>): Stored<Value> {
  const text = storedText(key, 'local');
  return {
    ...text,
    read() {
      const found = text.read();
      if (found === null) return null;
      const parsed = attempt(() => schema['~standard'].validate(unwrap(found, version)));
      // A refused value comes along with its issues.
      if (parsed !== null && 'value' in parsed && parsed.issues === undefined) return parsed.value;
      console.warn(`What was stored as "${key}" is of another shape and is left out`);
      return null;
    },
    write: (data) => text.write(JSON.stringify({ version, data })),
  };
}

export const authToken = textKey('auth_token');
export const guestToken = textKey('guest_token');
export const sessionId = textKey('session_id');
/** Tells the server that its customers signed in here before; it opens nothing, and stays when they sign out. */
export const deviceToken = textKey('device_token');

/** The theme that was chosen for this device; `public/theme.js` reads the same key before the page does. */
export const chosenTheme = textKey('theme');

/** What one part of the shop keeps in this tab; the part names it, so that a first load brings nothing of it. */
export const tabKey = (key: string): Stored<string> => storedText(key, 'session');

/** Which announcement was closed in this tab. */
export const dismissedAnnouncement = storedText('dismissed_announcement', 'session');
/** Which of its examples the search field shows in this tab (docs/ux.md#2.4 "placeholder rotates per session"). */
export const searchHint = storedText('search_hint', 'session');
/** Which product's heart was tapped before signing in; it is filled afterwards, in this tab. */
export const wantedFavourite = storedText('wanted_favourite', 'session');
