import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BrowserGlobals, stubBrowser } from '../../testing/browser-globals.ts';
import { type CartServer, createTestLine, openCartServer } from '../../testing/cart-server.ts';
import type { MemoryStorage } from '../../testing/memory-storage.ts';

let server: CartServer;
let browser: BrowserGlobals;
let stopPage: () => void = () => {};

beforeEach(async () => {
  server = await openCartServer();
  vi.stubEnv('VITE_API_HOST', server.url);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  stopPage();
  stopPage = () => {};
  await server.close();
  // Lets requests in flight end before the next test.
  await waitAWhile();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Waits for the network until a condition is true. The timers of the client are faked. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !isTrue(); turn += 1) await new Promise((next) => setImmediate(next));
  expect(isTrue()).toBe(true);
}

/** Waits longer than a request takes, to show that none was sent. */
async function waitAWhile(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next));
}

/** Opens a page with fresh modules and the device's storage, and requests the cart. */
async function openPage(device?: MemoryStorage) {
  stopPage();
  browser = stubBrowser(device);
  vi.resetModules();
  const { api } = await import('../../api/api.ts');
  const { createQueryClient } = await import('../../api/query-client.ts');
  const { createT } = await import('../../i18n/MessagesProvider.tsx');
  const { en } = await import('../../i18n/en/bundles/all.ts');
  const { startCart } = await import('./LazyCart.tsx');
  const { cart } = await import('../cart-actions.ts');
  const { useCart } = await import('../use-cart.ts');
  const { cartStore, clearNotes, readServerCart } = await import('./cart-store.ts');
  const { useToasts } = await import('../../ui/toasts/toast.ts');
  const queries = createQueryClient(api);
  const toasts: [text: string, duration: number][] = [];
  useToasts.subscribe(({ current }) => current !== null && toasts.push([current.text, current.duration]));
  stopPage = startCart({ queries, lang: 'en', t: createT('en', en) });
  const confirmedCart = () => readServerCart(queries, 'en');
  return {
    toasts,
    confirmedCart,
    modifiedItems: () => cartStore.getState().modifiedItems,
    notes: () => cartStore.getState().notes.map(({ message }) => message),
    clearNotes,
    /** Quantities in the visible cart, by id. */
    quantities: () =>
      Object.fromEntries((useCart.getState().cart?.items ?? []).map(({ id, quantity }) => [id, quantity])),
    add: cart.add,
    setQuantity: (id: string, quantity: number) => cart.update({ id }, { quantity }),
    send: cart.send,
    waitForCart: () => waitUntil(() => confirmedCart() !== undefined),
  };
}

const updatedText = 'Successfully updated cart item(s)';

describe('docs/spec.md §9 "Cart update debounce 1500 ms"', () => {
  test('shows changes at once and sends them together, 1500 ms after the last one', async () => {
    const page = await openPage();
    await page.waitForCart();
    await page.add(createTestLine('1'), 1);
    await page.add(createTestLine('2'), 1);
    vi.advanceTimersByTime(1_400);
    await page.add(createTestLine('1'), 1);
    expect(page.quantities()).toEqual({ 1: 2, 2: 1 });
    vi.advanceTimersByTime(1_499);
    await waitAWhile();
    expect(server.updates).toEqual([]);

    vi.advanceTimersByTime(1);
    await waitUntil(() => page.modifiedItems().length === 0);
    expect(server.updates.map(({ items }) => items)).toEqual([
      [
        { id: '1', quantity: 2, checkout: true },
        { id: '2', quantity: 1, checkout: true },
      ],
    ]);
    expect(page.toasts).toEqual([[updatedText, 1_500]]);
    expect(page.quantities()).toEqual({ 1: 2, 2: 1 });
  });

  test('docs/spec.md §7: "afterwards the cart is refreshed"', async () => {
    const page = await openPage();
    await page.waitForCart();
    await page.add(createTestLine('1'), 1);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => server.requests.length === 3);
    expect(server.requests).toEqual(['GET /api/cart', 'PUT /api/cart', 'GET /api/cart']);
  });

  test('docs/spec.md §7: "a guest token is obtained first"', async () => {
    const page = await openPage();
    await page.add(createTestLine('1'), 1);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => server.updates.length === 1);
    expect(server.updates[0]?.token).toBe('guest-token-1');
    expect(browser.local.getItem('guest_token')).toBe('guest-token-1');
    expect(server.requests.filter((each) => each === 'GET /api/cart')).toHaveLength(1);
  });
});

