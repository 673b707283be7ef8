/** The one browser of a test run; every shopper gets their own context in it. */
import { existsSync } from 'node:fs';
import { type BrowserServer, chromium } from 'playwright-core';

/** Returns the system's Chromium; undefined means the one that Playwright installed. */
function installedBrowser(): string | undefined {
  const known = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return known.find((path) => path !== undefined && existsSync(path));
}

export function launchBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({
    host: '127.0.0.1',
    executablePath: installedBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
