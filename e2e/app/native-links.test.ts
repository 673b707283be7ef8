/** Links that open the app, through Capacitor's own bridge (docs/spec.md §2 "Deep links", §3, §4). */
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { newCustomer } from '../testing/customer.ts';
import { runApp } from '../testing/native-bridge.ts';
import { expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from '../testing/store.ts';

const KAYA = 'nyonya-pot-pandan-kaya';
const LANGS = ['en', 'zh'] as const;

/** Reads path and query of the page, without its language. */
function readAddress(page: Page): string {
  const { pathname, searchParams } = new URL(page.url());
  searchParams.delete('lang');
  return `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`;
}

const expectAddress = (page: Page, address: string) => expect.poll(() => readAddress(page)).toBe(address);

const LINKS = [
  [
    'a product of the scheme',
    `sekampit://product/${KAYA}?utm_source=mail`,
    `/products/view?slug=${KAYA}&utm_source=mail`,
  ],
  ['a store of the scheme, in its second spelling', 'sekampit:///store/KTN01?x=1', '/stores/KTN01?x=1'],
  ['anything else of the scheme', 'sekampit:/anything/else?x=1', '/?x=1'],
  ['a universal link', '{shop}/products?keyword=kaya', '/products?keyword=kaya'],
] as const;

const fillLink = (link: string) => link.replace('{shop}', inject('storeUrl'));

describe.each(LANGS)('in %s', (lang) => {
  test.each(LINKS)('%s starts the app on its page, once, with home behind it', async (_, link, address) => {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page } = shopper;
    const app = await runApp(page, { launchLink: fillLink(link) });
    await shopper.visit('/');
    await expectAddress(page, address);
    expect(new URL(page.url()).searchParams.get('lang')).toBe(lang === 'en' ? null : lang);
    await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
    await app.pressBack();
    await expectAddress(page, '/');
    // A later document of the same run does not follow the link again.
    const readCount = app.calls('App.getInfo').length;
    await page.reload();
    await expect.poll(() => app.calls('App.getInfo').length).toBeGreaterThan(readCount);
    await shopper.settle();
    expect(readAddress(page)).toBe('/');
    expectQuiet(shopper);
  });
});

test('a link opens its page while the app runs, each time it is tapped', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const app = await runApp(page, { platform: 'ios' });
  await shopper.visit('/brands');
  await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
  for (let tap = 0; tap < 2; tap++) {
    await app.openLink(fillLink('{shop}/best-sellers'));
    await expectAddress(page, '/best-sellers');
    await page.goBack();
    await expectAddress(page, '/brands');
  }
  expectQuiet(shopper);
});

test('a link to a page of My Account: a customer sees it, a guest signs in first', async () => {
  const link = fillLink('{shop}/my-account/orders');
  const customer = await newCustomer({ viewport: PHONE });
  await runApp(customer.page, { launchLink: link });
  await customer.visit('/');
  await expectAddress(customer.page, '/my-account/orders');
  await customer.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  const guest = await newShopper({ viewport: PHONE });
  await runApp(guest.page, { launchLink: link });
  await guest.visit('/');
  await expect.poll(() => readAddress(guest.page)).not.toBe('/');
  await guest.page.getByRole('textbox', { name: 'Password' }).waitFor();
});

test('docs/spec.md §8: a link that leads nowhere in the shop is only logged', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const app = await runApp(page);
  await shopper.visit('/brands');
  await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
  const hostileLinks = [
    'https://evil.example/products',
    'sekampit://product/..%2fcheckout',
    'javascript:alert(1)',
    `${inject('storeUrl').replace('//', '//user:pass@')}/cart`,
    `sekampit://product/${'a'.repeat(3_000)}`,
  ];
  for (const link of hostileLinks) await app.openLink(link);
  await expect.poll(() => shopper.complaints.length).toBe(hostileLinks.length);
  expect(shopper.complaints.every((each) => each.startsWith('Ignored a link'))).toBe(true);
  expect(Math.max(...shopper.complaints.map(({ length }) => length))).toBeLessThan(300);
  expect(readAddress(page)).toBe('/brands');
  expect(app.calls('Browser.open')).toEqual([]);
});

