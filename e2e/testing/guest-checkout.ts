/** Steps of a guest's checkout in both languages, which several stories share. */
import type { Lang } from '@shop/core/lang';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Shopper } from './shopper.ts';

export const WORDS = {
  en: {
    add: /^Add · RM/,
    cart: /^Cart/,
    checkout: /^Checkout · RM/,
    asGuest: 'Order Now as Guest',
    name: 'Full name',
    phone: 'Phone',
    verifyLater: 'Later',
    email: 'Email',
    postcode: 'Postcode',
    city: 'City',
    street: 'Street address',
    toDelivery: 'Continue to delivery',
    slot: 'Delivery slot',
    freeSlot: /[ap]m.*No extra fee/,
    toPayment: 'Continue to payment',
    cash: /^Cash on delivery/,
    place: /^Place order · RM/,
    received: 'Order received',
    track: 'Track your order',
    haveCode: 'Have a code?',
    coupon: 'Coupon code',
    apply: 'Apply',
  },
  zh: {
    add: /^加入购物车/,
    cart: /^购物车/,
    checkout: /^结账 · RM/,
    asGuest: '以访客身份下单',
    name: '姓名',
    phone: '电话',
    verifyLater: '稍后',
    email: '电邮',
    postcode: '邮政编码',
    city: '城市',
    street: '街道地址',
    toDelivery: '下一步：配送',
    slot: '配送时段',
    freeSlot: /(上午|中午|下午|晚上).*不另收费/,
    toPayment: '下一步：付款',
    cash: /^货到付款/,
    place: /^下单 · RM/,
    received: '订单已收到',
    track: '追踪订单',
    haveCode: '有优惠码？',
    coupon: '优惠码',
    apply: '使用',
  },
} as const;

/** A page, or a frame of it. */
type CheckoutView = Pick<Page, 'getByRole'>;

/** Adds a product by its page and opens the cart. */
export async function addAndOpenCart(shopper: Shopper, lang: Lang, slug = 'nyonya-pot-pandan-kaya'): Promise<void> {
  const words = WORDS[lang];
  await shopper.visit(`/products/view?slug=${slug}`);
  await shopper.page.getByRole('button', { name: words.add }).first().click();
  await shopper.page.getByRole('button', { name: words.cart }).first().click();
}

/** Values for fields of step 1 instead of the defaults; `zip: null` leaves the postcode unchanged. */
type ContactFields = { zip?: string | null; city?: string; phone?: string; email?: string };

/** Follows the cart's checkout link and fills in step 1. */
export async function enterAddress(page: Page, lang: Lang, contact: ContactFields = {}): Promise<void> {
  const { zip = '47300', city = 'Petaling Jaya', phone = '012-345 6789' } = contact;
  const { email = `meiling-${Date.now()}@example.com` } = contact;
  const words = WORDS[lang];
  await page.getByRole('dialog').getByRole('link', { name: words.checkout }).click();
  await page.getByRole('button', { name: words.asGuest }).click();
  await page.getByLabel(words.name).fill('Tan Mei Ling');
  await page.getByLabel(words.phone).fill(phone);
  await page.getByLabel(words.email).fill(email);
  if (zip !== null) await page.getByLabel(words.postcode).fill(zip);
  await expect.poll(() => page.getByLabel(words.city).inputValue()).toBe(city);
  await page.getByLabel(words.street).fill('12, Jalan SS2/24');
  await page.getByRole('button', { name: words.toDelivery }).click();
}

/** Opens the last day with free slots in step 2 and returns its slots: today's may close during a story. */
export async function openLastDay(
  page: CheckoutView,
  lang: Lang,
  press: (day: Locator) => Promise<void> = (day) => day.click(),
): Promise<Locator> {
  const times = page.getByRole('group', { name: WORDS[lang].slot });
  const slots = times.getByRole('radio', { name: WORDS[lang].freeSlot, disabled: false });
  await slots.first().waitFor();
  for (const day of (await times.locator('button[aria-pressed]').all()).reverse()) {
    await press(day);
    if ((await slots.count()) > 0) return slots;
  }
  throw new Error('No day has a free slot');
}

/** Chooses the last free slot of step 2 and continues to payment. */
export async function chooseSlot(page: CheckoutView, lang: Lang): Promise<void> {
  await (await openLastDay(page, lang)).last().check();
  await page.getByRole('button', { name: WORDS[lang].toPayment }).click();
}

/** Types a coupon into the field of checkout or cart. */
export async function enterCoupon(page: Page, place: 'checkout' | 'cart', code: string, lang: Lang = 'en') {
  const words = WORDS[lang];
  const area = place === 'cart' ? page.getByRole('dialog') : page.getByRole('main');
  const field = area.getByLabel(words.coupon, { exact: true });
  if (!(await field.isVisible())) await area.getByText(words.haveCode).click();
  await field.fill(code);
  await area.getByRole('button', { name: words.apply, exact: true }).click();
}

export async function chooseCash(page: Page, lang: Lang): Promise<void> {
  await page.getByRole('radio', { name: WORDS[lang].cash }).check();
}

/** Chooses cash on delivery, places the order and waits for its confirmation. */
export async function confirmOrder(page: Page, lang: Lang): Promise<void> {
  const words = WORDS[lang];
  await chooseCash(page, lang);
  await page.getByRole('button', { name: words.place, disabled: false }).click();
  await page.getByRole('heading', { name: words.received }).waitFor();
}

/** Places the order of a customer without a phone, who may add one later. */
export async function confirmWithoutPhone(page: Page, lang: Lang): Promise<void> {
  const placeButton = page.getByRole('button', { name: WORDS[lang].place, disabled: false });
  await placeButton.click();
  const phone = page.getByRole('dialog');
  await phone.getByRole('button', { name: WORDS[lang].verifyLater }).click();
  await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
}
