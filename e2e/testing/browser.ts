/** The one browser of a test run; every shopper gets their own context in it. */
import { existsSync } from 'node:fs';
import { type BrowserServer, chromium } from 'playwright-core';
import { filmBarcode } from './camera-picture.ts';

/** Returns the system's Chromium; undefined means the one that Playwright installed. */
function findInstalledBrowser(): string | undefined {
  const paths = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return paths.find((path) => path !== undefined && existsSync(path));
}

/** The features that Playwright disables: Chromium obeys only the last `--disable-features`, so ours repeats them. */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Renderers that no story looks at: two for the address bar's suggestions and a spare one. Each new context would start
 * all three, for more than half of the processor time of opening a page.
 */
const UNUSED_RENDERERS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

const DISABLE_FEATURES = '--disable-features=';

/** Throws if a new version of Playwright disables a feature that `DISABLED_BY_PLAYWRIGHT` lacks. */
function requirePlaywrightsFeatures(browser: BrowserServer): void {
  const switches = browser.process().spawnargs.filter((each) => each.startsWith(DISABLE_FEATURES));
  const features = switches.flatMap((each) => each.slice(DISABLE_FEATURES.length).split(','));
  const missingFeatures = features.filter((each) => ![...DISABLED_BY_PLAYWRIGHT, ...UNUSED_RENDERERS].includes(each));
  if (missingFeatures.length > 0)
    throw new Error(`Playwright disables ${missingFeatures.join(', ')} too: add them in e2e/testing/browser.ts`);
}

export async function launchBrowser(): Promise<BrowserServer> {
  const browser = await chromium.launchServer({
    host: '127.0.0.1',
    executablePath: findInstalledBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Each shopper prefers it. Without the switch a document that is left computes all its styles again.
      '--force-prefers-reduced-motion',
      // The camera, which every page may use: the headless browser cannot ask.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${filmBarcode()}`,
      `${DISABLE_FEATURES}${[...DISABLED_BY_PLAYWRIGHT, ...UNUSED_RENDERERS]}`,
    ],
  });
  requirePlaywrightsFeatures(browser);
  return browser;
}
