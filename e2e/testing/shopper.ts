/** A shopper with a browser: phone or desktop, in one language. */
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, expect, inject, onTestFinished } from 'vitest';

let connected: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject('browserEndpoint'));
  return connected;
}

afterAll(async () => {
  await (await connected)?.close();
  connected = undefined;
});

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

export type Shopper = {
  page: Page;
  context: BrowserContext;
  /** Opens a path of the shop, waits until the page is hydrated, and returns the document's HTTP status. */
  visit(path: string): Promise<number | undefined>;
  /** Waits until the page is idle and no request of it is in flight. */
  settle(): Promise<void>;
  /** Errors and warnings of the console. */
  complaints: string[];
};

export type ShopperOptions = {
  viewport?: { width: number; height: number };
  lang?: 'en' | 'zh';
  javaScript?: boolean;
  dark?: boolean;
  /** Replaces the browser's user agent. */
  userAgent?: string;
  /** Opens another shop than the shared one. */
  url?: string;
};

/** Opens a new browser context, with nothing stored. It is closed after the test. */
export async function newShopper(options: ShopperOptions = {}): Promise<Shopper> {
  const {
    viewport = PHONE,
    lang = 'en',
    javaScript = true,
    dark = false,
    userAgent,
    url = inject('storeUrl'),
  } = options;
  const context = await (await browser()).newContext({
    viewport,
    baseURL: url,
    javaScriptEnabled: javaScript,
    hasTouch: viewport.width < 640,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    userAgent,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    if (hasFailed) await page.screenshot({ path: `.cache/e2e/${task.id}.png` }).catch(() => {});
    await context.close();
  });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const inFlight = new Set<Request>();
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  return {
    page,
    context,
    complaints,
    async visit(path) {
      const address = new URL(path, url);
      if (lang === 'zh') address.searchParams.set('lang', 'zh');
      const response = await page.goto(address.pathname + address.search + address.hash);
      if (javaScript) await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      return response?.status();
    },
    async settle() {
      // What a response leads to has begun once the page is idle again.
      for (let quiet = 0; quiet < 2; quiet++) {
        await page.evaluate(renderAndRest);
        if (inFlight.size > 0) quiet = -1;
      }
    },
  };
}

/** Waits until the page has rendered twice and has nothing to do. Runs in the page. */
const renderAndRest = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
  });

/** Expects no console errors or warnings, except the browser's lines about responses of these statuses. */
export function expectQuiet(shopper: Shopper, refused: readonly number[] = []): void {
  const meant = (complaint: string) => refused.some((status) => complaint.includes(`a status of ${status} `));
  expect(shopper.complaints.filter((complaint) => !meant(complaint))).toEqual([]);
}
