/** Paying online at the stand-in gateway, which speaks the protocol of iPay88 (docs/partners.md#1). */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { queryDatabase } from '../testing/database.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { atGateway, orderByFpx, PAY, press } from '../testing/online-payment.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)('pays by FPX and comes back to a paid order, in %s', async (lang, viewport) => {
  const shopper = await newShopper({ lang, viewport });
  const { page } = shopper;
  await orderByFpx(shopper, lang, async () => expect(await findings(page)).toEqual([]));
  expect(await page.getByRole('radio', { name: 'Maybank2u' }).isChecked()).toBe(true);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});

test('a refused payment is retried with a wallet', async () => {
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

test('an unpaid order is paid from its own page', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const { order_number, token } = await orderByFpx(shopper, 'en');
  await shopper.visit(`/track-order/view?order_number=${order_number}&token=${token}`);
  await page.getByRole('heading', { name: PAY.en.unpaid }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pending');
  expect(await findings(page)).toEqual([]);
  await press(page, PAY.en.now);
  const dialog = page.getByRole('dialog');
  // The way chosen for the order is offered first.
  expect(await dialog.getByRole('radio', { name: PAY.en.fpx }).isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: PAY.en.wallet }).check();
  await dialog.getByRole('button', { name: PAY.en.pay }).click();
  await atGateway(page);
  await press(page, 'Pay, only the return arrives');
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.getByRole('heading', { level: 1, name: /^Pending · Arriv/ }).waitFor();
  expect(await page.getByRole('button', { name: PAY.en.now }).count()).toBe(0);
  expectQuiet(shopper);
});

test('a tab closed at the bank: the order is found paid when the shopper comes back', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const { order_number, token } = await orderByFpx(shopper, 'en');
  await press(page, 'Pay, only the notice arrives');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await page.close();
  const later = await context.newPage();
  await later.goto(`/checkout/callback?order_number=${order_number}&token=${token}`);
  await later.getByRole('heading', { name: WORDS.en.received }).waitFor();
});

test('an order paid from two tabs is paid once, and the second payment is refunded', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const { order_number, token } = await orderByFpx(shopper, 'en');
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
    order_number,
  );
  expect(attempts).toEqual([
    { state: 'paid', refund: null },
    { state: 'paid_late', refund: 'requested' },
  ]);
});

/** Moves an order's placing back by 31 minutes and runs the job that cancels it. */
async function expireOrder(order_number: string): Promise<void> {
  await queryDatabase(
    `update orders set created_at = created_at - interval '31 minutes' where order_number = $1`,
    order_number,
  );
  await queryDatabase(`insert into pgboss.job (name, data) values ('minutely', '{}')`);
  const status = async () =>
    (await queryDatabase('select status from orders where order_number = $1', order_number))[0]?.status;
  await expect.poll(status, { timeout: 60_000 }).toBe('canceled');
}

test('an order that was not paid in time: its items go back into the cart', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const { order_number, token } = await orderByFpx(shopper, 'en');
  await expireOrder(order_number);
  await shopper.visit(`/checkout/result?order_number=${order_number}&token=${token}`);
  await page.getByRole('heading', { name: PAY.en.failed }).waitFor();
  await page.getByText('The order was cancelled before it was paid.').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(page, PAY.en.back);
  const cart = page.getByRole('dialog');
  await cart.getByText('Pandan Kaya').first().waitFor();
  await cart.getByRole('link', { name: WORDS.en.checkout }).waitFor();
  expectQuiet(shopper);
});

test('an order that is paid after it expired stays canceled, and its money is refunded', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  const { order_number } = await orderByFpx(shopper, 'zh');
  await expireOrder(order_number);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: PAY.zh.failed }).waitFor();
  await page.getByText('将全额退回原付款账户').waitFor();
  expect(await findings(page)).toEqual([]);
  const payments = await queryDatabase(
    `select a.state, r.state as refund, r.reason from payment_attempts a join orders o on o.id = a.order_id
     left join refunds r on r.attempt_id = a.id where o.order_number = $1`,
    order_number,
  );
  expect(payments).toEqual([{ state: 'paid_late', refund: 'requested', reason: 'paid_late' }]);
  await press(page, PAY.zh.back);
  await page.getByRole('dialog').getByRole('link', { name: WORDS.zh.checkout }).waitFor();
});
