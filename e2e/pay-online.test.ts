/** Paying online at the stand-in gateway, which speaks the protocol of iPay88 (docs/partners.md#1). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from './axe.ts';
import { queryDatabase } from './database.ts';
import { addAndOpenCart, chooseSlot, enterAddress, type Lang, WORDS } from './guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from './shopper.ts';

const PAY = {
  en: {
    fpx: /^Online banking/,
    wallet: /^E-wallet/,
    bank: 'Bank or wallet',
    failed: 'Oops... Unfortunately your order was failed.',
    unpaid: 'Your order waits for its payment',
    again: 'Try again or pay another way',
    now: 'Pay now',
    pay: /^Pay RM/,
    paid: 'Paid',
  },
  zh: {
    fpx: /^网上银行/,
    wallet: /^电子钱包/,
    bank: '银行或电子钱包',
    failed: '抱歉……您的订单未能完成。',
    unpaid: '您的订单等待付款',
    again: '重试或换一种付款方式',
    now: '立即付款',
    pay: /^付款 RM/,
    paid: '已付款',
  },
} as const;

/** Orders a jar of kaya by FPX, up to the gateway's page. */
async function orderByFpx(shopper: Shopper, lang: Lang): Promise<void> {
  const { page } = shopper;
  await addAndOpenCart(shopper, lang);
  await enterAddress(page, lang);
  await chooseSlot(page, lang);
  await page.getByRole('radio', { name: PAY[lang].fpx }).check();
  await page.getByLabel(PAY[lang].bank).selectOption({ label: 'Maybank2u' });
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: WORDS[lang].place, disabled: false }).click();
  await atGateway(page);
}

/** Waits for the gateway's page, and checks that it is marked as a sandbox. */
async function atGateway(page: Page): Promise<void> {
  await page.getByText('SANDBOX').waitFor();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)('pays by FPX and comes back to a paid order, in %s', async (lang, viewport) => {
  const shopper = await newShopper({ lang, viewport });
  const { page } = shopper;
  await orderByFpx(shopper, lang);
  expect(await page.getByRole('radio', { name: 'Maybank2u' }).isChecked()).toBe(true);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});

test('a refused payment is tried again with a wallet', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await orderByFpx(shopper, 'en');
  await press(page, 'Let the bank refuse');
  await page.getByRole('heading', { name: PAY.en.failed }).waitFor();
  expect(await findings(page)).toEqual([]);
  await press(page, PAY.en.again);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: PAY.en.wallet }).check();
  await dialog.getByLabel(PAY.en.bank).selectOption({ label: 'GrabPay' });
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: PAY.en.pay }).click();
  await atGateway(page);
  expect(await page.getByRole('radio', { name: 'GrabPay' }).isChecked()).toBe(true);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS.en.received }).waitFor();
});

test('a canceled payment leaves the order waiting, to be paid from its page', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  await orderByFpx(shopper, 'zh');
  await press(page, 'Cancel');
  await page.getByRole('button', { name: new RegExp(`${PAY.zh.now}|${PAY.zh.again}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: PAY.zh.fpx }).check();
  await dialog.getByRole('button', { name: PAY.zh.pay }).click();
  await atGateway(page);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS.zh.received }).waitFor();
});

test('a tab closed at the bank: the order is found paid when the shopper comes back', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const opened = page.waitForRequest((request) => request.url().includes('/checkout/web-payment'), { timeout: 60_000 });
  await orderByFpx(shopper, 'en');
  const query = new URL((await opened).url()).searchParams;
  await press(page, 'Pay, only the notice arrives');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await page.close();
  const later = await context.newPage();
  await later.goto(`/checkout/callback?order_number=${query.get('order_number')}&token=${query.get('token')}`);
  await later.getByRole('heading', { name: WORDS.en.received }).waitFor();
});

test('an order paid from two tabs is paid once, and the second payment goes back', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const opened = page.waitForRequest((request) => request.url().includes('/checkout/web-payment'), { timeout: 60_000 });
  await orderByFpx(shopper, 'en');
  const query = new URL((await opened).url()).searchParams;
  const [order_number, token] = [query.get('order_number'), query.get('token')];
  const second = await context.newPage();
  await second.goto(`/checkout/result?order_number=${order_number}&token=${token}`);
  await second.getByRole('heading', { name: PAY.en.unpaid }).waitFor();
  await press(second, PAY.en.now);
  await second.getByRole('dialog').getByRole('radio', { name: PAY.en.fpx }).check();
  await second.getByRole('dialog').getByRole('button', { name: PAY.en.pay }).click();
  await atGateway(second);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS.en.received }).waitFor();
  await press(second, 'Pay');
  await second.getByRole('heading', { name: WORDS.en.received }).waitFor();
  const attempts = await queryDatabase(
    `select a.state, r.state as refund from payment_attempts a join orders o on o.id = a.order_id
     left join refunds r on r.attempt_id = a.id where o.order_number = $1 order by a.state`,
    order_number ?? '',
  );
  expect(attempts).toEqual([
    { state: 'paid', refund: null },
    { state: 'paid_late', refund: 'requested' },
  ]);
});
