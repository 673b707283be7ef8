/** Finds Chromium for the browser tests, or installs it with the system's package manager. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findPinnedNode, ROOT } from './ready.mjs';

const BROWSER_PATHS = [
  process.env.CHROMIUM_PATH,
  // Needs about a fifth less processor time than the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Finds the browser's path; undefined if there is none. */
function findBrowser() {
  const playwrightPath = createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  return [...BROWSER_PATHS, playwrightPath].find((path) => path !== undefined && path !== '' && existsSync(path));
}

const run = (program, args) => spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;

const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Finds or installs a browser with Chinese fonts. Exits with an error if neither works. */
export function requireBrowser() {
  const browser = findBrowser();
  if (browser !== undefined) return browser;
  process.stdout.write('Installing a browser for the tests …\n');
  if (isDebianRoot()) {
    run('apt-get', ['update', '-qq']);
    const install = (browser) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-cjk']);
    // Ubuntu has no such package.
    if (!install('chromium-headless-shell')) install('chromium');
  } else {
    run(findPinnedNode(), [join(ROOT, 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']);
  }
  const installed = findBrowser();
  if (installed !== undefined) return installed;
  process.stderr.write('No browser could be installed; name one by CHROMIUM_PATH\n');
  return process.exit(1);
}
