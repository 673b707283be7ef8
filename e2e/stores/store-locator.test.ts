/** Finding a store and its page (docs/spec.md §2 "/shops, /stores, /shoppings", "/stores/{id}", "store filter"). */
import { storePath } from '@shop/core/links/paths';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, sharedShopper } from '../testing/shopper.ts';

const SCENES = [
  { lang: 'en', viewport: PHONE, say: en, dark: false },
  { lang: 'zh', viewport: DESKTOP, say: zh, dark: true },
] as const;

const GEORGE_TOWN = { latitude: 5.417, longitude: 100.334 };

const locateFirstStore = (page: Page) => page.getByRole('main').getByRole('list').getByRole('article').first();

async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `sideways at ${width} px`).toBe(0);
}

describe.each(SCENES)('in $lang', ({ lang, viewport, say, dark }) => {
  const openShared = sharedShopper(() => ({ lang, viewport, dark }));

  test('finds the nearest open store by postcode, and opens its page', async () => {
    const shopper = await openShared();
    const { page } = shopper;
    await shopper.visit('/shops');
    await page.getByLabel(say['stores.field']).fill('47300');
    await page.getByRole('button', { name: say['stores.find'] }).click();
    await page.waitForURL(/q=47300/);
    const answer = await page.request.get(`/api/shops?near_zip=47300&open_now=1&limit=1&lang=${lang}`);
    const [nearest] = (await answer.json()).data;
    const link = locateFirstStore(page).getByRole('link', { name: nearest.name, exact: true });
    await link.waitFor();
    expect(await findings(page)).toEqual([]);
    for (const width of [320, 768, 1280]) await expectFits(page, width);
    await page.setViewportSize(viewport);
    await link.click();
    await page.getByRole('heading', { level: 1, name: nearest.name }).waitFor();
    expect(await page.locator('li[aria-current=date]').count()).toBe(1);
    const directions = page.getByRole('link', { name: say['stores.directions'], exact: true });
    expect(await directions.getAttribute('href')).toContain(`destination=${nearest.lat},${nearest.lng}`);
    const nearby = page.getByRole('region', { name: say['stores.nearby'] });
    await expect.poll(() => nearby.getByRole('article').count()).toBe(3);
    expect(await findings(page)).toEqual([]);
    for (const width of [320, 768, 1280]) await expectFits(page, width);
    expectQuiet(shopper);
  });

  test('filters by state and services', async () => {
    const shopper = await openShared();
    const { page } = shopper;
    await shopper.visit('/stores');
    await page.getByRole('link', { name: say['stores.filter'], exact: true }).click();
    const sheet = page.getByRole('dialog', { name: say['stores.filter_title'] });
    await sheet.getByRole('combobox').selectOption('MY-12');
    await sheet.getByRole('checkbox', { name: say['stores.service_parking'] }).check();
    await sheet.getByRole('button', { name: say['stores.show'] }).click();
    await page.waitForURL(/state=MY-12&parking=1/);
    const answer = await page.request.get('/api/shops?state=MY-12&services=parking&limit=1');
    await page
      .getByRole('status')
      .filter({ hasText: String((await answer.json()).total) })
      .first()
      .waitFor();
    await page.getByRole('link', { name: say['stores.filter_count'].replace('{count}', '2') }).waitFor();
    expect(await locateFirstStore(page).textContent()).toContain(lang === 'en' ? 'Sabah' : '沙巴');
    expectQuiet(shopper);
  });

  test('an unknown postcode is an error at the field', async () => {
    const shopper = await openShared();
    const { page } = shopper;
    await shopper.visit('/stores');
    await page.getByLabel(say['stores.field']).fill('99999');
    await page.getByRole('button', { name: say['stores.find'] }).click();
    await page.getByText('99999', { exact: false }).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.getByLabel(say['stores.field']).getAttribute('aria-invalid')).toBe('true');
    expectQuiet(shopper, [422]);
  });
});

const BOTH = [
  ['en', en],
  ['zh', zh],
] as const;

test.each(BOTH)('finds the nearest store by position, which only a tap requests, in %s', async (lang, say) => {
  const shopper = await newShopper({ viewport: PHONE, lang });
  const { page, context } = shopper;
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(GEORGE_TOWN);
  await shopper.visit('/stores');
  await shopper.settle();
  expect(new URL(page.url()).searchParams.has('near')).toBe(false);
  await page.getByRole('button', { name: say['stores.use_location'] }).click();
  await page.waitForURL(/near=5\.417,100\.334/);
  const name = { en: 'Sekampit George Town', zh: '满袋 乔治市' }[lang];
  await locateFirstStore(page).getByRole('link', { name, exact: true }).waitFor();
  expect(await locateFirstStore(page).textContent()).toMatch(lang === 'en' ? /0\.1 km/ : /0\.1 ?公里/);
  expectQuiet(shopper);
});

test.each(BOTH)('a position that the shopper does not share is explained, in %s', async (lang, say) => {
  const shopper = await newShopper({ viewport: PHONE, lang });
  const { page } = shopper;
  await shopper.visit('/stores');
  await page.getByRole('button', { name: say['stores.use_location'] }).click();
  await page.getByRole('status').filter({ hasText: say['stores.location_denied'] }).waitFor();
  expect(await findings(page)).toEqual([]);
  await expectFits(page, 320);
  expectQuiet(shopper);
});

