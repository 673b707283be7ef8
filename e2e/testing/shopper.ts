/** A shopper with a browser: phone or desktop, in one language. */
import type { PageLocale } from '@shop/core/lang';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Disposable,
  type Page,
  type Request,
} from 'playwright-core';
import { afterAll, expect, inject, onTestFinished } from 'vitest';

/** Marks the demo's popup as closed, so that it does not open during a story. */
const CLOSED_POPUP = JSON.stringify({ version: 1, data: { day: '', closed: ['welcome-popup'] } });

const makeStoredState = (url: string) => ({
  cookies: [],
  origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'popups', value: CLOSED_POPUP }] }],
});

let browserConnection: Promise<Browser> | undefined;

/** Connects to the browser once for all files of this worker; the connection ends with it. */
function connectBrowser(): Promise<Browser> {
  browserConnection ??= chromium.connect(inject('browserEndpoint'));
  return browserConnection;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

export type Shopper = {
  page: Page;
  context: BrowserContext;
  /** Opens a path of the shop, waits until the page is hydrated, and returns the document's HTTP status. */
  visit(path: string): Promise<number | undefined>;
  /** Waits until the page is idle and no request of it is in flight: of a shopper with `watchesRequests`. */
  settle(): Promise<void>;
  /** Errors and warnings of the console. */
  complaints: string[];
};

export type ShopperOptions = {
  viewport?: { width: number; height: number };
  lang?: PageLocale;
  javaScript?: boolean;
  dark?: boolean;
  /** Replaces the browser's user agent. */
  userAgent?: string;
  /** Opens another shop than the shared one. */
  url?: string;
  /** Whether popup banners open. */
  popups?: boolean;
  /** Whether `settle` is used: events of requests take a tenth of the time of a page. */
  watchesRequests?: boolean;
  /** Whether nothing may be behind the first document in the history. */
  isNewPage?: boolean;
};

/** A browser context with its page. */
type Device = {
  context: BrowserContext;
  page: Page;
  /** Whether a test has changed the context or the page in a way that `emptyDevice` does not undo. */
  isChanged: boolean;
  /** Scripts and functions that a test has added to the page. */
  additions: Disposable[];
};

/**
 * Devices of finished tests by their options, with only a closed popup stored. Their pages stay open: a new one starts
 * a process and loads a hundred files, which takes twice the time of the page itself.
 */
const idleDevices = new Map<string, Device[]>();

/** A small text of the shop, where an idle page stays. */
const IDLE_PATH = '/robots.txt';

/** The events of a page that stories listen to. */
const PAGE_EVENTS = ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed'];

/** Passes the result of each call to `record`. */
function recordCalls<Target extends object>(
  target: Target,
  names: readonly (keyof Target)[],
  record: (result: unknown) => void,
): void {
  for (const name of names) {
    const method = target[name] as (...args: unknown[]) => unknown;
    const recordedMethod = (...args: unknown[]) => {
      const result = method.apply(target, args);
      record(result);
      return result;
    };
    Object.assign(target, { [name]: recordedMethod });
  }
}

/** Opens a page that notes what is added to it. */
async function openPage(device: Device): Promise<void> {
  const page = await device.context.newPage();
  device.page = page;
  device.additions = [];
  recordCalls(page, ['addInitScript', 'exposeBinding'], async (added) =>
    device.additions.push((await added) as Disposable),
  );
  recordCalls(page, ['emulateMedia'], () => {
    device.isChanged = true;
  });
}

/** Opens a context that notes its lasting changes. */
async function newDevice(options: BrowserContextOptions): Promise<Device> {
  const context = await (await connectBrowser()).newContext(options);
  // A busy machine fails no story: it may encode images for some seconds before a page is loaded.
  context.setDefaultTimeout(30_000);
  const device = { context, isChanged: false } as Device;
  await openPage(device);
  const recordChange = () => {
    device.isChanged = true;
  };
  recordCalls(context, ['addInitScript', 'grantPermissions', 'newCDPSession', 'route', 'setOffline'], recordChange);
  recordCalls(context.clock, ['install', 'setFixedTime'], recordChange);
  return device;
}

/** Empties a device for the next test; returns false if that is not possible, as after its shop has stopped. */
async function emptyDevice(device: Device, { viewport, baseURL = '' }: BrowserContextOptions): Promise<boolean> {
  const { context, isChanged } = device;
  if (isChanged) return false;
  for (const page of context.pages()) if (page !== device.page) await page.close();
  if (device.page.isClosed()) await openPage(device);
  const { page } = device;
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const addition of device.additions.splice(0)) await addition.dispose();
  const response = await page.goto(new URL(IDLE_PATH, baseURL).href).catch(() => null);
  if (response?.ok() !== true) return false;
  await context.clearCookies();
  await page.evaluate(async (popups) => {
    sessionStorage.clear();
    localStorage.clear();
    localStorage.setItem('popups', popups);
    for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
  }, CLOSED_POPUP);
  if (viewport) await page.setViewportSize(viewport);
  const session = await context.newCDPSession(page);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  // This session has changed nothing that lasts.
  device.isChanged = false;
  return true;
}

