/**
 * The session of the signed-in user: token, roles, and whether the office is locked. The token is stored in memory and
 * in the tab's storage; a new tab gets it from an open one.
 */
import { STAFF_ROLES, type StaffRole } from '@shop/core/staff/roles';
import { sharedStorage, tabStorage } from '../browser-storage.ts';

export type OfficeSession = {
  token: string;
  staff: { id: string; email: string; roles: StaffRole[] };
  /** Whether the account needs a second factor before it can do anything else. */
  mustEnroll: boolean;
};

const SESSION_KEY = 'office.session';
const DEVICE_KEY = 'office.device';
const LOCKED_KEY = 'office.locked';
const ACTIVE_KEY = 'office.active_at';

/** Time in ms for which a new tab waits for the session of another tab. */
const TABS_REPLY_WAIT_MS = 250;

type TabMessage =
  | { kind: 'ask' }
  | { kind: 'session'; session: OfficeSession | null }
  | { kind: 'lock'; isLocked: boolean };

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('office');
const postToTabs = (message: TabMessage) => tabs?.postMessage(message);

function parseSession(text: string | null): OfficeSession | null {
  if (text === null) return null;
  const { token, staff, mustEnroll = false } = JSON.parse(text);
  const roles = STAFF_ROLES.filter((role) => staff.roles.includes(role));
  return { token, staff: { id: staff.id, email: staff.email, roles }, mustEnroll };
}

let session: OfficeSession | null = parseSession(tabStorage.getItem(SESSION_KEY));
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Calls `listener` after each change of the session or the lock. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentSession = (): OfficeSession | null => session;
export const currentToken = (): string | null => session?.token ?? null;
export const currentRoles = (): readonly StaffRole[] => session?.staff.roles ?? [];

function storeSession(next: OfficeSession | null): void {
  session = next;
  if (next === null) tabStorage.removeItem(SESSION_KEY);
  else tabStorage.setItem(SESSION_KEY, JSON.stringify(next));
  notifyListeners();
}

/** Starts a session in all tabs of the office, and unlocks them. */
export function startSession(next: OfficeSession): void {
  storeSession(next);
  postToTabs({ kind: 'session', session: next });
  noteActivity(Date.now());
  setLocked(false);
}

export const mustEnroll = (): boolean => session?.mustEnroll ?? false;
export function setMustEnroll(isNeeded: boolean): void {
  if (session !== null && session.mustEnroll !== isNeeded) storeSession({ ...session, mustEnroll: isNeeded });
}

/** Ends the session in all tabs. */
export function endSession(): void {
  if (session === null) return;
  storeSession(null);
  postToTabs({ kind: 'session', session: null });
  setLocked(false);
}

/** Reads the token by which the API recognizes this device and counts its failed sign-ins separately. */
export const readDeviceToken = (): string | null => sharedStorage.getItem(DEVICE_KEY);
export function saveDeviceToken(token: string | null): void {
  if (token !== null) sharedStorage.setItem(DEVICE_KEY, token);
}

export const isLocked = (): boolean => session !== null && sharedStorage.getItem(LOCKED_KEY) === '1';

function setLocked(locked: boolean): void {
  if (locked) sharedStorage.setItem(LOCKED_KEY, '1');
  else sharedStorage.removeItem(LOCKED_KEY);
  notifyListeners();
  postToTabs({ kind: 'lock', isLocked: locked });
}

/** Covers the office in all tabs until the password is entered. */
export function lock(): void {
  if (session !== null && !isLocked()) setLocked(true);
}

export function unlock(now: number): void {
  noteActivity(now);
  setLocked(false);
}

export const readLastActivity = (): number => Number(sharedStorage.getItem(ACTIVE_KEY) ?? 0);
export const noteActivity = (now: number): void => sharedStorage.setItem(ACTIVE_KEY, String(now));

tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.kind === 'ask') {
    if (session !== null) postToTabs({ kind: 'session', session });
  } else if (data.kind === 'session') storeSession(data.session);
  else notifyListeners();
});

/** Requests the session of another tab if this tab has none, and waits for it. */
export async function adoptSession(): Promise<void> {
  if (session !== null || tabs === null) return;
  postToTabs({ kind: 'ask' });
  await new Promise<void>((resolve) => {
    const stop = onSessionChange(() => finish());
    const timer = setTimeout(() => finish(), TABS_REPLY_WAIT_MS);
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
  });
}
