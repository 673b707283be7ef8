/** Tests the app without a connection: the catalogue last seen, the cart and the member card (docs/readings.md#78). */
import { LANGS, type Lang } from '@shop/core/lang';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp, SHELL_ORIGIN, SHOP_ORIGIN } from '../testing/app-site.ts';
import { findings } from '../testing/axe.ts';
import { register } from '../testing/customer.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { type NativeApp, runApp } from '../testing/native-bridge.ts';
import { waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const KAYA = 'nyonya-pot-pandan-kaya';
const PRODUCT = `/products/view?slug=${KAYA}`;

const TEXTS = {
  en: {
    kaya: /Pandan Kaya/,
    bar: 'You’re offline. Prices may have changed.',
    unseenTitle: 'You’re offline',
    unseen: 'This page is not on your phone yet. It opens as soon as you’re back online.',
    retry: 'Try again',
    unseenPart: 'You’re offline, and this was not saved before. It loads once you’re back online.',
    increase: /^One more of/,
    connect: 'Connect to the internet to check out.',
    checkout: /^Checkout needs a connection/,
    code: 'Show my code',
    valid: /this is your last code, valid until \d+:\d\d.[ap]m\./,
    expired: /this code was valid until 1 Feb 2026, 8:05.pm/,
  },
  zh: {
    kaya: /咖椰|Kaya/,
    bar: '您已离线，价格可能有变动',
    unseenTitle: '网络已断开',
    unseen: '手机上还没有此页面的内容，恢复联网后会自动打开。',
    retry: '重试',
    unseenPart: '您已离线，这部分之前没有保存，恢复联网后会自动加载。',
    increase: /加一件$/,
    connect: '请先联网再结账。',
    checkout: /^结账需要联网/,
    code: '出示会员码',
    valid: /这是上次的会员码，有效至(凌晨|上午|中午|下午|晚上)\d+:\d\d。/,
    expired: /已于2026年2月1日 晚上8:05过期/,
  },
} as const;

const site = buildApp();
afterAll(() => site.remove());

type Phone = Shopper & {
  /** The system's secure storage, which outlives a run of the app. */
  secrets: Map<string, string>;
  network: { isDown: boolean };
};

/** Creates a phone with the app; for a customer, with the token of an earlier run. */
async function newPhone(lang: Lang, customer: { token: string } | null = null): Promise<Phone> {
  const shopper = await newShopper({ viewport: PHONE, lang, url: SHELL_ORIGIN });
  const { token } = customer ?? {};
  if (token !== undefined) await shopper.page.addInitScript((each) => localStorage.setItem('auth_token', each), token);
  return { ...shopper, secrets: new Map(), network: { isDown: false } };
}

async function registerCustomer(): Promise<{ token: string }> {
  const shopper = await newShopper();
  return register(shopper);
}

/** Drops requests in flight, before the app's page is closed. */
async function abandonRequests(page: Page): Promise<void> {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function killApp(page: Page): Promise<void> {
  await abandonRequests(page);
  await page.close();
}

/** Starts the app, whose files are on the phone, in a page. */
async function startApp({ secrets, network }: Phone, page: Page, lang: Lang): Promise<NativeApp> {
  const app = await runApp(page, { secrets });
  onTestFinished(() => abandonRequests(page));
  await site.serve(page, inject('storeUrl'));
  await page.route(`${SHOP_ORIGIN}/**`, (route) =>
    network.isDown ? route.abort('internetdisconnected') : route.fallback(),
  );
  await page.goto(lang === 'en' ? '/' : '/?lang=zh');
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
  return app;
}

async function setNetwork({ context, network }: Phone, isUp: boolean): Promise<void> {
  network.isDown = !isUp;
  await context.setOffline(!isUp);
}

const open = (app: NativeApp, path: string) => app.openLink(`${SHOP_ORIGIN}${path}`);

type StoredCopy = { key: string; scope: string };

/** Lists the copies that are stored for use without a connection. */
const readCopies = (page: Page): Promise<StoredCopy[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('offline');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const database = request.result;
          const copiesRequest = database.transaction('copies').objectStore('copies').getAll();
          copiesRequest.onsuccess = () => {
            database.close();
            resolve(copiesRequest.result.map(({ key, scope }) => ({ key, scope })));
          };
        };
      }),
  );

