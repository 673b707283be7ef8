/** The product page: options, tier prices, deals, companions and recently viewed products. */
import { HOUR_MS } from '@shop/core/time';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startDeal } from '../../server/testing/catalog/start-deal.ts';
import { makeMovedClock } from '../../server/testing/processes/moved-clock.ts';
import { findings } from '../testing/axe.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from '../testing/store.ts';

const productPath = (slug: string) => `/products/view?slug=${slug}`;

describe('"pick a variation that is sold out and see what else there is"', () => {
  test('keeps the option on Back and refresh, on a phone, in English', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    await shopper.visit(productPath('ombak-bay-seaweed-thins'));
    await page.getByRole('link', { name: /^200 g/ }).click();
    await page.getByRole('heading', { name: 'Item sold out · 200 g' }).waitFor();
    expect(page.url()).toMatch(/[?&]option=\d+/);
    expect(await page.getByRole('button', { name: /^Add ·/ }).count()).toBe(0);
    expect(await findings(page)).toEqual([]);

    await page.reload();
    await page.getByRole('heading', { name: 'Item sold out · 200 g' }).waitFor();
    // The options in stock, with their prices.
    const soldOutRegion = page.getByRole('region', { name: 'Item sold out · 200 g' });
    await soldOutRegion.getByRole('link', { name: /^120 g RM12\.50/ }).click();
    await page.getByRole('button', { name: 'Add · RM12.50' }).waitFor();
    const optionUrl = page.url();
    await page.getByRole('banner').getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goBack();
    await page.getByRole('button', { name: 'Add · RM12.50' }).waitFor();
    expect(page.url()).toBe(optionUrl);
    expectQuiet(shopper);
  });

  test('opens similar products, on a desktop, in Chinese', async () => {
    const shopper = await newShopper({ viewport: DESKTOP, lang: 'zh' });
    const { page } = shopper;
    await shopper.visit(productPath('kopi-lorong-white-coffee'));
    await page.getByRole('list', { name: '选择规格' }).getByRole('link', { name: /榴梿/ }).click();
    await page.getByRole('heading', { name: '商品已售罄 · 榴梿' }).waitFor();
    await page
      .getByRole('link', { name: /相似的商品|相似商品/ })
      .first()
      .click();
    const similarDialog = page.getByRole('dialog', { name: '相似商品' });
    await similarDialog.getByRole('article').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await similarDialog.waitFor({ state: 'hidden' });
    expectQuiet(shopper);
  });
});

test('says that a product is sold out, without delivery time and tier prices, in both languages', async () => {
  for (const [lang, soldOut, similar, earliest] of [
    ['en', 'Item sold out', 'See similar', 'Earliest delivery:'],
    ['zh', '商品已售罄', '看看相似商品', '最早送达：'],
  ] as const) {
    const shopper = await newShopper({ viewport: PHONE, lang });
    const { page } = shopper;
    await shopper.visit(productPath('kuah-kita-asam-laksa'));
    await page.getByText(earliest).waitFor();
    await shopper.visit(productPath('kuah-kita-white-curry-noodles'));
    await page.getByRole('heading', { name: soldOut }).waitFor();
    await page.getByText(similar).first().waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await page.getByText(earliest).count()).toBe(0);
    expectQuiet(shopper);
  }
});

describe('"reach twelve of an item and watch the tier price apply"', () => {
  test('applies it to a typed quantity and in the cart, on a desktop', async () => {
    const shopper = await newShopper({ viewport: DESKTOP });
    const { page } = shopper;
    await shopper.visit(productPath('kuah-kita-asam-laksa'));
    const priceTable = page.getByRole('table', { name: 'Price per item by quantity' });
    const activePrice = priceTable.locator('[aria-current]');
    expect(await activePrice.textContent()).toBe('RM5.90');
    expect(await page.getByText('Add 2 more to pay RM5.55 each').isVisible()).toBe(true);
    const quantity = page.getByRole('textbox', { name: 'Quantity' });
    await quantity.fill('11');
    await quantity.press('Enter');
    await page.getByText('Add 1 more to pay RM5.00 each').waitFor();
    expect(await activePrice.textContent()).toBe('RM5.30');
    await page.getByRole('button', { name: /^One more of/ }).click();
    await expect.poll(() => activePrice.textContent()).toBe('RM5.00');
    // The unit price follows the tier: five packs for RM5.00.
    await page.getByText('RM1.00/pack').first().waitFor();
    await page.getByRole('button', { name: 'Add · RM60.00' }).click();
    await page.getByRole('button', { name: /^Cart, 12 items, RM60\.00/ }).waitFor();

    // The page continues with the quantity in the cart.
    await page.getByRole('button', { name: /^One less of/ }).click();
    await expect.poll(() => activePrice.textContent()).toBe('RM5.30');
    await page.getByRole('button', { name: /^Cart, 11 items, RM58\.30/ }).waitFor();
    expectQuiet(shopper);
  });

  test('applies it at the stepper, which explains the maximum, on a phone, in Chinese', async () => {
    const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
    const { page } = shopper;
    await shopper.visit(productPath('kuah-kita-curry-laksa-cup'));
    const activePrice = page.getByRole('table').locator('[aria-current]').first();
    const moreButton = page.getByRole('button', { name: /加一件/ }).first();
    for (let presses = 1; presses < 12; presses += 1) await moreButton.tap();
    await expect.poll(() => activePrice.textContent()).toBe('RM2.10');
    await page.getByRole('button', { name: '加入购物车 · RM25.20' }).waitFor();
    // docs/spec.md §5: 'The maximum quantity allowed for purchase is {max}'
    await page.getByText('此商品最多可购买 12 件').waitFor();
    expect(await moreButton.getAttribute('aria-disabled')).toBe('true');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: '加入购物车 · RM25.20' }).tap();
    await page
      .getByRole('button', { name: /^购物车.*RM25\.20/ })
      .first()
      .waitFor();
    expectQuiet(shopper);
  });
});

