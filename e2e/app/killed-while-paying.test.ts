/**
 * The app is killed while an order is paid in the system's browser: its next start leads to that order
 * (docs/readings.md#77).
 */
import { LANGS, type Lang } from '@shop/core/lang';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { newCustomer, uniqueDigits } from '../testing/customer.ts';
import { addAndOpenCart, chooseSlot, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { runApp } from '../testing/native-bridge.ts';
import { PAYMENT_WORDS, press, waitForGateway } from '../testing/online-payment.ts';
import { waitUntilOverlayEnteredHistory, waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { orderOnline } from '../testing/place-order.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const newBuyer = () => ({
  recipient: 'Tan Mei Ling',
  email: `meiling-${uniqueDigits()}@example.com`,
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
});

const readStoredPayment = (page: Page) => page.evaluate(() => localStorage.getItem('payment_outside'));

type StartedPayment = { order_number: string; url: string; secrets: Map<string, string> };

/** Opens the payment of an unpaid order outside the app, and kills the app. */
async function payAndKill(shopper: Shopper & { token?: string }, lang: Lang): Promise<StartedPayment> {
  const { page } = shopper;
  const { order_number, view_token } = await orderOnline(page, newBuyer(), { lang, token: shopper.token });
  const secrets = new Map<string, string>();
  const app = await runApp(page, { secrets });
  await shopper.visit(`/track-order/view?order_number=${order_number}&token=${view_token}`);
  await expect.poll(() => app.listensTo('App.resume')).toBe(true);
  await press(page, PAYMENT_WORDS[lang].now);
  await page.getByRole('dialog').getByRole('button', { name: PAYMENT_WORDS[lang].pay }).click();
  await expect.poll(() => app.calls('Browser.open').length).toBe(1);
  await page.close();
  return { order_number, secrets, url: String(app.calls('Browser.open')[0]?.url) };
}

/** Ends the payment in the system's browser, which outlives the app, by a button of the gateway. */
async function endAtBank({ context }: Shopper, url: string, button: string): Promise<void> {
  const browser = await context.newPage();
  await browser.goto(url);
  await waitForGateway(browser);
  await press(browser, button);
  await browser.waitForURL('**/checkout/result?*');
  await browser.close();
}

/** Starts the app by its icon. */
async function startApp({ context }: Shopper, lang: Lang, secrets: Map<string, string>, launchLink?: string) {
  const page = await context.newPage();
  const app = await runApp(page, { secrets, ...(launchLink !== undefined && { launchLink }) });
  await page.goto(lang === 'en' ? '/' : '/?lang=zh');
  await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
  return { page, app };
}

const waitForOrder = (page: Page, order_number: string) =>
  page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === '/checkout/result' && searchParams.get('order_number') === order_number,
  );

describe.each(LANGS)('in %s', (lang) => {
  test.each([
    ['a guest’s paid order', 'guest', 'Pay', WORDS[lang].received],
    ['a guest’s order that the bank refused', 'guest', 'Let the bank refuse', PAYMENT_WORDS[lang].failed],
    ['a guest’s order that is not paid yet', 'guest', null, PAYMENT_WORDS[lang].unpaid],
    ['a customer’s paid order', 'customer', 'Pay', WORDS[lang].received],
  ] as const)('the app starts at %s, once', async (_, who, button, heading) => {
    const options = { viewport: PHONE, lang };
    const shopper = who === 'guest' ? await newShopper(options) : await newCustomer(options);
    const { order_number, secrets, url } = await payAndKill(shopper, lang);
    if (button !== null) await endAtBank(shopper, url, button);
    const { page, app } = await startApp(shopper, lang, secrets);
    await waitForOrder(page, order_number);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await readStoredPayment(page)).toBeNull();
    if (who === 'customer') {
      // After the first order a customer is offered push notifications, which Back closes first.
      const offer = page.getByRole('dialog');
      await offer.waitFor();
      await waitUntilOverlayEnteredHistory(page);
      await app.pressBack();
      await offer.waitFor({ state: 'hidden' });
      await waitUntilOverlayLeftHistory(page);
    }
    await app.pressBack();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.close();
    const laterRun = await startApp(shopper, lang, secrets);
    expect(new URL(laterRun.page.url()).pathname).toBe('/');
    expectQuiet(shopper);
  });
});

test('an order from the checkout, whose page the app still showed', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const secrets = new Map<string, string>();
  const app = await runApp(page, { secrets });
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en');
  await chooseSlot(page, 'en');
  await page.getByRole('radio', { name: PAYMENT_WORDS.en.fpx }).check();
  await page.getByLabel(PAYMENT_WORDS.en.bank).selectOption({ label: 'Maybank2u' });
  await page.getByRole('button', { name: WORDS.en.place, disabled: false }).click();
  await expect.poll(() => app.calls('Browser.open').length).toBe(1);
  const url = String(app.calls('Browser.open')[0]?.url);
  await page.close();
  await endAtBank(shopper, url, 'Pay');
  const nextRun = await startApp(shopper, 'en', secrets);
  await waitForOrder(nextRun.page, new URL(url).searchParams.get('order_number') ?? '');
  await nextRun.page.getByRole('heading', { level: 1, name: WORDS.en.received }).waitFor();
  expectQuiet(shopper);
});

test('a link that starts the app goes first; the order waits for the next start', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { order_number, secrets } = await payAndKill(shopper, 'en');
  const { page } = await startApp(shopper, 'en', secrets, 'sekampit://product/nyonya-pot-pandan-kaya');
  await page.waitForURL('**/products/view?slug=nyonya-pot-pandan-kaya');
  await page.close();
  const nextRun = await startApp(shopper, 'en', secrets);
  await waitForOrder(nextRun.page, order_number);
});

test.each([
  ['forgets a payment that succeeded', 'Pay', null],
  ['forgets a payment that the bank refused', 'Let the bank refuse', null],
  ['remembers one whose result is not known', null, expect.stringContaining('order_number')],
])('an app that comes to the front again %s', async (_, button, storedPayment) => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const { order_number, view_token } = await orderOnline(page, newBuyer());
  const app = await runApp(page);
  await shopper.visit(`/track-order/view?order_number=${order_number}&token=${view_token}`);
  await expect.poll(() => app.listensTo('App.resume')).toBe(true);
  await press(page, PAYMENT_WORDS.en.now);
  await page.getByRole('dialog').getByRole('button', { name: PAYMENT_WORDS.en.pay }).click();
  await expect.poll(() => app.calls('Browser.open').length).toBe(1);
  if (button !== null) await endAtBank(shopper, String(app.calls('Browser.open')[0]?.url), button);
  const orderResponse = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/order');
  await app.emit('App.resume');
  await orderResponse;
  await shopper.settle();
  await expect.poll(() => readStoredPayment(page)).toEqual(storedPayment);
  expectQuiet(shopper);
});

test('signing out forgets the order', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { secrets } = await payAndKill(shopper, 'en');
  const { page } = await startApp(shopper, 'en', secrets, `${inject('storeUrl')}/logout`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL('**/logout');
  await expect.poll(() => readStoredPayment(page)).toBeNull();
});
