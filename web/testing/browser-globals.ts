/** Stubs the browser's globals that the client code uses, for tests without a browser. */
import { vi } from 'vitest';
import { MemoryStorage } from './memory-storage.ts';

export type BrowserGlobals = {
  local: MemoryStorage;
  /** Dispatches an event to the window and the document: `online`, `pagehide`, `storage`. */
  dispatch(type: string, event?: object): void;
  setOnline(online: boolean): void;
};

/** Stubs the globals until `vi.unstubAllGlobals`. Pass the same `local` to simulate another page load on one device. */
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
    dispatch(type, event = {}) {
      for (const listener of listeners.get(type) ?? []) listener(event);
    },
    setOnline(online) {
      device.onLine = online;
      this.dispatch(online ? 'online' : 'offline');
    },
  };
}