describe('With an update in flight', () => {
  test('sends later changes in the next update, and the first response does not undo them', async () => {
    const page = await openPage();
    await page.waitForCart();
    let release = () => {};
    server.updateGate = new Promise((resolve) => {
      release = resolve;
    });
    await page.add(createTestLine('1'), 1);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => server.updates.length === 1);

    await page.setQuantity('1', 5);
    vi.advanceTimersByTime(1_500);
    await waitAWhile();
    expect(server.updates).toHaveLength(1);

    server.updateGate = null;
    release();
    await waitUntil(() => server.updates.length === 2);
    expect(page.quantities()).toEqual({ 1: 5 });
    await waitUntil(() => page.modifiedItems().length === 0);
    expect(server.updates[1]?.items).toEqual([{ id: '1', quantity: 5, checkout: true }]);
    expect(page.quantities()).toEqual({ 1: 5 });
  });
});

describe('docs/spec.md §8 on cart updates', () => {
  const bulkyError = 'An order can take at most 2 BULKY items';

  test('"where the first error contains \'bulky\' (any case): show that error and refresh the cart"', async () => {
    const page = await openPage();
    await page.waitForCart();
    server.answers = [{ success: false, errors: [bulkyError, 'Item sold out'] }];
    await page.add(createTestLine('1'), 1);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => server.requests.length === 3);
    expect(page.toasts).toEqual([[bulkyError, 8_000]]);
    expect(server.updates).toHaveLength(1);
    expect(page.quantities()).toEqual({});
  });

  test('treats bulky in a later error as any other failure', async () => {
    const page = await openPage();
    await page.waitForCart();
    server.answers = [
      { success: false, errors: ['Item sold out', bulkyError] },
      { success: false, errors: ['Item sold out', bulkyError] },
    ];
    await page.add(createTestLine('1'), 1);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => page.toasts.length === 1);
    expect(page.toasts).toEqual([['Failed to update cart', 2_000]]);
  });

  test.each([
    ['refused lines', { success: false, errors: ['Item sold out'] } as const],
    ['a server that fails', { status: 500 } as const],
    ['no answer', 'no answer' as const],
  ])(
    '"Other update-cart failure: retry once; if it fails again show \'Failed to update cart\'": %s',
    async (_, answer) => {
      const page = await openPage();
      await page.waitForCart();
      server.answers = [answer, answer];
      await page.add(createTestLine('1'), 1);
      vi.advanceTimersByTime(1_500);
      await waitUntil(() => server.requests.length === 4);
      expect(server.updates[0]?.items).toEqual(server.updates[1]?.items);
      expect(server.requests.at(-1)).toBe('GET /api/cart');
      await waitUntil(() => page.modifiedItems().length === 0);
      expect(page.toasts).toEqual([['Failed to update cart', 2_000]]);
      expect(page.quantities()).toEqual({});
    },
  );

  test('reports success if the retry succeeds', async () => {
    const page = await openPage();
    await page.waitForCart();
    server.answers = [{ status: 503 }];
    await page.add(createTestLine('1'), 1);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => page.toasts.length === 1);
    expect(page.toasts).toEqual([[updatedText, 1_500]]);
    expect(page.quantities()).toEqual({ 1: 1 });
  });
});

describe('docs/spec.md §5 "Adding quantity to cart"', () => {
  test('sends nothing that the limits refuse', async () => {
    const page = await openPage();
    await page.waitForCart();
    const limitedLine = { ...createTestLine('1'), max_sale_qty: 2 };
    expect(await page.add(limitedLine, 2)).toBeNull();
    expect(await page.add(limitedLine, 1)).toEqual({ code: 'cart.max_quantity', params: { max: 2 } });
    expect(page.quantities()).toEqual({ 1: 2 });
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => server.updates.length === 1);
    expect(server.updates[0]?.items[0]?.quantity).toBe(2);
  });
});

describe('Without a connection (docs/ux.md#rule-38)', () => {
  test('sends waiting changes on reconnection', async () => {
    const page = await openPage();
    await page.waitForCart();
    browser.setOnline(false);
    await page.add(createTestLine('1'), 3);
    vi.advanceTimersByTime(60_000);
    await waitAWhile();
    expect(server.updates).toEqual([]);
    expect(page.toasts).toEqual([]);
    expect(page.quantities()).toEqual({ 1: 3 });

    browser.setOnline(true);
    await waitUntil(() => page.modifiedItems().length === 0);
    expect(server.quantities.get('1')).toBe(3);
  });
});

test('docs/security.md#c28 "cart edits kept through a 30 s outage": keeps changes through an outage and reports it once', async () => {
  const page = await openPage();
  await page.waitForCart();
  server.isUnreachable = true;
  await page.add(createTestLine('1'), 3);
  vi.advanceTimersByTime(1_500);
  const before = server.requests.length;
  for (let tries = 1; tries <= 6; tries++) {
    // Each try sends the update twice, and requests the cart.
    await waitUntil(() => server.requests.length === before + 3 * tries);
    await waitAWhile();
    vi.advanceTimersByTime(5_000);
  }
  expect(page.toasts).toEqual([['Failed to update cart', 2_000]]);
  expect(page.quantities()).toEqual({ 1: 3 });

  await waitUntil(() => server.requests.length === before + 21);
  server.isUnreachable = false;
  await waitAWhile();
  vi.advanceTimersByTime(5_000);
  await waitUntil(() => page.modifiedItems().length === 0);
  expect(server.quantities.get('1')).toBe(3);
  expect(page.toasts.at(-1)).toEqual([updatedText, 1_500]);
});

