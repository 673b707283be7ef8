/** After an order a guest needs just a password for an account, which has the order once its email is proven. */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { PASSWORD } from '../testing/customer.ts';
import { WORDS as CHECKOUT_WORDS, chooseSlot } from '../testing/guest-checkout.ts';
import { readCode } from '../testing/inbox.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

/** The checkout's texts and those of the story, in each language. */
const WORDS = {
  en: {
    ...CHECKOUT_WORDS.en,
    cart: /^Cart, /,
    drawer: /Your cart/,
    offer: 'Create account',
    complete: 'Create your account',
    password: 'Password',
    create: 'Create account',
    signedIn: 'You are signed in',
    verify: 'Verify email',
    code: 'Verification code',
    orders: 'Orders',
    order: (number: string) => `Order ${number}`,
    pending: /^Pending/,
  },
  zh: {
    ...CHECKOUT_WORDS.zh,
    cart: /购物车/,
    drawer: /您的购物车/,
    offer: '注册账户',
    complete: '注册您的账户',
    password: '密码',
    create: '注册',
    signedIn: '您已登录',
    verify: '验证电邮',
    code: '验证码',
    orders: '订单',
    order: (number: string) => `订单 ${number}`,
    pending: /^待处理/,
  },
} as const;

/** Buys a jar of kaya for cash, without an account; ends at the result page and returns the order's number. */
async function orderAsGuest({ page, visit }: Shopper, lang: 'en' | 'zh', email: string): Promise<string> {
  const words = WORDS[lang];
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  await visit('/products/view?slug=nyonya-pot-pandan-kaya');
  await press(/· RM6\.90$/);
  await press(words.cart);
  await page.getByRole('dialog', { name: words.drawer }).getByRole('link', { name: words.checkout }).click();
  await press(words.asGuest);
  const fields = [
    [words.name, 'Siti Zubaidah'],
    [words.phone, '012-345 6788'],
    [words.email, email],
    [words.postcode, '47300'],
    [words.street, '9, Jalan SS2/30'],
  ] as const;
  for (const [label, text] of fields) await page.getByLabel(label, { exact: true }).fill(text);
  await expect.poll(() => page.getByLabel(words.city).inputValue()).toBe('Petaling Jaya');
  await press(words.toDelivery);
  await chooseSlot(page, lang);
  await page.getByRole('radio', { name: words.cash }).check();
  await page.getByRole('button', { name: words.place, disabled: false }).click();
  await page.getByRole('heading', { name: words.received }).waitFor();
  return new URL(page.url()).searchParams.get('order_number') ?? '';
}

test.each([
  ['en', DESKTOP],
  ['zh', PHONE],
] as const)('moves a guest’s order to the account created after it, in %s', async (lang, viewport) => {
  const words = WORDS[lang];
  const shopper = await newShopper({ viewport, lang });
  const { page } = shopper;
  const email = `guest.${lang}.${Date.now()}@e2e.example`;
  const number = await orderAsGuest(shopper, lang, email);

  await page.getByRole('link', { name: words.offer }).click();
  await page.getByRole('heading', { level: 1, name: words.complete }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/complete-order');
  // The form starts with the order's email.
  expect(await page.getByLabel(words.email, { exact: true }).inputValue()).toBe(email);
  await page.getByText(number).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: words.create, exact: true }).click();

  await page.getByRole('button', { name: words.verify, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words.verify });
  const field = dialog.getByRole('textbox', { name: words.code });
  await field.waitFor();
  expect(await findings(page)).toEqual([]);
  await field.fill(await readCode(page, email));
  await expect.poll(() => new URL(page.url()).pathname).toBe('/checkout/result');

  // Signed in, an account is not offered again.
  await shopper.visit('/complete-order');
  await page.getByRole('heading', { level: 1, name: words.signedIn }).waitFor();
  expect(await page.getByLabel(words.password, { exact: true }).count()).toBe(0);

  await shopper.visit('/my-account/address');
  await page.getByText('9, Jalan SS2/30').first().waitFor();
  await shopper.visit('/my-account/orders');
  await page.getByRole('heading', { level: 1, name: words.orders }).waitFor();
  await page.getByRole('link', { name: words.order(number), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: words.pending }).waitFor();
  await page.getByText('9, Jalan SS2/30').first().waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});
