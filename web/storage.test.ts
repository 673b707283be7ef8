import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authToken, dataKey } from './storage.ts';
import { MemoryStorage } from './testing/memory-storage.ts';

let local: Storage;
/** The window's listeners, which the module adds once. */
const listeners = new Map<string, (event: object) => void>();

beforeEach(() => {
  local = new MemoryStorage();
  vi.stubGlobal('window', {
    localStorage: local,
    sessionStorage: new MemoryStorage(),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const checkout = dataKey('checkout', 2, v.object({ current_step: v.number() }));

describe('docs/spec.md §3 "Local persisted keys"', () => {
  test('stores a token as plain text under its key', () => {
    authToken.write('c_1');
    expect(local.getItem('auth_token')).toBe('c_1');
    authToken.remove();
    expect(authToken.read()).toBeNull();
  });

  test('stores data with its version and parses it', () => {
    checkout.write({ current_step: 2 });
    expect(checkout.read()).toEqual({ current_step: 2 });
    local.setItem('checkout', '{"version":1,"data":{"current_step":2}}');
    expect(checkout.read()).toBeNull();
  });

  test.each(['', 'garbage', '[]', 'null', '{"version":2,"data":{"current_step":"2"}}'])('ignores %j', (text) => {
    local.setItem('checkout', text);
    expect(checkout.read()).toBeNull();
  });
});

describe('docs/spec.md §8: "Deep-link parse failures and storage errors are only logged"', () => {
  test('reads a value from memory that a full storage rejected', () => {
    checkout.write({ current_step: 1 });
    const { setItem } = local;
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    checkout.write({ current_step: 2 });
    expect(checkout.read()).toEqual({ current_step: 2 });
    expect(console.warn).toHaveBeenCalledOnce();

    local.setItem = setItem;
    checkout.write({ current_step: 3 });
    local.setItem('checkout', '{"version":2,"data":{"current_step":4}}');
    expect(checkout.read()).toEqual({ current_step: 4 });
  });

  test('prefers a value written by another tab to its own in memory', () => {
    const stop = authToken.subscribe(() => {});
    const { setItem } = local;
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    authToken.write('c_here');
    local.setItem = setItem;
    local.setItem('auth_token', 'c_there');
    listeners.get('storage')?.({ key: 'auth_token' });
    expect(authToken.read()).toBe('c_there');
    authToken.remove();
    expect(authToken.read()).toBeNull();
    stop();
  });

  test('uses only memory if storage is forbidden', () => {
    vi.stubGlobal('window', {
      addEventListener: () => {},
      get localStorage(): Storage {
        throw new DOMException('no', 'SecurityError');
      },
    });
    expect(authToken.read()).toBeNull();
    authToken.write('c_1');
    expect(authToken.read()).toBe('c_1');
    authToken.remove();
    expect(authToken.read()).toBeNull();
  });

  test('stores nothing on the server, not even in memory', () => {
    vi.stubGlobal('window', undefined);
    authToken.write('c_1');
    expect(authToken.read()).toBeNull();
  });
});

test('notifies of changes by another tab (docs/readings.md#2)', () => {
  const onChange = vi.fn();
  const stop = authToken.subscribe(onChange);
  authToken.write('c_2');
  listeners.get('storage')?.({ key: 'auth_token' });
  listeners.get('storage')?.({ key: 'cart' });
  listeners.get('storage')?.({ key: null });
  expect(onChange).toHaveBeenCalledTimes(3);
  // A page restored by Back got no storage events while it was cached, so it reads again; a newly loaded page has just
  // read.
  listeners.get('pageshow')?.({ persisted: true });
  listeners.get('pageshow')?.({ persisted: false });
  expect(onChange).toHaveBeenCalledTimes(4);
  stop();
  listeners.get('storage')?.({ key: 'auth_token' });
  expect(onChange).toHaveBeenCalledTimes(4);
});

test('inside the app, the keys of its secure storage are in it alone', async () => {
  vi.resetModules();
  const { authToken: token, guestToken: guest, openVault } = await import('./storage.ts');
  const secrets = new Map<string, string | null>([['auth_token', 'c_1']]);
  openVault({
    has: (key) => secrets.has(key),
    getItem: (key) => secrets.get(key) ?? null,
    setItem: (key, value) => void secrets.set(key, value),
    removeItem: (key) => void secrets.set(key, null),
  });
  const onChange = vi.fn();
  token.subscribe(onChange);
  expect(token.read()).toBe('c_1');
  token.write('c_2');
  guest.write('g_1');
  expect([...secrets]).toEqual([['auth_token', 'c_2']]);
  expect([local.getItem('auth_token'), local.getItem('guest_token')]).toEqual([null, 'g_1']);
  token.remove();
  expect([token.read(), secrets.get('auth_token')]).toEqual([null, null]);
  expect(onChange).toHaveBeenCalledTimes(2);
});
