/** Tracking: nothing without a setting or before consent, then events in each tracker's own protocol. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress } from '../testing/guest-checkout.ts';
import { orderByFpx, PAYMENT_WORDS, press, waitForGateway } from '../testing/online-payment.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir, type ShopProcess } from '../testing/store.ts';
import { openTrackerHosts, type TrackerHosts } from '../testing/tracker-hosts.ts';

const CRACKLE = '/products/view?slug=krupkrap-cassava-crackle-sambal';
const KAYA = '/products/view?slug=nyonya-pot-pandan-kaya';

let hosts: TrackerHosts;
let store: ShopProcess;
beforeAll(async () => {
  hosts = await openTrackerHosts();
  store = await openStore(copySeededDataDir(inject('seededDataDir')), hosts.env);
});
afterAll(async () => {
  await store.stop();
  removeDataDir(store.dataDir);
  hosts.stop();
});

const NOTICE = 'May our partners measure your visit?';
const locateNotice = ({ page }: Shopper) => page.getByRole('region', { name: NOTICE });
const listNamesFrom = (from: number) =>
  hosts.commands.slice(from).map(({ tracker, command }) => `${tracker} ${command[0]} ${command[1]}`);

test('queues events until consent, then sends them in each tracker’s protocol', async () => {
  const shopper = await newShopper({ url: store.url, viewport: DESKTOP });
  const { page } = shopper;
  const [fetchedBefore, sentBefore] = [hosts.fetched.length, hosts.commands.length];
  await shopper.visit(`${CRACKLE}&utm_source=mail`);
  await locateNotice(shopper).waitFor();
  expect(hosts.fetched.length).toBe(fetchedBefore);

  await page
    .getByRole('button', { name: /^Add · RM/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor();
  expect(hosts.fetched.length).toBe(fetchedBefore);

  await locateNotice(shopper).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => listNamesFrom(sentBefore).length).toBeGreaterThanOrEqual(10);
  expect(listNamesFrom(sentBefore)).toEqual(
    expect.arrayContaining([
      'meta init 123456789012345',
      'meta track ViewContent',
      'meta track AddToCart',
      'ga4 config G-TEST1234',
      'ga4 event view_item',
      'ga4 event add_to_cart',
      'tiktok track ViewContent',
      'tiktok track AddToCart',
    ]),
  );
  const listCommands = (tracker: string, event: string) =>
    hosts.commands.slice(sentBefore).filter((each) => each.tracker === tracker && each.command[1] === event);
  const [meta] = listCommands('meta', 'AddToCart');
  const [ga4] = listCommands('ga4', 'add_to_cart');
  const [tiktok] = listCommands('tiktok', 'AddToCart');
  const product = await (await fetch(`${store.url}/api/products/krupkrap-cassava-crackle-sambal`)).json();
  const id = `${product.id}-${product.variation_options[0].id}`;
  const price = meta?.command[2] instanceof Object && 'value' in meta.command[2] ? meta.command[2].value : null;
  expect(price).toBeTypeOf('number');
  expect(meta?.command.slice(2)).toEqual([
    { content_ids: [id], content_type: 'product', contents: [{ id, quantity: 1 }], value: price, currency: 'MYR' },
    { eventID: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
  expect(ga4?.command[2]).toMatchObject({
    currency: 'MYR',
    value: price,
    items: [{ item_id: id, price, quantity: 1 }],
    page_location: `${store.url}${CRACKLE}`,
  });
  expect(tiktok?.command.slice(2)).toEqual([
    {
      contents: [expect.objectContaining({ content_id: id, content_type: 'product', quantity: 1, price })],
      value: price,
      currency: 'MYR',
    },
    // All trackers get the same event id, so that reports can be deduplicated.
    { event_id: Object(meta?.command[3]).eventID },
  ]);
  // docs/spec.md §3 "tracked item types product/product_group": viewed as a group, added as one variation.
  expect(listCommands('meta', 'ViewContent').map(({ command }) => command[2])).toMatchObject([
    { content_ids: [product.id], content_type: 'product_group' },
  ]);
  expect(hosts.commands.slice(sentBefore).some(({ command }) => command.includes('PageView'))).toBe(false);
  expectQuiet(shopper);

  // The next visit shows no consent notice and sends events at once.
  const countBefore = hosts.commands.length;
  await shopper.visit(KAYA);
  await expect.poll(() => listNamesFrom(countBefore)).toContain('meta track ViewContent');
  expect(await locateNotice(shopper).count()).toBe(0);
});

test('loads nothing after a refusal; the footer changes the decision', async () => {
  const shopper = await newShopper({ url: store.url, viewport: PHONE });
  const { page } = shopper;
  const before = hosts.fetched.length;
  await shopper.visit(CRACKLE);
  await locateNotice(shopper).getByRole('button', { name: 'Decline' }).click();
  await locateNotice(shopper).waitFor({ state: 'detached' });
  await shopper.visit(KAYA);
  expect(await locateNotice(shopper).count()).toBe(0);
  expect(hosts.fetched.length).toBe(before);

  await page.getByRole('button', { name: 'Tracking settings' }).click();
  await expect.poll(() => locateNotice(shopper).evaluate((section) => section === document.activeElement)).toBe(true);
  await locateNotice(shopper).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tracking settings');
  await shopper.visit(CRACKLE);
  await expect.poll(() => hosts.fetched.length).toBe(before + 3);

  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the trackers set theirs
    document.cookie = '_fbp=fb.1.1; path=/';
  });
  await page.getByRole('button', { name: 'Tracking settings' }).click();
  const loadEvent = page.waitForEvent('load');
  await locateNotice(shopper).getByRole('button', { name: 'Decline' }).click();
  await loadEvent;
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => [document.cookie, Reflect.get(window, 'fbq')])).toEqual(['', undefined]);
  expectQuiet(shopper);
});

test('reports the checkout, the payment method and the order, each once, without the order’s token', async () => {
  const shopper = await newShopper({ url: store.url, viewport: PHONE });
  const { page } = shopper;
  await shopper.visit(KAYA);
  await locateNotice(shopper).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => page.evaluate(() => typeof Reflect.get(window, 'fbq'))).toBe('function');
  const before = hosts.commands.length;
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en');
  await chooseSlot(page, 'en');
  await confirmOrder(page, 'en');
  const listNames = () => listNamesFrom(before);
  await expect
    .poll(listNames)
    .toEqual(expect.arrayContaining(['meta track Purchase', 'ga4 event purchase', 'tiktok track Purchase']));
  // A reload shows the same order, which has already been reported.
  await page.reload();
  await page.getByRole('heading', { name: 'Order received' }).waitFor();
  await page.getByRole('link', { name: 'Continue shopping' }).click();
  await page.getByRole('heading', { name: 'Shop by aisle' }).waitFor();
  for (const name of ['InitiateCheckout', 'AddPaymentInfo', 'Purchase']) {
    expect(listNames().filter((each) => each === `meta track ${name}`)).toHaveLength(1);
  }
  for (const name of ['begin_checkout', 'add_payment_info', 'purchase']) {
    expect(listNames().filter((each) => each === `ga4 event ${name}`)).toHaveLength(1);
  }
  const purchase = hosts.commands.slice(before).find(({ command }) => command[1] === 'purchase');
  expect(purchase?.command[2]).toMatchObject({ value: 6.9, currency: 'MYR', transaction_id: expect.any(String) });
  expect(JSON.stringify(hosts.commands.slice(before))).not.toContain('token=');
});

test('reports an order paid online once, when the server says that it is paid', async () => {
  const shopper = await newShopper({ url: store.url, viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit(KAYA);
  await locateNotice(shopper).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => page.evaluate(() => typeof Reflect.get(window, 'fbq'))).toBe('function');
  const before = hosts.commands.length;
  const listPurchases = () => listNamesFrom(before).filter((name) => /purchase/i.test(name));
  const { order_number, token } = await orderByFpx(shopper, 'en');
  // The browser's return from the gateway does not count as a purchase.
  await page.goto(`/checkout/callback?order_number=${order_number}&token=${token}&Status=1`);
  await page.getByRole('heading', { name: 'Checking your payment' }).waitFor();
  await page.goto(`/checkout/result?order_number=${order_number}&token=${token}`);
  await page.getByRole('heading', { name: PAYMENT_WORDS.en.unpaid }).waitFor();
  await shopper.visit(KAYA);
  await expect.poll(() => listNamesFrom(before)).toContain('ga4 event add_payment_info');
  expect(listPurchases()).toEqual([]);
  await page.goto(`/checkout/result?order_number=${order_number}&token=${token}`);
  await press(page, PAYMENT_WORDS.en.now);
  await page.getByRole('dialog').getByRole('radio', { name: PAYMENT_WORDS.en.fpx }).check();
  await page.getByRole('dialog').getByRole('button', { name: PAYMENT_WORDS.en.pay }).click();
  await waitForGateway(page);
  await press(page, 'Pay, the notice arrives three times');
  await page.getByRole('heading', { name: 'Order received' }).waitFor();
  // Nothing is sent from a page with the order's token; a reload before the next page loses nothing.
  await page.reload();
  const continueShopping = async () => {
    await page.getByRole('heading', { name: 'Order received' }).waitFor();
    await page.getByRole('link', { name: 'Continue shopping' }).click();
    await page.getByRole('heading', { name: 'Shop by aisle' }).waitFor();
  };
  await continueShopping();
  await expect.poll(() => listPurchases().length).toBe(3);
  await page.goto(`/checkout/callback?order_number=${order_number}&token=${token}`);
  await continueShopping();
  const countBefore = hosts.commands.length;
  await shopper.visit(CRACKLE);
  await expect.poll(() => listNamesFrom(countBefore)).toContain('meta track ViewContent');
  expect(listPurchases().toSorted()).toEqual(['ga4 event purchase', 'meta track Purchase', 'tiktok track Purchase']);
  expect(JSON.stringify(hosts.commands.slice(before))).not.toContain('token=');
});

test('sends nothing from an order’s page: "No PII in parameters or page URLs (… tokens are not)" (docs/partners.md#8)', async () => {
  const shopper = await newShopper({ url: store.url });
  await shopper.visit(CRACKLE);
  await locateNotice(shopper).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => shopper.page.evaluate(() => typeof Reflect.get(window, 'fbq'))).toBe('function');
  const before = hosts.commands.length;
  await shopper.visit('/track-order/view?order_number=AAAA1111&token=secret');
  // The next page's referrer must not contain the token.
  await shopper.page.evaluate((to) => window.location.assign(to), KAYA);
  await shopper.page.waitForURL(`**${KAYA}`);
  await shopper.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await shopper.visit(KAYA);
  await expect.poll(() => hosts.commands.length).toBeGreaterThan(before);
  expect(JSON.stringify(hosts.commands)).not.toContain('secret');
});

test('asks for consent in Chinese, by keyboard, with equal buttons', async () => {
  const shopper = await newShopper({ url: store.url, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/');
  const consent = page.getByRole('region', { name: '允许合作伙伴统计您的浏览记录吗？' });
  await consent.waitFor();
  const [yes, no] = [consent.getByRole('button', { name: '同意' }), consent.getByRole('button', { name: '拒绝' })];
  expect(await yes.getAttribute('class')).toBe(await no.getAttribute('class'));
  await no.focus();
  await page.keyboard.press('Enter');
  await consent.waitFor({ state: 'detached' });
});

test('shows no notice and loads nothing without trackers, and the policy allows no other host', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const response = await page.goto(CRACKLE);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await shopper.settle();
  expect(await locateNotice(shopper).count()).toBe(0);
  expect(requestedPaths.filter((path) => /Trackers|pixel|ga4/.test(path))).toEqual([]);
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self';");
});
