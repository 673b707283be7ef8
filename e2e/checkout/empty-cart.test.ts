/** Emptying the cart at once, and undoing it (docs/spec.md §4 "Cart": "reset"). */
import { expect, test } from 'vitest';
import { asCustomer, fillCart, newCustomer } from '../testing/customer.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const TEXT = {
  en: { edit: 'Edit', empty: 'Empty cart', removed: '2 items removed', isEmpty: 'Your cart is empty', undo: 'Undo' },
  zh: { edit: '编辑', empty: '清空购物车', removed: '已移除 2 项商品', isEmpty: '您的购物车是空的', undo: '撤销' },
} as const;

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)('empties the cart, and brings everything back, %s', async (lang, viewport) => {
  const shopper = await newShopper({ viewport, lang });
  const { page } = shopper;
  const text = TEXT[lang];
  for (const slug of ['nyonya-pot-pandan-kaya', 'ombak-bay-tuna-in-olive-oil']) {
    await shopper.visit(`/products/view?slug=${slug}`);
    const cartUpdate = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && new URL(response.url()).pathname === '/api/cart',
    );
    await page.getByRole('button', { name: WORDS[lang].add }).first().click();
    expect((await cartUpdate).ok()).toBe(true);
  }
  await page.getByRole('button', { name: WORDS[lang].cart }).first().click();
  const drawer = page.getByRole('dialog');
  const items = drawer.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
  await expect.poll(() => items.count()).toBe(2);
  await drawer.getByRole('button', { name: text.edit, exact: true }).click();
  await drawer.getByRole('button', { name: text.empty }).click();
  await drawer.getByText(text.removed).waitFor();
  await drawer.getByText(text.isEmpty).waitFor();
  await drawer.getByRole('button', { name: text.undo }).click();
  await expect.poll(() => items.count()).toBe(2);
  // The server has the restored items too.
  await shopper.settle();
  const cartResponse = page.waitForResponse((response) => response.url().includes('/api/cart') && response.ok());
  await page.reload();
  await cartResponse;
  await page.getByRole('button', { name: WORDS[lang].cart }).first().click();
  await expect.poll(() => items.count()).toBe(2);
  expectQuiet(shopper);
});

test.each([
  ['en', 'Your cart is empty. Add something before you check out.'],
  ['zh', '您的购物车是空的，请先选购再结账。'],
] as const)('the checkout of an empty cart leads home and says why, %s', async (lang, why) => {
  const shopper = await newShopper({ viewport: PHONE, lang });
  await shopper.visit('/checkout');
  await shopper.page.waitForURL(({ pathname }) => pathname === '/');
  await shopper.page.getByText(why).first().waitFor();
  expectQuiet(shopper);
});

test('the checkout opens with what another device added, though the cart was empty here', async () => {
  const customer = await newCustomer({ viewport: PHONE });
  const { page } = customer;
  await customer.visit('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"isEmpty":true');
  const { id } = await (await page.request.get('/api/products/nyonya-pot-pandan-kaya')).json();
  await fillCart(customer, asCustomer(customer), [{ id, quantity: 1 }]);
  let respond = () => {};
  const responsePromise = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(/\/api\/cart(\?|$)/, async (route) => {
    await responsePromise;
    await route.continue();
  });
  const cartRequest = page.waitForRequest(/\/api\/cart(\?|$)/);
  await customer.visit('/checkout');
  await cartRequest;
  respond();
  await page.getByRole('button', { name: WORDS.en.toDelivery }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout');
});
