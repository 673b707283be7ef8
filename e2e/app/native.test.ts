/**
 * The app's additions to the site, through Capacitor's own bridge: back button, updates, payments outside, the phone.
 */
import type { Lang } from '@shop/core/lang';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { newCustomer, PASSWORD, register, uniqueDigits } from '../testing/customer.ts';
import { addAndOpenCart, chooseSlot, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { type NativeApp, runApp } from '../testing/native-bridge.ts';
import { PAYMENT_WORDS, press, waitForGateway } from '../testing/online-payment.ts';
import { waitUntilOverlayEnteredHistory, waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { orderOnline } from '../testing/place-order.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir, type ShopProcess } from '../testing/store.ts';

const LANGS = ['en', 'zh'] as const;

const EXIT = { en: 'Press again to exit', zh: '再按一次退出' };

/** Waits until the app's part of the page has started. */
const waitUntilStarted = (app: NativeApp) => expect.poll(() => app.listensTo('App.backButton')).toBe(true);

/** Stops the page's clock, so that a warning does not expire before the next press. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

/** Time in ms of one frame, in which a warning appears. */
const FRAME_MS = 16;

/** Waits for the warning of a press while the page's clock is stopped. */
async function waitForWarning(page: Page, lang: Lang, place: Page | Locator = page): Promise<void> {
  const warning = place.getByRole('status').getByText(EXIT[lang]);
  const isShown = async () => {
    await page.clock.runFor(FRAME_MS);
    // An expired warning is for screen readers only, 1 px high.
    return warning.evaluateAll((boxes) => boxes.some((box) => box.clientHeight > 1));
  };
  await expect.poll(isShown).toBe(true);
}

test.each(['android', 'ios'] as const)('docs/spec.md §7: calls carry the device platform, %s', async (platform) => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const app = await runApp(page, { platform });
  const platforms = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().includes('/api/')) platforms.add(request.headers()['x-platform']);
  });
  await shopper.visit('/products?keyword=kaya');
  await waitUntilStarted(app);
  await shopper.settle();
  expect([...platforms]).toEqual([platform]);
  expectQuiet(shopper);
});

describe('tokens are in the system’s secure storage', () => {
  const readStoredTokens = (page: Page) =>
    page.evaluate(() => ['auth_token', 'guest_token'].map((key) => localStorage.getItem(key)));

  test('a customer stays signed in after the app was killed, and local storage has no token', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page, context } = shopper;
    const { email, token } = await register(shopper);
    const secrets = new Map<string, string>();
    const app = await runApp(page, { secrets });
    await shopper.visit('/signin');
    await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/signin');
    await expect.poll(() => app.calls('SecureStorage.internalSetItem').length).toBeGreaterThan(0);
    expect([...secrets.values()].some((each) => each.startsWith('c_') && each !== token)).toBe(true);
    expect(await readStoredTokens(page)).toEqual([null, null]);
    await page.close();
    const nextPage = await context.newPage();
    await runApp(nextPage, { secrets });
    await nextPage.goto('/my-account/orders');
    await nextPage.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    expect(await readStoredTokens(nextPage)).toEqual([null, null]);
    expectQuiet(shopper);
  });

  test('without it the app works as a browser does', async () => {
    const shopper = await newCustomer({ viewport: PHONE });
    const { page, complaints } = shopper;
    await runApp(page, { secrets: null });
    await shopper.visit('/my-account/orders');
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    expect((await readStoredTokens(page))[0]).toBe(shopper.token);
    expect(complaints).toEqual([expect.stringContaining('The secure storage is not available')]);
  });
});

test('a browser loads nothing of the app', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await shopper.visit('/');
  await shopper.settle();
  expect(files.filter((path) => /AppShell|capacitor/i.test(path))).toEqual([]);
  expect(await page.evaluate(() => 'Capacitor' in window)).toBe(false);
});

test.each(LANGS)(
  'docs/spec.md §8: Back closes a sheet, goes back, warns, and exits on the second press, in %s',
  async (lang) => {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page } = shopper;
    const app = await runApp(page);
    await page.clock.install();
    await shopper.visit('/');
    await waitUntilStarted(app);
    await page.getByRole('navigation').getByRole('button', { name: WORDS[lang].cart }).last().click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await waitUntilOverlayEnteredHistory(page);
    await app.pressBack();
    await drawer.waitFor({ state: 'hidden' });
    await waitUntilOverlayLeftHistory(page);
    expect(new URL(page.url()).pathname).toBe('/');

    await page
      .getByRole('navigation')
      .getByRole('link', { name: lang === 'en' ? 'Me' : '我的', exact: true })
      .click();
    await page.waitForURL((url) => url.pathname === '/signin');
    await shopper.settle();
    await app.pressBack();
    await page.waitForURL((url) => url.pathname === '/');
    // Wait for the end of the navigation, which would close the warning.
    await shopper.settle();

    await stopClock(page);
    await app.pressBack();
    await waitForWarning(page, lang);
    expect(app.calls('App.exitApp')).toEqual([]);
    await app.pressBack();
    await expect.poll(() => app.calls('App.exitApp').length).toBe(1);
    expectQuiet(shopper);
  },
);

