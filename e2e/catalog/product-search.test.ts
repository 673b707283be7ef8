/** Search in three languages, filters, sort order, and Back. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const WORDS = {
  en: {
    search: 'Search products',
    noodle: /Kuah Kita Mi Goreng Pedas/,
    filter: /^Filter/,
    filters: 'Filters',
    vegetarian: /^Vegetarian/,
    show: /^Show \d+ product/,
    sort: /^Sort:/,
    lowest: 'Lowest price',
    results: (count: number) => `${count} product${count === 1 ? '' : 's'}`,
    corrected: /^Showing results for “.*noodle/,
    partial: 'Nothing matches all of “krupkrap satay spaceship”. These products match some of it.',
    notSold: 'No Maggi here; these are similar.',
    more: 'Load more',
    none: 'Sorry, No Product Found',
    without: 'Remove filter: Kuah Kita',
  },
  zh: {
    search: '搜索商品',
    noodle: /Kuah Kita 香辣炒面/,
    filter: /^筛选/,
    filters: '筛选条件',
    vegetarian: /^素食/,
    show: /^查看 \d+ 件商品/,
    sort: /^排序：/,
    lowest: '价格由低到高',
    results: (count: number) => `${count} 件商品`,
    corrected: /^以下是“.*noodle/,
    partial: '没有商品完全符合“krupkrap satay spaceship”，以下商品部分符合。',
    notSold: '本店没有 Maggi，以下是类似商品。',
    more: '加载更多',
    none: '抱歉，找不到商品',
    without: '移除筛选：Kuah Kita',
  },
} as const;

const openShopper = async (lang: 'en' | 'zh', viewport: typeof PHONE) => {
  const shopper = await newShopper({ lang, viewport });
  return { ...shopper, words: WORDS[lang], isPhone: viewport === PHONE };
};

/** Returns the page's query without the language. */
const readQuery = (page: Page) => {
  const query = new URL(page.url()).searchParams;
  query.delete('lang');
  return query.toString();
};

const readScroll = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const cases = [
  ['en', 'phone', PHONE],
  ['zh', 'phone', PHONE],
  ['en', 'desktop', DESKTOP],
  ['zh', 'desktop', DESKTOP],
] as const;