/** Empties the device of a passed test for the next one; closes it if that is not possible. */
async function putAside(device: Device, options: BrowserContextOptions): Promise<void> {
  if (!(await emptyDevice(device, options))) return device.context.close();
  const key = JSON.stringify(options);
  idleDevices.set(key, [...(idleDevices.get(key) ?? []), device]);
}

/** Saves a picture of the page if the running test fails. */
const savePictureOnFailure = (page: Page): void =>
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await page.screenshot({ path: `.cache/e2e/${task.id}.png` }).catch(() => {});
  });

/** Opens a shopper's device, with only a closed popup stored, for the running test. */
export async function newShopper(options: ShopperOptions = {}): Promise<Shopper> {
  const { shopper, leave } = await openShopper(options);
  onTestFinished(({ task }) => leave(task.result?.state === 'fail'));
  savePictureOnFailure(shopper.page);
  return shopper;
}

/**
 * Opens one page for all tests of a block, which only read: opening a page again takes a third of the time of a new
 * one. Returns the shopper with an empty console.
 */
export function sharedShopper(options: () => ShopperOptions): () => Promise<Shopper> {
  let openedShopper: Awaited<ReturnType<typeof openShopper>> | undefined;
  afterAll(() => openedShopper?.leave(true));
  return async () => {
    openedShopper ??= await openShopper(options());
    const { shopper } = openedShopper;
    savePictureOnFailure(shopper.page);
    shopper.complaints.length = 0;
    await shopper.page.setViewportSize(options().viewport ?? PHONE);
    return shopper;
  };
}

type OpenShopper = {
  shopper: Shopper;
  /** Ends the use of the device; closes it if it cannot be emptied, as after a failed test. */
  leave(mustClose: boolean): Promise<void>;
};

async function openShopper(options: ShopperOptions): Promise<OpenShopper> {
  const {
    viewport = PHONE,
    lang = 'en',
    javaScript = true,
    dark = false,
    userAgent,
    url = inject('storeUrl'),
    popups = false,
    watchesRequests = false,
    isNewPage = false,
  } = options;
  const contextOptions: BrowserContextOptions = {
    viewport,
    baseURL: url,
    javaScriptEnabled: javaScript,
    hasTouch: viewport.width < 640,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    userAgent,
    ...(!popups && { storageState: makeStoredState(url) }),
  };
  const device = idleDevices.get(JSON.stringify(contextOptions))?.pop() ?? (await newDevice(contextOptions));
  if (isNewPage) await device.page.close().then(() => openPage(device));
  const { context, page } = device;
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const inFlight = new Set<Request>();
  if (watchesRequests) {
    page.on('request', (request) => inFlight.add(request));
    page.on('requestfinished', (request) => inFlight.delete(request));
    page.on('requestfailed', (request) => inFlight.delete(request));
  }
  const shopper: Shopper = {
    page,
    context,
    complaints,
    async visit(path) {
      const address = new URL(path, url);
      if (lang !== 'en') address.searchParams.set('lang', lang);
      const response = await page.goto(address.pathname + address.search + address.hash);
      if (javaScript) await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      return response?.status();
    },
    async settle() {
      if (!watchesRequests) throw new Error('Only a shopper with `watchesRequests` settles');
      // Once the page is idle again, it has sent the requests that follow from a response.
      for (let idleRounds = 0; idleRounds < 2; idleRounds++) {
        await page.evaluate(waitUntilIdle);
        if (inFlight.size > 0) idleRounds = -1;
      }
    },
  };
  return {
    shopper,
    leave: (mustClose) => (mustClose || popups ? context.close() : putAside(device, contextOptions)),
  };
}

/** Waits until the page has rendered twice and has nothing to do. Runs in the page. */
const waitUntilIdle = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
  });

/** Expects no console errors or warnings, except the browser's lines about responses of these statuses. */
export function expectQuiet(shopper: Shopper, statuses: readonly number[] = []): void {
  const isExpected = (complaint: string) => statuses.some((status) => complaint.includes(`a status of ${status} `));
  expect(shopper.complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
}