const expectCopy = (page: Page, part: string) =>
  expect.poll(async () => (await readCopies(page)).some(({ key }) => key.includes(part))).toBe(true);

/** Opens a product in the app, so that it is stored, adds it to the cart, and kills the app. */
async function seeProductAndKill(phone: Phone, lang: Lang): Promise<void> {
  const { page } = phone;
  const app = await startApp(phone, page, lang);
  await open(app, PRODUCT);
  await page.getByRole('heading', { level: 1, name: TEXTS[lang].kaya }).waitFor();
  const cartUpdate = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: WORDS[lang].add }).first().click();
  await cartUpdate;
  await expectCopy(page, KAYA);
  await phone.settle();
  await killApp(page);
}

describe.each(LANGS)('in %s', (lang) => {
  const text = TEXTS[lang];

  test('an app that starts without a network shows what was seen before, and the cart, whose changes are sent later', async () => {
    const phone = await newPhone(lang);
    await seeProductAndKill(phone, lang);
    await setNetwork(phone, false);
    const page = await phone.context.newPage();
    const app = await startApp(phone, page, lang);
    const bar = page.getByRole('status').filter({ hasText: text.bar });
    await bar.waitFor();
    await page.getByRole('main').getByRole('article').first().waitFor();
    await open(app, PRODUCT);
    await page.getByRole('heading', { level: 1, name: text.kaya }).waitFor();
    expect(await bar.isVisible()).toBe(true);
    expect(await findings(page)).toEqual([]);

    await page.getByRole('button', { name: WORDS[lang].cart }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { name: /\b1\b/ }).waitFor();
    await drawer.getByRole('button', { name: text.increase }).first().click();
    await drawer.getByRole('heading', { name: /\b2\b/ }).waitFor();
    await drawer.getByText(text.connect).waitFor();
    expect(await findings(page)).toEqual([]);
    await app.pressBack();
    await drawer.waitFor({ state: 'hidden' });
    await waitUntilOverlayLeftHistory(page);

    await open(app, '/checkout');
    await page.getByRole('status').filter({ hasText: text.checkout }).waitFor();
    // The step's own entry takes the page's place in the history.
    await expect.poll(() => page.evaluate(() => window.history.state?.usr?.step)).toBe(1);
    await open(app, '/brands');
    await page.getByRole('alert').filter({ hasText: text.unseenPart }).waitFor();
    await page.getByRole('alert').getByRole('button', { name: text.retry }).click();
    await page.getByRole('alert').filter({ hasText: text.unseenPart }).waitFor();

    const cartRequest = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().includes('/api/cart'),
    );
    await setNetwork(phone, true);
    await page
      .getByRole('link', { name: /Nyonya Pot/ })
      .first()
      .waitFor();
    expect((await cartRequest).postDataJSON().items).toEqual([expect.objectContaining({ quantity: 2 })]);
    await bar.waitFor({ state: 'hidden' });
  });

  test('a product that was never seen says so, with a retry, and comes with the network', async () => {
    const phone = await newPhone(lang);
    const { page } = phone;
    const app = await startApp(phone, page, lang);
    await page.getByRole('main').getByRole('article').first().waitFor();
    await phone.settle();
    await setNetwork(phone, false);
    await open(app, PRODUCT);
    const title = page.getByRole('heading', { level: 1, name: text.unseenTitle });
    await title.waitFor();
    await page.getByText(text.unseen).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: text.retry }).click();
    await title.waitFor();
    await setNetwork(phone, true);
    await page.getByRole('heading', { level: 1, name: text.kaya }).waitFor();
  });

  test('the member card shows its last code and until when it is valid', async () => {
    const phone = await newPhone(lang, await registerCustomer());
    const { page } = phone;
    const app = await startApp(phone, page, lang);
    await open(app, '/kk-coins');
    await page.getByRole('button', { name: text.code }).click();
    await page.getByRole('dialog').locator('bdi').waitFor();
    await expectCopy(page, 'content.settings');
    /** Changes the expiry of the stored card. Returns the code that an open card shows at that moment. */
    const setExpiry = (each: Page, expires_at: string) =>
      each.evaluate((value) => {
        const card = JSON.parse(localStorage.getItem('member_card') ?? '');
        card.data.expires_at = value;
        localStorage.setItem('member_card', JSON.stringify(card));
        return document.querySelector('dialog bdi')?.textContent;
      }, expires_at);
    await phone.settle();
    // Without a network no other code follows, and this one is extended to last for the story.
    await setNetwork(phone, false);
    await phone.settle();
    const code = await setExpiry(page, new Date(Date.now() + 600_000).toISOString());
    await killApp(page);

    const nextPage = await phone.context.newPage();
    const laterApp = await startApp(phone, nextPage, lang);
    await open(laterApp, '/kk-coins');
    await nextPage.getByRole('button', { name: text.code }).click();
    const dialog = nextPage.getByRole('dialog');
    await dialog.getByText(text.valid).waitFor();
    expect(await dialog.locator('bdi').textContent()).toBe(code);
    expect(await findings(nextPage)).toEqual([]);
    await laterApp.pressBack();
    await dialog.waitFor({ state: 'detached' });
    await waitUntilOverlayLeftHistory(nextPage);
    await setExpiry(nextPage, '2026-02-01T12:05:00.000Z');
    await nextPage.getByRole('button', { name: text.code }).click();
    await dialog.getByText(text.expired).waitFor();
  });
});

