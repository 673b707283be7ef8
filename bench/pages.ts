/** Measures pages as on a phone: a slow processor and network, an empty cache (medians of three), then Lighthouse. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onClone } from './databases.ts';
import { LOST_TRACE, runLighthouse } from './lighthouse.ts';
import { startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, median, type ReportRow, reportProgress } from './report.ts';
import { fetchJson } from './shoppers.ts';

const SHOP_PORT = 3572;
const PRODUCT_COUNT = 1_000;
const VISITS_PER_PAGE = 3;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const PROCESSOR_SLOWDOWN = 4;
const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 150;
/** Wait for late shifts and paints after the page has loaded. */
const SETTLE_MS = 2_000;

const BROWSER_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Metrics of one visit. */
type Vitals = { largestPaint: number; shift: number; blocked: number; kilobytes: number };

/** Runs first in the page: records the browser's metrics. */
function recordVitals(): void {
  const vitals = { largestPaint: 0, shift: 0, blocked: 0 };
  let window = { value: 0, first: 0, last: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue;
      // Shifts count by windows of at most five seconds with gaps below one; the worst window is the score.
      const joins = entry.startTime - window.last < 1_000 && entry.startTime - window.first < 5_000;
      window = joins
        ? { ...window, value: window.value + entry.value, last: entry.startTime }
        : { value: entry.value, first: entry.startTime, last: entry.startTime };
      vitals.shift = Math.max(vitals.shift, window.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.blocked += Math.max(0, entry.duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  Object.assign(globalThis, { benchSeen: vitals });
}

async function throttle(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  return () => bytes;
}

async function measureVisit(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const countBytes = await throttle(page);
    await page.addInitScript(recordVitals);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE_MS);
    const seen = await page.evaluate(() => Reflect.get(globalThis, 'benchSeen') as Omit<Vitals, 'kilobytes'>);
    return { ...seen, kilobytes: countBytes() / 1024 };
  } finally {
    await context.close();
  }
}

const findBrowserPath = () =>
  [process.env.CHROMIUM_PATH, ...BROWSER_PATHS].find((each) => each !== undefined && existsSync(each)) ??
  chromium.executablePath();

async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
}

async function measureRows(browser: Browser, name: string, url: string): Promise<ReportRow[]> {
  // A first visit is not counted: the server draws pictures and renders the page.
  await measureVisit(browser, url);
  const all: Vitals[] = [];
  for (let i = 0; i < VISITS_PER_PAGE; i++) all.push(await measureVisit(browser, url));
  const medianOf = (key: keyof Vitals) => median(all.map((vitals) => vitals[key]));
  return [
    makeLimitRow(`${name}, largest contentful paint`, medianOf('largestPaint') / 1000, 1.5, 's', 2),
    makeLimitRow(`${name}, layout shift`, medianOf('shift'), 0.02, '', 3),
    makePlainRow(`${name}, blocked by long tasks`, `${Math.round(medianOf('blocked'))} ms`),
    makePlainRow(`${name}, received`, `${Math.round(medianOf('kilobytes'))} KB`),
  ];
}

async function measureLighthouse(name: string, url: string): Promise<ReportRow[]> {
  const scores = await runLighthouse(url, findBrowserPath());
  const what = `${name}, Lighthouse (mobile)`;
  const target = '≥ 95';
  if (scores === null) return [{ what, measured: `no result: ${LOST_TRACE}`, target, met: null }];
  const { performance, largestPaintMs, blockedMs, repeated } = scores;
  const parts = [`LCP ${(largestPaintMs / 1000).toFixed(1)} s`, `blocked ${Math.round(blockedMs)} ms`];
  if (repeated > 0) parts.push(`${repeated} ${repeated === 1 ? 'run' : 'runs'} repeated`);
  return [{ what, measured: `${performance} (${parts.join(', ')})`, target, met: performance >= 95 }];
}

/** Visits home, list, product, the store locator, a store and the FAQ. */
export function measurePages(fresh: boolean): Promise<ReportRow[]> {
  return onClone(PRODUCT_COUNT, fresh, async (url) => {
    const shop = await startShop(url, SHOP_PORT);
    const browser = await openBrowser();
    try {
      const [product, store] = await Promise.all([
        fetchJson(SHOP_PORT, '/api/products?limit=1'),
        fetchJson(SHOP_PORT, '/api/shops?limit=1'),
      ]);
      const origin = `http://localhost:${SHOP_PORT}`;
      const pages = [
        ['Home', `${origin}/`],
        ['List', `${origin}/products`],
        ['Product', `${origin}/products/view?slug=${product.data[0].slug}`],
        ['Stores', `${origin}/stores`],
        ['A store', `${origin}/stores/${store.data[0].id}`],
        ['FAQ', `${origin}/faq`],
      ] as const;
      const rows: ReportRow[] = [];
      for (const [name, address] of pages) {
        reportProgress(`  ${name}`);
        rows.push(...(await measureRows(browser, name, address)), ...(await measureLighthouse(name, address)));
      }
      return rows;
    } finally {
      await browser.close();
      await shop.stop();
    }
  });
}
