/** The few globals of a browser that the client's logic touches, for tests that run without one. */
import { vi } from 'vitest';
import { MemoryStorage } from './memory-storage.ts';

export type BrowserGlobals = {
  local: MemoryStorage;
  /** Something happens to the window or the document: `online`, `pagehide`, `storage`. */
  happens(type: string, event?: object): void;
  setOnline(online: boolean): void;
};

/** Stubs them; `vi.unstubAllGlobals` takes them away. `local` is kept between "page loads" of one device. */
export function stubBrowser(local = new MemoryStorage()): BrowserGlobals {
  const listeners = new Map<string, Set<(event: object) => void>>();
  const target = {
    addEventListener(type: string, listener: (event: object) => void) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    },
    removeEventListener(type: string, listener: (event: object) => void) {
      listeners.get(type)?.delete(listener);
    },
  };
  const device = { onLine: true, locks: undefined };
  vi.stubGlobal('window', { ...target, localStorage: local, sessionStorage: new MemoryStorage() });
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
  vi.stubGlobal('navigator', device);
  return {
    local,
    happens(type, event = {}) {
      for (const listener of listeners.get(type) ?? []) listener(event);
    },
    setOnline(online) {
      device.onLine = online;
      this.happens(online ? 'online' : 'offline');
    },
  };
}