test('docs/spec.md §2 "the custom app scheme": a shop whose app has another scheme opens links of that one', async () => {
  const store = await openStore(copySeededDataDir(inject('seededDataDir')), { APP_SCHEME: 'kedai-kita' });
  onTestFinished(async () => {
    await store.stop();
    removeDataDir(store.dataDir);
  });
  const shopper = await newShopper({ viewport: PHONE, url: store.url });
  const { page } = shopper;
  const app = await runApp(page, { launchLink: `kedai-kita://product/${KAYA}` });
  await shopper.visit('/');
  await expectAddress(page, `/products/view?slug=${KAYA}`);
  await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
  await app.openLink('sekampit://store/KTN01');
  await expect.poll(() => shopper.complaints).toEqual([expect.stringMatching(/^Ignored a link/)]);
  await app.openLink('kedai-kita://store/KTN01');
  await expectAddress(page, '/stores/KTN01');
});

describe('a store’s referral in a link (docs/spec.md §2 "once per session")', () => {
  const REFERRAL = 'sekampit:///?ref=store&ref_id=SS2&ref_token=t0k3n';

  test('is stored, and leads a guest to sign up once', async () => {
    const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
    const { page } = shopper;
    const app = await runApp(page, { launchLink: REFERRAL });
    await shopper.visit('/');
    await expectAddress(page, '/signup');
    expect(await page.evaluate(() => localStorage.getItem('store_referral'))).toContain('t0k3n');
    await app.openLink(fillLink('{shop}/brands?ref=store&ref_id=SS2&ref_token=t0k3n'));
    await page.waitForURL((url) => url.pathname === '/brands');
    await shopper.settle();
    expect(new URL(page.url()).pathname).toBe('/brands');
    expectQuiet(shopper);
  });

  test('leads a customer home', async () => {
    const shopper = await newCustomer({ viewport: PHONE });
    const { page } = shopper;
    const app = await runApp(page);
    await shopper.visit('/brands');
    await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
    await app.openLink(fillLink('{shop}/best-sellers?ref=store&ref_id=SS2&ref_token=t0k3n'));
    await expectAddress(page, '/');
    expectQuiet(shopper);
  });
});

