/** docs/readings.md#54: goods that no delivery to the shopper's place keeps frozen are marked, and left out in one tap. */
import type { Lang } from '@shop/core/lang';
import { expect, test } from 'vitest';
import { createGuestHeaders, fillCart } from '../testing/customer.ts';
import { chooseSlot, confirmOrder, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const TEXT = {
  en: {
    card: /Not delivered to Kota Kinabalu/,
    product: 'We do not deliver this to Kota Kinabalu: no delivery there keeps it frozen.',
    cart: /^No delivery to Kota Kinabalu keeps these goods frozen/,
    leaveOut: 'Leave it out',
    today: /Today|Tomorrow/,
    thaw: /choose a chilled delivery/,
  },
  zh: {
    card: /不配送至 Kota Kinabalu/,
    product: '此商品不配送至 Kota Kinabalu：当地的配送无法全程保持冷冻。',
    cart: /^送往 Kota Kinabalu 的配送无法全程保持冷冻/,
    leaveOut: '不订购这 1 种商品',
    today: /今天|明天/,
    thaw: /请选择冷藏配送/,
  },
} as const;

/** Opens the shop with ice cream and dry goods in the cart, and a postcode of Sabah. */
async function shopFromSabah(lang: Lang, viewport: typeof PHONE) {
  const shopper = await newShopper({ viewport, lang });
  const { page, context } = shopper;
  const headers = await createGuestHeaders(shopper);
  const requestId = async (slug: string) =>
    (await (await page.request.get(`/api/products/${slug}`)).json()).id as string;
  const [frozen, dry] = [await requestId('kampung-cream-durian-tub'), await requestId('nyonya-pot-pandan-kaya')];
  await fillCart(shopper, headers, [
    { id: frozen, quantity: 1 },
    { id: dry, quantity: 1 },
  ]);
  expect((await page.request.put('/api/checkout', { headers, data: { zip: '88000' } })).status()).toBe(200);
  const token = headers.authorization.replace('Bearer ', '');
  await context.addInitScript((value) => localStorage.setItem('guest_token', value), token);
  return { shopper, page, headers, frozen, dry };
}

test.each(['en', 'zh'] as const)(
  'ice cream for Sabah is marked on card, product and cart, and can be left out of the order (%s)',
  async (lang) => {
    const { shopper, page, headers, frozen, dry } = await shopFromSabah(lang, PHONE);
    const texts = TEXT[lang];

    await shopper.visit('/categories/view?categories=ice-cream');
    await page.getByText(texts.card).first().waitFor();
    await shopper.visit('/products/view?slug=kampung-cream-durian-tub');
    await page.getByRole('main').getByText(texts.product).first().waitFor();
    expect(await page.getByRole('main').getByText(texts.today).count()).toBe(0);

    await page.getByRole('button', { name: WORDS[lang].cart }).first().click();
    const notice = page.getByRole('dialog').getByRole('alert').filter({ hasText: texts.cart });
    await notice.getByRole('button', { name: texts.leaveOut }).click();
    await notice.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => {
        const { items } = await (await page.request.get('/api/cart', { headers })).json();
        return items.map(({ id, checkout }: { id: string; checkout: boolean }) => [id, checkout]);
      })
      .toEqual([
        [frozen, false],
        [dry, true],
      ]);
    expectQuiet(shopper);
  },
);

test.each([
  ['en', DESKTOP],
  ['zh', PHONE],
] as const)(
  'the checkout names them instead of a chilled delivery that does not exist, and orders the rest (%s)',
  async (lang, viewport) => {
    const { shopper, page } = await shopFromSabah(lang, viewport);
    const [texts, words] = [TEXT[lang], WORDS[lang]];
    await shopper.visit('/products/view?slug=kampung-cream-durian-tub');
    await page.getByRole('button', { name: words.cart }).first().click();
    await enterAddress(page, lang, { zip: null, city: 'Kota Kinabalu' });
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: texts.cart });
    const leaveOut = notice.getByRole('button', { name: texts.leaveOut });
    await leaveOut.waitFor();
    expect(await page.getByText(texts.thaw).count()).toBe(0);
    await page.getByRole('button', { name: words.toPayment }).click();
    await expect.poll(() => leaveOut.evaluate((button) => button === document.activeElement)).toBe(true);
    await leaveOut.click();
    await notice.waitFor({ state: 'hidden' });
    await chooseSlot(page, lang);
    await confirmOrder(page, lang);
    expectQuiet(shopper);
  },
);
