/** docs/partners.md#2: "our mini-program page opens the site with an explicit query flag, confirmed by `my.getEnv`". */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCall, settings } from '../testing/api-responses.ts';
import type { MemoryStorage } from '../testing/memory-storage.ts';
import { type AppScript, BRIDGE_URL, confirmingApp, openDocument } from '../testing/mini-program.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const FLAGGED_URL = 'https://shop.test/products?sort=new&branch=tng';
const PLAIN_URL = 'https://shop.test/products?sort=new';
const MINI_PROGRAMS = [{ branch: 'tng', bridge_url: BRIDGE_URL }] as const;

type PageVisit = { session?: MemoryStorage; script?: AppScript; programs?: typeof settings.mini_programs };

/** Opens a document with fresh modules, as `entry-client.tsx` does. */
async function open(href: string, { session, script, programs = [...MINI_PROGRAMS] }: PageVisit = {}) {
  const page = openDocument({ href, session, script });
  vi.resetModules();
  const branch = await import('./branch.ts');
  const { connectBridge } = await import('./connect-bridge.ts');
  const { createQueryClient } = await import('../api/query-client.ts');
  const queries = createQueryClient(createCall({ 'content.settings': { ...settings, mini_programs: programs } }));
  const isReplaced = branch.readBranchFlag();
  return { ...page, ...branch, isReplaced, connect: () => connectBridge(queries, 'en') };
}

/** Opens a document, and connects it unless it is replaced. */
async function visit(href: string, options?: PageVisit) {
  const page = await open(href, options);
  return { ...page, bridge: page.isReplaced ? null : await page.connect() };
}

const listSessionKeys = (session: MemoryStorage) =>
  Array.from({ length: session.length }, (_, index) => session.key(index) ?? '');

test('a flag that the app confirms is the session’s branch', async () => {
  const page = await visit(FLAGGED_URL, { script: confirmingApp() });
  expect(page.bridge).not.toBeNull();
  expect(page.scripts).toEqual([BRIDGE_URL]);
  expect(page.readBranch()).toBe('tng');
  expect(page.platformOf(page.readBranch())).toBe('TNG');
});

test('an app that brought `my` before the page needs no script', async () => {
  const page = await open(FLAGGED_URL);
  window.my = confirmingApp();
  expect(await page.connect()).not.toBeNull();
  expect(page.scripts).toEqual([]);
  expect(page.readBranch()).toBe('tng');
});

describe('an ordinary browser: nothing remains', () => {
  test.each<[string, AppScript]>([
    ['the app says that the page is in no mini-program', { getEnv: (answer) => answer({ miniprogram: false }) }],
    ['the app answers in another form', { getEnv: (answer) => answer('yes') }],
    ['the script brings no `getEnv`', {}],
    ['the script does not load', 'missing'],
  ])('%s', async (_, script) => {
    const page = await visit(FLAGGED_URL, { script });
    expect(page.bridge).toBeNull();
    expect(page.readBranch()).toBeNull();
    expect(page.platformOf(page.readBranch())).toBe('web');
    expect(listSessionKeys(page.session)).toEqual([]);
  });

  test.each([
    ['without the flag', PLAIN_URL],
    ['with another flag', 'https://shop.test/?branch=gcash'],
  ])('%s no script is loaded', async (_, href) => {
    const page = await visit(href, { script: confirmingApp() });
    expect([page.bridge, page.readBranch(), page.scripts]).toEqual([null, null, []]);
  });

  test('a shop without a mini-program loads no script', async () => {
    const page = await visit(FLAGGED_URL, { script: confirmingApp(), programs: [] });
    expect([page.bridge, page.readBranch(), page.scripts]).toEqual([null, null, []]);
  });

  test.each<[string, AppScript]>([
    ['script', 'silent'],
    ['app', { getEnv: () => {} }],
  ])('a silent %s is waited for 3 s', async (_, script) => {
    const page = await open(FLAGGED_URL, { script });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connecting = page.connect();
    const onSettled = vi.fn();
    void connecting.then(onSettled);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(onSettled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await connecting).toBeNull();
    expect(page.readBranch()).toBeNull();
  });
});

describe('later documents of the session', () => {
  const createConfirmedSession = async () => (await visit(FLAGGED_URL, { script: confirmingApp() })).session;

  test('the branch counts from the first call on', async () => {
    const page = await visit(PLAIN_URL, { session: await createConfirmedSession() });
    expect(page.readBranch()).toBe('tng');
  });

  test('a document without the flag is opened again with it', async () => {
    const page = await visit(`${PLAIN_URL}#end`, { session: await createConfirmedSession() });
    expect(page.isReplaced).toBe(true);
    expect(page.replaced).toEqual([`${FLAGGED_URL}#end`]);
  });

  test('a flag that is lost on the way is not added again: no loop', async () => {
    const session = await createConfirmedSession();
    expect((await visit(PLAIN_URL, { session })).isReplaced).toBe(true);
    const reloadedPage = await visit(PLAIN_URL, { session });
    expect([reloadedPage.isReplaced, reloadedPage.replaced]).toEqual([false, []]);
  });

  test('every later reload finds the flag, once it has arrived before', async () => {
    const session = await createConfirmedSession();
    for (const _ of [1, 2]) {
      expect((await visit(PLAIN_URL, { session })).isReplaced).toBe(true);
      expect((await visit(FLAGGED_URL, { session, script: confirmingApp() })).bridge).not.toBeNull();
    }
  });

  test('a slow app does not end the branch; an app that denies it does', async () => {
    const session = await createConfirmedSession();
    const slowPage = await visit(FLAGGED_URL, { session, script: 'missing' });
    expect([slowPage.bridge, slowPage.readBranch()]).toEqual([null, 'tng']);
    const deniedPage = await visit(FLAGGED_URL, { session, script: {} });
    expect([deniedPage.bridge, deniedPage.readBranch()]).toEqual([null, null]);
    expect(listSessionKeys(session)).toEqual([]);
  });

  test('links to other documents carry the flag', async () => {
    const page = await visit(FLAGGED_URL, { script: confirmingApp() });
    expect(page.withBranchFlag('https://shop.test/checkout/web-payment?attempt=A1')).toBe(
      'https://shop.test/checkout/web-payment?attempt=A1&branch=tng',
    );
    const plainPage = await visit(PLAIN_URL);
    expect(plainPage.withBranchFlag('https://shop.test/checkout')).toBe('https://shop.test/checkout');
  });
});

test('a document has one bridge, and a failed connection is tried again', async () => {
  const page = await visit(FLAGGED_URL, { script: confirmingApp() });
  expect(await page.connect()).toBe(page.bridge);
  const failedPage = await visit(FLAGGED_URL, { script: 'missing' });
  expect(failedPage.bridge).toBeNull();
  window.my = confirmingApp();
  expect(await failedPage.connect()).not.toBeNull();
});
