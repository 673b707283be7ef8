/** Stubs a document inside a partner's app, for tests without a browser. */
import { vi } from 'vitest';
import type { HostApp } from '../mini-program/host-app.ts';
import { stubBrowser } from './browser-globals.ts';
import { MemoryStorage } from './memory-storage.ts';

/** The app's script: brings `my`, does not load, or never responds. */
export type AppScript = HostApp | 'missing' | 'silent';

type DocumentOptions = {
  href: string;
  /** The tab's session; pass the same one to simulate another document of the tab. */
  session?: MemoryStorage;
  script?: AppScript;
};

type Script = { src: string; onload: () => void; onerror: () => void };

export const BRIDGE_URL = 'https://appx.example/web-view.min.js';

/** `replaced` lists the addresses that replaced the document, `scripts` those of loaded scripts. */
export type StubbedDocument = { session: MemoryStorage; replaced: string[]; scripts: string[] };

/** Stubs an opened document until `vi.unstubAllGlobals`. */
export function openDocument({
  href,
  session = new MemoryStorage(),
  script = 'missing',
}: DocumentOptions): StubbedDocument {
  stubBrowser();
  const page: StubbedDocument = { session, replaced: [], scripts: [] };
  Object.assign(window, {
    sessionStorage: session,
    location: { href, replace: (address: string) => page.replaced.push(address) },
  });
  Object.assign(document, {
    createElement: () => ({}),
    head: {
      append({ src, onload, onerror }: Script) {
        page.scripts.push(src);
        if (script === 'silent') return;
        if (script === 'missing') return queueMicrotask(onerror);
        window.my = script;
        queueMicrotask(onload);
      },
    },
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return page;
}

/** Returns an app that confirms that the page is in its mini-program; its `my` also has the functions of `extra`. */
export const confirmingApp = (extra: HostApp = {}): HostApp => ({
  getEnv: (answer) => answer({ miniprogram: true }),
  ...extra,
});