test('a second press after 2 seconds warns again', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const app = await runApp(page);
  await page.clock.install();
  await shopper.visit('/');
  await waitUntilStarted(app);
  await shopper.settle();
  await stopClock(page);
  await app.pressBack();
  await waitForWarning(page, 'en');
  await page.clock.runFor(2_100);
  await app.pressBack();
  await waitForWarning(page, 'en');
  expect(app.calls('App.exitApp')).toEqual([]);
  await app.pressBack();
  await expect.poll(() => app.calls('App.exitApp').length).toBe(1);
});

describe('updates', () => {
  const UPDATE = {
    en: {
      required: 'Update the app to continue',
      offer: 'A new version is ready',
      now: 'Update now',
      later: 'Not now',
    },
    zh: { required: '请更新 App 后继续使用', offer: '新版本已推出', now: '立即更新', later: '以后再说' },
  };
  const LISTING = 'https://play.google.com/store/apps/details?id=example.sekampit.app';
  let store: ShopProcess;
  beforeAll(async () => {
    store = await openStore(copySeededDataDir(inject('seededDataDir')), {
      APP_MINIMUM_ANDROID: '1.0.0',
      APP_LATEST_ANDROID: '1.2.0',
      APP_STORE_ANDROID: LISTING,
    });
  });
  afterAll(async () => {
    await store.stop();
    removeDataDir(store.dataDir);
  });

  test.each(LANGS)('below the minimum version the app shows only the update, in %s', async (lang) => {
    const shopper = await newShopper({ viewport: PHONE, lang, url: store.url });
    const { page } = shopper;
    const app = await runApp(page, { version: '0.9.9' });
    await page.clock.install();
    await shopper.visit('/');
    const screen = page.getByRole('dialog', { name: UPDATE[lang].required });
    await screen.waitFor();
    expect(await findings(page)).toEqual([]);
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
    await expect.poll(() => screen.isVisible()).toBe(true);
    await screen.getByRole('link', { name: UPDATE[lang].now }).click();
    await expect.poll(() => app.calls('Browser.open')).toEqual([{ url: LISTING }]);
    await shopper.settle();
    await stopClock(page);
    await app.pressBack();
    await waitForWarning(page, lang, screen);
    await app.pressBack();
    await expect.poll(() => app.calls('App.exitApp').length).toBe(1);
    expectQuiet(shopper);
  });

  test.each(LANGS)('below the latest version the update is offered once a day, in %s', async (lang) => {
    const shopper = await newShopper({ viewport: PHONE, lang, url: store.url });
    const { page } = shopper;
    const app = await runApp(page, { version: '1.1' });
    await shopper.visit('/');
    const offer = page.getByRole('dialog', { name: UPDATE[lang].offer });
    await offer.getByText('1.2.0').waitFor();
    expect(await offer.getByRole('link', { name: UPDATE[lang].now }).getAttribute('href')).toBe(LISTING);
    expect(await findings(page)).toEqual([]);
    await offer.getByRole('button', { name: UPDATE[lang].later }).click();
    await offer.waitFor({ state: 'hidden' });
    await waitUntilOverlayLeftHistory(page);
    const readCount = app.calls('App.getInfo').length;
    await page.reload();
    await expect.poll(() => app.calls('App.getInfo').length).toBeGreaterThan(readCount);
    await shopper.settle();
    expect(await offer.count()).toBe(0);
    await page.evaluate(() => {
      const yesterday = Date.now() - 86_400_000;
      localStorage.setItem('app_update_dismissed', JSON.stringify({ version: 1, data: yesterday }));
    });
    await page.reload();
    await offer.waitFor();
    await expect.poll(() => app.listensTo('App.backButton')).toBe(true);
    await app.pressBack();
    await offer.waitFor({ state: 'hidden' });
    expectQuiet(shopper);
  });

  test('the latest version shows no update', async () => {
    const shopper = await newShopper({ viewport: PHONE, url: store.url });
    const app = await runApp(shopper.page, { version: '1.2.0' });
    await shopper.visit('/');
    await expect.poll(() => app.calls('App.getInfo').length).toBe(1);
    await shopper.settle();
    expect(await shopper.page.getByRole('dialog').count()).toBe(0);
    expectQuiet(shopper);
  });
});