describe('The stored cart (docs/spec.md §3 "Local persisted keys": cart)', () => {
  test('survives a reload before the update is sent', async () => {
    const page = await openPage();
    await page.waitForCart();
    await page.add(createTestLine('1'), 2);
    const reloadedPage = await openPage(browser.local);
    expect(reloadedPage.quantities()).toEqual({ 1: 2 });
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => reloadedPage.modifiedItems().length === 0);
    expect(server.quantities.get('1')).toBe(2);
  });

  test('sends changes as the page is left, and the next page does not send them again', async () => {
    const page = await openPage();
    await page.waitForCart();
    await page.add(createTestLine('1'), 2);
    browser.dispatch('pagehide');
    await waitUntil(() => server.quantities.get('1') === 2);
    const nextPage = await openPage(browser.local);
    await waitUntil(() => nextPage.modifiedItems().length === 0);
    vi.advanceTimersByTime(1_500);
    await waitAWhile();
    expect(server.updates).toHaveLength(1);
    expect(nextPage.toasts).toEqual([]);
    expect(nextPage.quantities()).toEqual({ 1: 2 });
  });

  test('contains what was added as the page was left, though the first cart has not come', async () => {
    let respond = () => {};
    server.cartGate = new Promise((resolve) => {
      respond = resolve;
    });
    const page = await openPage();
    const adding = page.add(createTestLine('1'), 2);
    await waitAWhile();
    expect(page.modifiedItems()).toEqual([]);
    browser.dispatch('pagehide');
    await adding;
    const nextPage = await openPage(browser.local);
    expect(nextPage.quantities()).toEqual({ 1: 2 });
    respond();
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => server.quantities.get('1') === 2);
  });

  test('is visible without a connection', async () => {
    server.quantities.set('1', 4);
    const page = await openPage();
    await page.waitForCart();
    await waitUntil(() => browser.local.getItem('cart') !== null);
    const device = browser.local;
    await server.close();
    const laterPage = await openPage(device);
    browser.setOnline(false);
    expect(laterPage.quantities()).toEqual({ 1: 4 });
  });

  test('keeps the server’s notes through a reload, until they are read', async () => {
    server.quantities.set('1', 5);
    const message = 'Only 5 left, quantity reduced';
    server.changes = [{ id: '1', variation_option_id: null, field: 'stock', old: 7, new: 5, message }];
    const page = await openPage();
    await page.waitForCart();
    expect(page.notes()).toEqual([message]);
    const reloadedPage = await openPage(browser.local);
    await reloadedPage.waitForCart();
    expect(reloadedPage.notes()).toEqual([message]);
    reloadedPage.clearNotes();
    const laterPage = await openPage(browser.local);
    expect(laterPage.notes()).toEqual([]);
  });

  test('ignores the cart of another token', async () => {
    const page = await openPage();
    await page.waitForCart();
    await page.add(createTestLine('1'), 2);
    browser.local.setItem('guest_token', 'another-guest');
    const otherPage = await openPage(browser.local);
    expect(otherPage.quantities()).toEqual({});
    expect(otherPage.modifiedItems()).toEqual([]);
  });

  test.each(['garbage', '{"version":1,"data":{"scope":"guest:"}}', '{"version":0,"data":null}'])(
    'ignores an invalid value: %s',
    async (text) => {
      browser = stubBrowser();
      browser.local.setItem('cart', text);
      const page = await openPage(browser.local);
      expect(page.quantities()).toEqual({});
      await page.waitForCart();
      expect(await page.add(createTestLine('1'), 1)).toBeNull();
    },
  );

  test('follows another tab through the storage event', async () => {
    const first = await openPage();
    await first.waitForCart();
    const device = browser.local;
    const before = device.getItem('cart');
    await first.add(createTestLine('1'), 2);
    const changedCart = device.getItem('cart');

    // The second tab opened before the change.
    if (before !== null) device.setItem('cart', before);
    const second = await openPage(device);
    await second.waitForCart();
    expect(second.quantities()).toEqual({});
    device.setItem('cart', changedCart ?? '');
    browser.dispatch('storage', { key: 'cart' });
    expect(second.quantities()).toEqual({ 1: 2 });
    await second.setQuantity('1', 3);
    vi.advanceTimersByTime(1_500);
    await waitUntil(() => second.modifiedItems().length === 0);
    expect(server.quantities.get('1')).toBe(3);
  });
});

test('sends at once for the checkout', async () => {
  const page = await openPage();
  await page.waitForCart();
  await page.add(createTestLine('1'), 2);
  expect(await page.send()).toBe(true);
  expect(server.quantities.get('1')).toBe(2);
});
