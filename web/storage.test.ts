import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authToken, dataKey } from './storage.ts';
import { MemoryStorage } from './testing/memory-storage.ts';

let local: Storage;
/** The listeners of the window, which the module sets once. */
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
  test('a token is kept as plain text under its key', () => {
    authToken.write('c_1');
    expect(local.getItem('auth_token')).toBe('c_1');
    authToken.remove();
    expect(authToken.read()).toBeNull();
  });

  test('data is parsed and carries its version', () => {
    checkout.write({ current_step: 2 });
    expect(checkout.read()).toEqual({ current_step: 2 });
    local.setItem('checkout', '{"version":1,"data":{"current_step":2}}');
    expect(checkout.read()).toBeNull();
  });

  test.each(['', 'garbage', '[]', 'null', '{"version":2,"data":{"current_step":"2"}}'])(
    '%j reads as nothing',
    (text) => {
      local.setItem('checkout', text);
      expect(checkout.read()).toBeNull();
    },
  );
});

describe('docs/spec.md §8: "Deep-link parse failures and storage errors are only logged"', () => {
  test('a full storage breaks nothing', () => {
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => checkout.write({ current_step: 1 })).not.toThrow();
    expect(console.warn).toHaveBeenCalled();
  });

  test('a forbidden storage reads as nothing', () => {
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new DOMException('no', 'SecurityError');
      },
    });
    expect(authToken.read()).toBeNull();
  });

  test('on the server nothing is stored', () => {
    vi.stubGlobal('window', undefined);
    expect(authToken.read()).toBeNull();
    expect(() => authToken.write('c_1')).not.toThrow();
  });
});

test('two tabs agree through the storage event (docs/readings.md#2)', () => {
  const changed = vi.fn();
  const stop = authToken.subscribe(changed);
  authToken.write('c_2');
  listeners.get('storage')?.({ key: 'auth_token' });
  listeners.get('storage')?.({ key: 'cart' });
  listeners.get('storage')?.({ key: null });
  expect(changed).toHaveBeenCalledTimes(3);
  // Back brings a page to life that slept while another one signed out; one that was loaded has read for itself.
  listeners.get('pageshow')?.({ persisted: true });
  listeners.get('pageshow')?.({ persisted: false });
  expect(changed).toHaveBeenCalledTimes(4);
  stop();
  listeners.get('storage')?.({ key: 'auth_token' });
  expect(changed).toHaveBeenCalledTimes(4);
});