describe('docs/spec.md §4: "First-time native open: is_first_time_open defaults to true"', () => {
  const readFirstOpenState = (page: Page) =>
    page.evaluate(() => ['is_first_time_open', 'deferred_deep_link'].map((key) => localStorage.getItem(key)));

  test.each(LANGS)(
    'a guest’s first open verifies the session, and follows the link that comes back once, in %s',
    async (lang) => {
      const shopper = await newShopper({ viewport: PHONE, lang });
      const { page, context } = shopper;
      const app = await runApp(page, { platform: 'ios', isFirstOpen: true });
      await shopper.visit('/');
      const url = `${inject('storeUrl')}/api/deferred-deeplink?type=02${lang === 'en' ? '' : '&lang=zh'}`;
      await expect.poll(() => app.calls('Browser.open')).toEqual([{ url }]);
      expect(await readFirstOpenState(page)).toEqual([expect.stringContaining('false'), null]);
      // Opens the page that the browser shows, and reads the link that the shopper taps on it.
      const { token } = await (
        await page.request.post('/api/deferred-deeplink', { data: { url: `/products/view?slug=${KAYA}` } })
      ).json();
      const browser = await context.newPage();
      await browser.goto(`${url}&token=${token}`);
      const appLink = await browser.getByRole('main').getByRole('link').last().getAttribute('href');
      await browser.close();
      expect(appLink).toBe(`sekampit://product/${KAYA}`);
      await app.openLink(appLink ?? '');
      await expectAddress(page, `/products/view?slug=${KAYA}`);
      expect(app.calls('Browser.close')).toHaveLength(1);
      expect((await readFirstOpenState(page))[1]).toBeNull();
      await page.close();
      const nextPage = await context.newPage();
      const laterApp = await runApp(nextPage, { platform: 'ios', isFirstOpen: true });
      await nextPage.goto(lang === 'en' ? '/' : '/?lang=zh');
      await expect.poll(() => laterApp.listensTo('App.appUrlOpen')).toBe(true);
      await expect.poll(() => laterApp.calls('StatusBar.setStyle').length).toBe(1);
      expect(readAddress(nextPage)).toBe('/');
      expect(laterApp.calls('Browser.open')).toEqual([]);
      expectQuiet(shopper);
    },
  );

  describe('on Android the install referrer names the page (docs/readings.md#71)', () => {
    /** Leaves a page of the shop for the store, and returns the token that goes along. */
    async function leaveForStore(page: Page): Promise<string> {
      const response = await page.request.post('/api/deferred-deeplink', {
        data: { url: `/products/view?slug=${KAYA}` },
      });
      return (await response.json()).token;
    }

    test.each(LANGS)('which the first open claims and opens, once, in %s', async (lang) => {
      const shopper = await newShopper({ viewport: PHONE, lang });
      const { page, context } = shopper;
      const token = await leaveForStore(page);
      const referrer = `utm_source=shop&token=${token}`;
      const app = await runApp(page, { isFirstOpen: true, referrer });
      await shopper.visit('/');
      await expectAddress(page, `/products/view?slug=${KAYA}`);
      await expect.poll(() => readFirstOpenState(page)).toEqual([expect.stringContaining('false'), null]);
      await shopper.settle();
      expect(app.calls('Browser.open')).toEqual([]);
      await app.pressBack();
      await expectAddress(page, '/');
      await page.close();
      const nextPage = await context.newPage();
      const laterApp = await runApp(nextPage, { isFirstOpen: true, referrer });
      await nextPage.goto('/');
      await expect.poll(() => laterApp.listensTo('App.appUrlOpen')).toBe(true);
      expect([readAddress(nextPage), laterApp.calls('InstallReferrer.read')]).toEqual(['/', []]);
      expectQuiet(shopper);
    });

    test.each([
      ['another referrer', 'utm_source=google-play&utm_medium=organic'],
      ['a used or made-up token', 'token=l_made-up'],
    ])('%s leads to the page that verifies the session', async (_, referrer) => {
      const shopper = await newShopper({ viewport: PHONE });
      const app = await runApp(shopper.page, { isFirstOpen: true, referrer });
      await shopper.visit('/');
      const url = `${inject('storeUrl')}/api/deferred-deeplink?type=02`;
      await expect.poll(() => app.calls('Browser.open')).toEqual([{ url }]);
      expect(readAddress(shopper.page)).toBe('/');
      expectQuiet(shopper);
    });

    test('a link that starts the app goes first', async () => {
      const shopper = await newShopper({ viewport: PHONE });
      const { page } = shopper;
      const referrer = `token=${await leaveForStore(page)}`;
      const app = await runApp(page, { isFirstOpen: true, referrer, launchLink: 'sekampit://store/KTN01' });
      await shopper.visit('/');
      await expectAddress(page, '/stores/KTN01');
      await expect.poll(() => app.calls('InstallReferrer.read').length).toBe(1);
      await shopper.settle();
      expect([readAddress(page), app.calls('Browser.open')]).toEqual(['/stores/KTN01', []]);
      expectQuiet(shopper);
    });
  });

  test('a customer’s first open shows nothing', async () => {
    const shopper = await newCustomer({ viewport: PHONE });
    const app = await runApp(shopper.page, { isFirstOpen: true });
    await shopper.visit('/');
    await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
    await shopper.settle();
    expect(app.calls('Browser.open')).toEqual([]);
    expectQuiet(shopper);
  });

  test.each([
    ['followed, if the app was killed before it opened it', 60_000, `/products/view?slug=${KAYA}`],
    ['dropped after 24 hours', 86_400_000, '/'],
  ])('a stored link is %s', async (_, age, address) => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    const app = await runApp(page);
    const link = { url: `sekampit://product/${KAYA}`, timestamp: Date.now() - age, processed: false };
    await page.addInitScript(
      (value) => {
        if (sessionStorage.getItem('planted') === null) localStorage.setItem('deferred_deep_link', value);
        sessionStorage.setItem('planted', '1');
      },
      JSON.stringify({ version: 1, data: link }),
    );
    await shopper.visit('/');
    await expect.poll(() => app.listensTo('App.appUrlOpen')).toBe(true);
    await expectAddress(page, address);
    expect(await page.evaluate(() => localStorage.getItem('deferred_deep_link'))).toBeNull();
    expectQuiet(shopper);
  });
});
