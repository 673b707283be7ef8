/** Steps of an online payment at the stand-in gateway, which several stories share. */
import type { Lang } from '@shop/core/lang';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAndOpenCart, chooseSlot, enterAddress, WORDS } from './guest-checkout.ts';
import type { Shopper } from './shopper.ts';

export const PAYMENT_WORDS = {
  en: {
    fpx: /^Online banking/,
    wallet: /^E-wallet/,
    bank: /^Choose (a bank|an e-wallet)/,
    finalPrice: /you never pay more than the total you confirm/,
    chooseLater: 'Choose on the payment page',
    failed: 'Oops... Unfortunately your order was failed.',
    unpaid: 'Your order is not paid yet',
    again: 'Try again or pay another way',
    now: 'Pay now',
    pay: /^Pay RM/,
    back: 'Put the items back in the cart',
    cash: 'Pay cash on delivery instead',
    cashToHave: 'Cash to have ready',
    paid: 'Paid',
    toCart: 'Back to my cart',
  },
  zh: {
    fpx: /^网上银行/,
    wallet: /^电子钱包/,
    bank: /^选择(银行|电子钱包)/,
    finalPrice: /绝不高于您确认的总额/,
    chooseLater: '到付款页面再选',
    failed: '抱歉……您的订单未能完成。',
    unpaid: '您的订单尚未付款',
    again: '重试或换一种付款方式',
    now: '立即付款',
    pay: /^付款 RM/,
    back: '将商品放回购物车',
    cash: '改为货到付款',
    cashToHave: '请准备现金',
    paid: '已付款',
    toCart: '返回购物车',
  },
} as const;

/** `payment_page` is the path of `/checkout/web-payment` for the order's attempt. */
type PlacedOnlineOrder = { order_number: string; token: string; payment_page: string };

/** Orders a jar of kaya by FPX, up to the gateway's page; `beforeOrder` runs before the order is placed. */
export async function orderByFpx(
  shopper: Shopper,
  lang: Lang,
  beforeOrder?: () => Promise<void>,
): Promise<PlacedOnlineOrder> {
  const { page } = shopper;
  await addAndOpenCart(shopper, lang);
  await enterAddress(page, lang);
  await chooseSlot(page, lang);
  await page.getByRole('radio', { name: PAYMENT_WORDS[lang].fpx }).check();
  const bank = page.getByLabel(PAYMENT_WORDS[lang].bank);
  expect(await bank.locator('option').first().textContent()).toBe(PAYMENT_WORDS[lang].chooseLater);
  await bank.selectOption({ label: 'Maybank2u' });
  await beforeOrder?.();
  const paymentPage = page.waitForRequest((request) => request.url().includes('/checkout/web-payment'), {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: WORDS[lang].place, disabled: false }).click();
  const { pathname, search, searchParams: query } = new URL((await paymentPage).url());
  await waitForGateway(page);
  return {
    order_number: query.get('order_number') ?? '',
    token: query.get('token') ?? '',
    payment_page: pathname + search,
  };
}

/** Waits for the gateway's page, and checks that it is marked as a sandbox. */
export async function waitForGateway(page: Page): Promise<void> {
  await page.getByText('SANDBOX').waitFor();
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