describe.each(cases)('in %s on a %s', (lang, _, viewport) => {
  test.each(['快熟面', 'mee segera', 'instnat noodle'])(
    'finds instant noodles by "%s" (docs/ux.md#rule-14)',
    async (keyword) => {
      const shopper = await openShopper(lang, viewport);
      const { page, words } = shopper;
      await shopper.visit('/');
      const field = page.getByLabel(words.search, { exact: true });
      await field.first().fill(keyword);
      await field.first().press('Enter');
      await page.getByRole('heading', { level: 1 }).filter({ hasText: keyword }).waitFor();
      await page
        .getByRole('status')
        .filter({ hasText: words.results(5) })
        .waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: words.noodle }).count()).toBeGreaterThan(0);
      if (keyword === 'instnat noodle') await page.getByText(words.corrected).waitFor();
      expectQuiet(shopper);
    },
  );

  test('shows products that match some of the words, and says so (docs/api.md)', async () => {
    const shopper = await openShopper(lang, viewport);
    const { page, words } = shopper;
    await shopper.visit('/products?keyword=krupkrap+satay+spaceship');
    await page.getByText(words.partial).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Krupkrap.*(Satay|沙爹)/ })
      .first()
      .waitFor();
    expectQuiet(shopper);
  });

  test('says that a brand is not sold, and shows what is similar (docs/readings.md#80)', async () => {
    const shopper = await openShopper(lang, viewport);
    const { page, words } = shopper;
    await shopper.visit('/products?keyword=maggi');
    await page.getByText(words.notSold).waitFor();
    await page.getByRole('main').getByRole('link', { name: words.noodle }).first().waitFor();
    expectQuiet(shopper);
  });

  test('shows no filters where a search finds nothing', async () => {
    const shopper = await openShopper(lang, viewport);
    const { page, words } = shopper;
    await shopper.visit('/products?keyword=xqzvwkj');
    await page.getByRole('heading', { name: words.none }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: words.filter }).count()).toBe(0);
    expectQuiet(shopper);
  });

  test('filters by brand and Vegetarian, sorts by price, and restores the place on Back', async () => {
    const shopper = await openShopper(lang, viewport);
    const { page, words, isPhone } = shopper;
    await shopper.visit(`/products?keyword=${encodeURIComponent('快熟面')}`);
    await page
      .getByRole('status')
      .filter({ hasText: words.results(5) })
      .waitFor();

    if (isPhone) {
      await page.getByRole('button', { name: words.filter }).click();
      const sheet = page.getByRole('dialog', { name: words.filters });
      await sheet.getByRole('checkbox', { name: /^Kuah Kita/ }).click();
      await sheet.getByRole('checkbox', { name: words.vegetarian }).click();
      await expect.poll(() => sheet.getByRole('checkbox', { checked: true }).count()).toBe(2);
      expect(await findings(page)).toEqual([]);
      await sheet.getByRole('button', { name: words.show }).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: words.sort }).click();
      await page.getByRole('radio', { name: words.lowest }).click();
    } else {
      const column = page.getByRole('complementary', { name: words.filters });
      await column.getByRole('checkbox', { name: /^Kuah Kita/ }).click();
      await column.getByRole('checkbox', { name: /^Kuah Kita/, checked: true }).waitFor();
      await column.getByRole('checkbox', { name: words.vegetarian }).click();
      await column.getByRole('checkbox', { name: words.vegetarian, checked: true }).waitFor();
      await page.getByRole('combobox').filter({ hasText: words.lowest }).selectOption(words.lowest);
    }
    await expect.poll(() => readQuery(page)).toMatch(/brand=\d+&keyword=.*&dietary=vegetarian&sort=price_asc$/);
    await page
      .getByRole('status')
      .filter({ hasText: words.results(1) })
      .waitFor();
    expect(await page.getByRole('link', { name: words.without }).count()).toBeGreaterThan(0);
    expect(await findings(page)).toEqual([]);

    const before = readQuery(page);
    await page.getByRole('link', { name: words.noodle }).first().click();
    await page.getByRole('heading', { level: 1, name: words.noodle }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: words.without }).first().waitFor();
    expect(readQuery(page)).toBe(before);

    // docs/ux.md#rule-6: Back "undoes the last filter".
    await page.goBack();
    await expect.poll(() => readQuery(page)).not.toContain('sort=');
    expectQuiet(shopper);
  });
});

test('"refresh/Back restores all loaded items" and the place in the list (docs/ux.md#rule-12)', async () => {
  const shopper = await openShopper('en', PHONE);
  const { page, words } = shopper;
  await shopper.visit('/products');
  await page.getByRole('link', { name: words.more }).click();
  await page.getByText(/^Showing 60 of/).waitFor();
  expect(readQuery(page)).toBe('page=2');

  const card = page.getByRole('article').nth(50);
  await card.scrollIntoViewIfNeeded();
  const place = await readScroll(page);
  await card.getByRole('link').first().click();
  await page.waitForURL(/\/products\/view/);
  await page.goBack();
  await page.getByText(/^Showing 60 of/).waitFor();
  await expect.poll(() => readScroll(page)).toBe(place);

  await page.reload();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  expect(await page.getByRole('article').count()).toBe(60);
  await expect.poll(() => readScroll(page)).toBe(place);
  expectQuiet(shopper);
});

test('filters by links and a price form without JavaScript, on phones too', async () => {
  const shopper = await newShopper({ javaScript: false, viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/products');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('checkbox', { name: /^Snacks/ }).click();
  await expect.poll(() => readQuery(page)).toBe('categories=snacks');
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  await page.getByLabel('To (RM)').fill('5');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => readQuery(page)).toBe('categories=snacks&min_price=&max_price=5');
  await expect.poll(() => page.getByRole('link', { name: 'Remove filter: Up to RM5.00' }).count()).toBe(1);
});
