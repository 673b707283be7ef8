/** A shopper with a browser: phone or desktop, in one language. */
import type { PageLocale } from '@shop/core/lang';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
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
  /** Waits until the page is idle and no request of it is in flight. */
  settle(): Promise<void>;
  /** Waits until no request of the page is in flight, also while the page's clock is stopped. */
  waitForResponses(): Promise<void>;
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
};

/** A browser context, and whether a test has changed it in a way that emptying its storage does not undo. */
type Device = { context: BrowserContext; isChanged: boolean };

/**
 * Devices of finished tests by their options, with only a closed popup stored. The files in their browser's cache
 * remain: a page that loads its hundred files again takes four times as long.
 */
const idleDevices = new Map<string, Device[]>();

/** Opens a context that notes its lasting changes. */
async function newDevice(options: BrowserContextOptions): Promise<Device> {
  const context = await (await connectBrowser()).newContext(options);
  // A busy machine fails no story: it may encode images for some seconds before a page is loaded.
  context.setDefaultTimeout(60_000);
  const device: Device = { context, isChanged: false };
  const recordCalls = <Target extends object>(target: Target, name: keyof Target) => {
    const method = target[name] as (...args: unknown[]) => unknown;
    const recordedMethod = (...args: unknown[]) => {
      device.isChanged = true;
      return method.apply(target, args);
    };
    Object.assign(target, { [name]: recordedMethod });
  };
  for (const name of ['addInitScript', 'grantPermissions', 'route', 'setOffline'] as const) recordCalls(context, name);
  for (const name of ['install', 'setFixedTime'] as const) recordCalls(context.clock, name);
  return device;
}

/** Empties the device of a passed test for the next one; closes it if that is not possible. */
async function putAside(device: Device, key: string, url: string): Promise<void> {
  const { context, isChanged } = device;
  if (isChanged) return context.close();
  for (const page of context.pages()) await page.close();
  await context.setStorageState(makeStoredState(url));
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
  const key = JSON.stringify(contextOptions);
  const device = idleDevices.get(key)?.pop() ?? (await newDevice(contextOptions));
  const { context } = device;
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const inFlight = new Set<Request>();
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
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
      // Once the page is idle again, it has sent the requests that follow from a response.
      for (let idleRounds = 0; idleRounds < 2; idleRounds++) {
        await page.evaluate(waitUntilIdle);
        if (inFlight.size > 0) idleRounds = -1;
      }
    },
    waitForResponses: () => expect.poll(() => inFlight.size).toBe(0),
  };
  return { shopper, leave: (mustClose) => (mustClose || popups ? context.close() : putAside(device, key, url)) };
}

/** Waits until the page has rendered twice and has nothing to do. Runs in the page. */
const waitUntilIdle = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
  });

/** Sets the clock of pages that open later ahead. Playwright's clock would also replace `performance`. */
export const setClockAhead = ({ context }: Shopper, ms: number) =>
  context.addInitScript((offset) => {
    const readClock = Date.now;
    Date.now = () => readClock() + offset;
  }, ms);

/** Expects no console errors or warnings, except the browser's lines about responses of these statuses. */
export function expectQuiet(shopper: Shopper, statuses: readonly number[] = []): void {
  const isExpected = (complaint: string) => statuses.some((status) => complaint.includes(`a status of ${status} `));
  expect(shopper.complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
}