describe('payments open outside the app (docs/partners.md#1.10)', () => {
  /** Pays in the browser that the app opened, closes it, and returns to the app. */
  async function payOutside({ context }: Shopper, app: NativeApp): Promise<void> {
    await expect.poll(() => app.calls('Browser.open').length).toBe(1);
    const [openCall] = app.calls('Browser.open');
    const url = String(openCall?.url);
    expect(url.startsWith(`${inject('storeUrl')}/checkout/web-payment?`)).toBe(true);
    const browser = await context.newPage();
    await browser.goto(url);
    await waitForGateway(browser);
    await press(browser, 'Pay');
    await browser.waitForURL('**/checkout/result?*');
    await browser.close();
    await app.emit('Browser.browserFinished');
  }

  const expectNoPaymentPage = (page: Page) => expect(page.url()).not.toContain('web-payment');

  test.each(LANGS)('an order is paid in the system’s browser while the app waits at it, in %s', async (lang) => {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page } = shopper;
    const app = await runApp(page);
    await addAndOpenCart(shopper, lang);
    await expect.poll(() => app.calls('Haptics.impact')).toEqual([{ style: 'LIGHT' }]);
    await enterAddress(page, lang);
    await chooseSlot(page, lang);
    await page.getByRole('radio', { name: PAYMENT_WORDS[lang].fpx }).check();
    await page.getByLabel(PAYMENT_WORDS[lang].bank).selectOption({ label: 'Maybank2u' });
    await page.getByRole('button', { name: WORDS[lang].place, disabled: false }).click();
    await page.getByRole('heading', { name: PAYMENT_WORDS[lang].unpaid }).waitFor();
    expectNoPaymentPage(page);
    await payOutside(shopper, app);
    await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
    expectQuiet(shopper);
  });

  test('an unpaid order is paid from its own page', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    const buyer = {
      recipient: 'Tan Mei Ling',
      email: `meiling-${uniqueDigits()}@example.com`,
      contact_number: '012-345 6789',
      street_address: '12, Jalan SS2/24',
    };
    const { order_number, view_token: token } = await orderOnline(page, buyer);
    const app = await runApp(page);
    await shopper.visit(`/track-order/view?order_number=${order_number}&token=${token}`);
    await waitUntilStarted(app);
    await press(page, PAYMENT_WORDS.en.now);
    await page.getByRole('dialog').getByRole('button', { name: PAYMENT_WORDS.en.pay }).click();
    await payOutside(shopper, app);
    await page.getByRole('heading', { level: 1, name: /^Pending · Arriv/ }).waitFor();
    expectNoPaymentPage(page);
    expect(await page.getByRole('button', { name: PAYMENT_WORDS.en.now }).count()).toBe(0);
    expectQuiet(shopper);
  });
});

describe('the phone', () => {
  test('links of other sites open outside the app; the shop’s own stay inside it', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    const app = await runApp(page);
    await shopper.visit('/brands');
    await waitUntilStarted(app);
    const followLink = (href: string, target = '') =>
      page.evaluate(
        ([address = '', window = '']) => {
          const link = Object.assign(document.createElement('a'), { href: address, target: window });
          document.body.append(link);
          link.click();
          link.remove();
        },
        [href, target],
      );
    await followLink('https://wa.me/60123456789');
    await followLink('/terms', '_blank');
    await expect
      .poll(() => app.calls('Browser.open').map(({ url }) => url))
      .toEqual(['https://wa.me/60123456789', `${inject('storeUrl')}/terms`]);
    expect(new URL(page.url()).pathname).toBe('/brands');
    expectQuiet(shopper);
  });

  test.each([
    ['shares', false],
    ['does nothing after the share sheet was closed', true],
  ])('the share button opens the phone’s sheet, and %s', async (_, cancelsShare) => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    const app = await runApp(page, { cancelsShare });
    await shopper.visit('/products/view?slug=nyonya-pot-pandan-kaya');
    await waitUntilStarted(app);
    await page.getByRole('button', { name: 'Share' }).click();
    const url = `${inject('storeUrl')}/products/view?slug=nyonya-pot-pandan-kaya`;
    await expect.poll(() => app.calls('Share.share')).toEqual([expect.objectContaining({ url })]);
    await shopper.settle();
    expect(await page.getByText(url).count()).toBe(0);
    expectQuiet(shopper);
  });

  test.each([
    [false, 'LIGHT'],
    [true, 'DARK'],
  ])('the status bar follows the theme: dark is %s', async (dark, style) => {
    const shopper = await newShopper({ viewport: PHONE, dark });
    const app = await runApp(shopper.page);
    await shopper.visit('/');
    await expect.poll(() => app.calls('StatusBar.setStyle')).toEqual([{ style }]);
    await shopper.page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' });
    await expect.poll(() => app.calls('StatusBar.setStyle').at(-1)).toEqual({ style: dark ? 'LIGHT' : 'DARK' });
    expectQuiet(shopper);
  });

  test('the bottom bar makes room for the keyboard', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    const app = await runApp(page);
    await shopper.visit('/');
    const bar = page.getByRole('navigation', { name: 'Main menu' });
    await expect.poll(() => app.listensTo('Keyboard.keyboardWillHide')).toBe(true);
    await app.emit('Keyboard.keyboardWillShow', { keyboardHeight: 300 });
    await bar.waitFor({ state: 'hidden' });
    await app.emit('Keyboard.keyboardWillHide');
    await bar.waitFor();
    expectQuiet(shopper);
  });
});