test.each(BOTH)('the filter sheet has no accessibility violations and fits, in %s', async (lang, say) => {
  const shopper = await newShopper({ viewport: PHONE, lang });
  const { page } = shopper;
  await shopper.visit('/stores');
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.getByRole('link', { name: say['stores.filter'], exact: true }).click();
    const sheet = page.getByRole('dialog', { name: say['stores.filter_title'] });
    await sheet.getByRole('combobox').waitFor();
    expect(await findings(page)).toEqual([]);
    await sheet.getByRole('button', { name: say['ui.close'] }).click();
    await sheet.waitFor({ state: 'detached' });
  }
  expectQuiet(shopper);
});

test.each(BOTH)('the open map fits 320 px, in %s', async (lang, say) => {
  const shopper = await newShopper({ viewport: { width: 320, height: 700 }, lang });
  const { page } = shopper;
  await shopper.visit('/stores?q=47300');
  await page.getByRole('button', { name: say['stores.map_open'] }).click();
  const map = page.getByRole('region', { name: say['stores.map'], exact: true });
  await map.locator('.leaflet-marker-icon').first().waitFor();
  await shopper.settle();
  await expectFits(page, 320);
  const box = await map.boundingBox();
  expect(box).not.toBeNull();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});

test.each(BOTH)(
  'the map works by keyboard, in %s: it opens, zooms into a group, and selects a store together with the list',
  async (lang, say) => {
    const shopper = await newShopper({ viewport: DESKTOP, lang });
    const { page } = shopper;
    const scripts: string[] = [];
    page.on('request', (request) => request.url().includes('StoreMap') && scripts.push(request.url()));
    await shopper.visit('/stores?q=47300');
    await shopper.settle();
    expect(scripts).toEqual([]);
    await page.getByRole('button', { name: say['stores.map_open'] }).press('Enter');
    const map = page.getByRole('region', { name: say['stores.map'], exact: true });
    const groups = map.getByRole('button', { name: lang === 'en' ? /stores, zoom in/ : /间分店，放大查看/ });
    await groups.first().waitFor();
    expect(scripts.length).toBeGreaterThan(0);
    expect(await findings(page)).toEqual([]);

    const selectedStore = page.getByRole('status', { name: say['stores.map_selected'] });
    await groups.first().press('Enter');
    const pin = map.getByRole('button', { name: lang === 'en' ? /^Sekampit/ : /^满袋/ }).first();
    await pin.waitFor();
    const storeNameOnMap = (await pin.getAttribute('title')) ?? '';
    await pin.press('Enter');
    await selectedStore.getByRole('heading', { name: storeNameOnMap, exact: true }).waitFor();

    const storeNameInList = (await locateFirstStore(page).getByRole('heading').textContent()) ?? '';
    const showOnMap = say['stores.show_store_on_map'].replace('{name}', storeNameInList);
    await page.getByRole('button', { name: showOnMap }).press('Enter');
    await selectedStore.getByRole('heading', { name: storeNameInList, exact: true }).waitFor();
    await map.getByRole('button', { name: storeNameInList, exact: true }).waitFor();
    expectQuiet(shopper);
  },
);

test.each(BOTH)(
  'without JavaScript the locator searches, filters and leads to stores’ pages, in %s',
  async (lang, say) => {
    const shopper = await newShopper({ javaScript: false, lang });
    const { page } = shopper;
    await shopper.visit('/stores');
    await page.getByLabel(say['stores.field']).fill('Yong Peng');
    await page.getByRole('button', { name: say['stores.find'] }).click();
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(2);
    await page.getByRole('link', { name: say['stores.filter'], exact: true }).click();
    await page.getByRole('main').getByRole('combobox').selectOption('MY-12');
    await page.getByRole('button', { name: say['stores.show'] }).click();
    await page.getByRole('heading', { name: say['stores.none_title'] }).waitFor();
    expect(await shopper.visit(storePath('KUL01'))).toBe(200);
    const name = { en: 'Sekampit Bukit Bintang', zh: '满袋 武吉免登' }[lang];
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'en' ? 'en' : 'zh-Hans');
    expect(await shopper.visit(storePath('NOWHERE'))).toBe(404);
    await shopper.visit('/stores?q=99999');
    const error = { en: "We can't find postcode 99999", zh: '找不到邮政编码 99999' }[lang];
    await page.getByText(error).waitFor();
  },
);

test('a store’s page tells search engines its address and hours, and the sitemap lists it', async () => {
  const shopper = await newShopper({ javaScript: false });
  const { page } = shopper;
  await shopper.visit(storePath('KTN01'));
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const store = data.map((text) => JSON.parse(text)).find((thing) => thing['@type'] === 'GroceryStore');
  expect(store).toMatchObject({
    name: 'Sekampit Kota Bharu',
    address: { addressLocality: 'Kota Bharu', addressRegion: 'Kelantan', addressCountry: 'MY' },
  });
  expect(store.openingHoursSpecification).toContainEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: 'https://schema.org/Friday',
    opens: '14:30',
    closes: '22:00',
  });
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/stores\/KTN01$/);
  expect(await page.locator('link[hreflang=zh-Hans], link[hreflang=zh]').count()).toBe(1);
  const sitemap = await page.request.get('/sitemaps/stores.xml');
  expect(await sitemap.text()).toContain('/stores/KTN01');
});