test('"open a bundle": links its parts, shows the saving and adds what goes with it', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit(productPath('laksa-kit'));
  expect(await page.getByText('Save RM3.90').isVisible()).toBe(true);
  const companionButton = page.getByRole('region', { name: 'Goes well with' }).getByRole('button', { name: /^Add/ });
  const amount = /RM[\d.]+/.exec((await companionButton.textContent()) ?? '')?.[0] ?? '';
  await companionButton.click();
  await page.getByRole('button', { name: new RegExp(`^Cart, .*${amount.replace('.', '\\.')}`) }).waitFor();
  await page.getByRole('button', { name: 'In your cart' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: /Coconut Milk 1 L/ }).click();
  await page.getByRole('heading', { level: 1, name: /Coconut Milk/ }).waitFor();
  expectQuiet(shopper);
});

test('moves the gallery by arrow keys, copies the address and lists recent products', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page, context } = shopper;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const recentResponse = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/recent-products') && response.ok(),
  );
  await shopper.visit(productPath('krupkrap-cassava-crackle-sambal'));
  await page.getByRole('button', { name: 'Share' }).click();
  // docs/spec.md §8 'Copied!'
  await page.getByRole('button', { name: 'Copied!' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '/products/view?slug=krupkrap-cassava-crackle-sambal',
  );

  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.getByRole('list').first().focus();
  await page.keyboard.press('ArrowRight');
  const second = pictures.getByRole('button', { name: /^Picture 2 of/ });
  await expect.poll(() => second.getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('Home');
  await expect.poll(() => second.getAttribute('aria-current')).toBeNull();

  await recentResponse;
  await shopper.visit(productPath('nyonya-pot-pandan-kaya'));
  const recentProducts = page.getByRole('list', { name: 'Recently viewed' });
  await recentProducts.getByRole('link', { name: /^Krupkrap Cassava Crackle Sambal/ }).waitFor();
  expect(await recentProducts.getByRole('link', { name: /Pandan Kaya/ }).count()).toBe(0);
  expectQuiet(shopper);
});

test('opens a card’s options in a sheet with tier prices, stock and a link to the page', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/products?keyword=seaweed+thins');
  await page
    .getByRole('link', { name: /^Choose an option of .*Seaweed Thins/ })
    .first()
    .tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^200 g/ }).tap();
  await sheet.getByRole('heading', { name: 'Item sold out · 200 g' }).waitFor();
  await sheet
    .getByRole('button', { name: /^120 g RM12\.50/ })
    .last()
    .tap();
  await sheet.getByRole('button', { name: /^One more of/ }).tap();
  await sheet.getByRole('button', { name: 'Add · RM25.00' }).tap();
  await sheet.getByRole('button', { name: /^One less of/ }).waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});

test('"see a deal end and turn into its normal price" without a reload', async () => {
  const end = new Date(Date.now() + HOUR_MS);
  const dataDir = copySeededDataDir(inject('seededDataDir'));
  await startDeal(dataDir, 'kuah-kita-asam-laksa', 390, end);
  const clock = makeMovedClock(new Date());
  const store = await openStore(dataDir, clock.env);
  onTestFinished(async () => {
    await store.stop();
    removeDataDir(dataDir);
    clock.remove();
  });
  const shopper = await newShopper({ viewport: PHONE, url: store.url });
  const { page } = shopper;
  await page.clock.install();
  await shopper.visit(productPath('kuah-kita-asam-laksa'));
  await page.getByRole('button', { name: 'Add · RM3.90' }).waitFor();
  // Read once, since the remaining time changes.
  const text = await page.locator('main').textContent();
  expect(text).toContain('You save RM2.00');
  expect(text).toMatch(/Ends (today|tomorrow|\w{3}), /);
  await page.evaluate(() => {
    document.documentElement.dataset.stayed = '';
  });

  // A request in flight would time out when the clock moves.
  await shopper.settle();
  clock.moveTo(end);
  await page.clock.fastForward(HOUR_MS);
  await page.getByRole('button', { name: 'Add · RM5.90' }).waitFor();
  await page.getByText('This deal has ended.').waitFor();
  expect(await page.getByText('You save RM2.00').count()).toBe(0);
  expect(await page.locator('html[data-stayed]').count()).toBe(1);
  expectQuiet(shopper);
});