test('what was seen before is requested again once the shop responds, though the device was never offline', async () => {
  const phone = await newPhone('en');
  await seeProductAndKill(phone, 'en');
  const page = await phone.context.newPage();
  const app = await startApp(phone, page, 'en');
  phone.network.isDown = true;
  await open(app, PRODUCT);
  await page.getByRole('heading', { level: 1, name: TEXTS.en.kaya }).waitFor();
  const bar = page.getByRole('status').filter({ hasText: TEXTS.en.bar });
  await bar.waitFor();
  const productResponse = page.waitForResponse((response) => response.url().includes(`/api/products/${KAYA}`));
  phone.network.isDown = false;
  expect((await productResponse).status()).toBe(200);
  await bar.waitFor({ state: 'hidden' });
});

test('signing out deletes what the customer saw, and nothing personal is stored', async () => {
  const phone = await newPhone('en', await registerCustomer());
  const { page } = phone;
  const app = await startApp(phone, page, 'en');
  await open(app, '/my-account/orders');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await open(app, PRODUCT);
  await expectCopy(page, KAYA);
  const copies = await readCopies(page);
  expect(copies.every(({ scope }) => scope.startsWith('customer:'))).toBe(true);
  const modules = new Set(copies.map(({ key }) => String(JSON.parse(key)[0]).replace(/\..*/, '')));
  expect([...modules].filter((name) => !['catalog', 'content', 'stores', 'app'].includes(name))).toEqual([]);
  await open(app, '/logout');
  await page.waitForURL('**/logout');
  await expect.poll(async () => (await readCopies(page)).filter(({ scope }) => scope !== 'guest')).toEqual([]);
  expectQuiet(phone);
});

test('a browser stores no pages', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  await shopper.visit('/');
  await shopper.settle();
  expect(await shopper.page.evaluate(() => indexedDB.databases())).toEqual([]);
});
