/** Paying online at the stand-in gateway, which speaks the protocol of iPay88 (docs/partners.md#1). */
import { expect, test } from 'vitest';
import { expectCartAmounts } from '../testing/amounts.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, fillCart, newCustomer, uniqueDigits } from '../testing/customer.ts';
import { queryDatabase } from '../testing/database.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { orderByFpx, PAYMENT_WORDS, press, waitForGateway } from '../testing/online-payment.ts';
import { orderOnline } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';
import { runWallets } from '../testing/staff-command.ts';

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)('pays by FPX and comes back to a paid order, in %s', async (lang, viewport) => {
  const shopper = await newShopper({ lang, viewport });
  const { page } = shopper;
  await orderByFpx(shopper, lang, async () => {
    await page.getByText(PAYMENT_WORDS[lang].finalPrice).waitFor();
    expect(await findings(page)).toEqual([]);
  });
  expect(await page.getByRole('radio', { name: 'Maybank2u' }).isChecked()).toBe(true);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
  const paidTerm = page.getByRole('term').filter({ hasText: PAYMENT_WORDS[lang].paid });
  expect(await paidTerm.locator('xpath=following-sibling::dd').textContent()).toMatch(/^RM\d/);
  expect(await findings(page)).toEqual([]);
  // Back over the pages of gateway and payment: the checkout's entry shows the order again, and so does Forward.
  const paidOrder = page.url();
  const checkoutEntry = page.waitForURL(({ pathname }) => pathname === '/checkout', { waitUntil: 'commit' });
  await page.evaluate(() => history.go(-3));
  await checkoutEntry;
  const receivedHeading = page.getByRole('heading', { name: WORDS[lang].received });
  await receivedHeading.waitFor();
  expect(page.url()).toBe(paidOrder);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /Pandan Kaya|班兰咖椰/ }).waitFor();
  await page.goForward();
  await receivedHeading.waitFor();
  expectQuiet(shopper);
});

const newBuyer = () => ({
  recipient: 'Tan Mei Ling',
  email: `meiling-${uniqueDigits()}@example.com`,
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
});

/** Places a guest's order by the API, or a customer's with a token, and opens its payment at the gateway. */
async function openGateway({ page }: Shopper, choices?: Parameters<typeof orderOnline>[2]) {
  const order = await orderOnline(page, newBuyer(), choices);
  await page.goto(order.payment_page);
  await waitForGateway(page);
  return order;
}

test('a provider that takes no form: the shopper is redirected to its own page', async () => {
  const { page } = await newShopper();
  const { payment_page } = await orderOnline(page, newBuyer());
  const redirect = 'https://wallet.example/cashier/1';
  await page.route('**/api/orders/payment/*/form*', (route) =>
    route.fulfill({ json: { form: null, redirect, host_call: null } }),
  );
  await page.route(redirect, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The cashier</h1>' }));
  await page.goto(payment_page);
  await page.getByRole('heading', { name: 'The cashier' }).waitFor();
});

test('a refused payment is retried with a wallet', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await openGateway(shopper);
  await press(page, 'Let the bank refuse');
  await page.getByRole('heading', { name: PAYMENT_WORDS.en.failed }).waitFor();
  expect(await findings(page)).toEqual([]);
  await press(page, PAYMENT_WORDS.en.again);
  const dialog = page.getByRole('dialog');
  // The bank of the refused payment is offered first.
  expect(await dialog.getByRole('radio', { name: PAYMENT_WORDS.en.fpx }).isChecked()).toBe(true);
  expect(await dialog.getByLabel(PAYMENT_WORDS.en.bank).locator('option:checked').textContent()).toBe('Maybank2u');
  await dialog.getByRole('radio', { name: PAYMENT_WORDS.en.wallet }).check();
  await dialog.getByLabel(PAYMENT_WORDS.en.bank).selectOption({ label: 'GrabPay' });
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: PAYMENT_WORDS.en.pay }).click();
  await waitForGateway(page);
  expect(await page.getByRole('radio', { name: 'GrabPay' }).isChecked()).toBe(true);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS.en.received }).waitFor();
});

test('a canceled payment leaves the order waiting, to be paid from its page', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  await openGateway(shopper, { lang: 'zh' });
  await press(page, 'Cancel');
  await page.getByRole('button', { name: new RegExp(`${PAYMENT_WORDS.zh.now}|${PAYMENT_WORDS.zh.again}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: PAYMENT_WORDS.zh.fpx }).check();
  await dialog.getByRole('button', { name: PAYMENT_WORDS.zh.pay }).click();
  await waitForGateway(page);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: WORDS.zh.received }).waitFor();
});

test('an unpaid order is paid from its own page', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const { order_number, view_token: token } = await openGateway(shopper);
  await shopper.visit(`/track-order/view?order_number=${order_number}&token=${token}`);
  await page.getByRole('heading', { name: PAYMENT_WORDS.en.unpaid }).waitFor();
  await page.getByText(/^Pay by .*\d:\d\d\s[ap]m\. Until then/).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pending');
  expect(await findings(page)).toEqual([]);
  await press(page, PAYMENT_WORDS.en.now);
  const dialog = page.getByRole('dialog');
  // The payment method chosen for the order is offered first.
  expect(await dialog.getByRole('radio', { name: PAYMENT_WORDS.en.fpx }).isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: PAYMENT_WORDS.en.wallet }).check();
  await dialog.getByRole('button', { name: PAYMENT_WORDS.en.pay }).click();
  await waitForGateway(page);
  await press(page, 'Pay, only the return arrives');
  await page.getByRole('link', { name: 'Track your order' }).click();
  await page.getByRole('heading', { level: 1, name: /^Pending · Arriv/ }).waitFor();
  expect(await page.getByRole('button', { name: PAYMENT_WORDS.en.now }).count()).toBe(0);
  expectQuiet(shopper);
});

test('a tab closed at the bank: the order is found paid when the shopper comes back', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const { order_number, view_token: token, payment_page } = await openGateway(shopper);
  await press(page, 'Pay, only the notice arrives');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await page.close();
  const laterPage = await context.newPage();
  await laterPage.goto(`/checkout/callback?order_number=${order_number}&token=${token}`);
  await laterPage.getByRole('heading', { name: WORDS.en.received }).waitFor();
  // The payment page of a paid order shows the order.
  await laterPage.goto(payment_page);
  await laterPage.getByRole('heading', { name: WORDS.en.received }).waitFor();
});

test('a payment without notice or return: who comes back finds the order paid, not "Pay now" (docs/readings.md#10)', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const { order_number, view_token: token } = await openGateway(shopper);
  await press(page, 'Pay, and neither notice nor return arrives');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await page.close();
  const laterPage = await context.newPage();
  await laterPage.goto(`/track-order/view?order_number=${order_number}&token=${token}`);
  await laterPage.getByRole('heading', { level: 1, name: /^Pending · Arriv/ }).waitFor();
  expect(await laterPage.getByRole('button', { name: PAYMENT_WORDS.en.now }).count()).toBe(0);
  await laterPage.goto(`/checkout/result?order_number=${order_number}&token=${token}`);
  await laterPage.getByRole('heading', { name: WORDS.en.received }).waitFor();
});

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)(
  'after a refused payment the order is paid in cash on delivery, in %s (docs/readings.md#59)',
  async (lang, viewport) => {
    const shopper = await newShopper({ lang, viewport });
    const { page } = shopper;
    const { order_number, view_token: token } = await openGateway(shopper, { lang });
    await press(page, 'Let the bank refuse');
    await press(page, PAYMENT_WORDS[lang].cash);
    await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
    const query = new URLSearchParams({ order_number, token });
    const { order } = await (await page.request.get(`/api/order?${query}`)).json();
    expect([order.payment_method, order.payment_status]).toEqual(['cod', 'unpaid']);
    const cash = page.getByRole('term').filter({ hasText: PAYMENT_WORDS[lang].cashToHave });
    expect(await cash.locator('xpath=following-sibling::dd').textContent()).toBe(`RM${order.grand_total}`);
    expect(await findings(page)).toEqual([]);
    expectQuiet(shopper);
  },
);

test('after a refused payment the items go back into the cart (docs/readings.md#59)', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const { order_number } = await openGateway(shopper);
  await press(page, 'Let the bank refuse');
  await page.getByRole('button', { name: PAYMENT_WORDS.en.cash }).waitFor();
  await press(page, PAYMENT_WORDS.en.toCart);
  const cart = page.getByRole('dialog');
  await cart.getByText('Pandan Kaya').first().waitFor();
  await cart.getByRole('link', { name: WORDS.en.checkout }).waitFor();
  const orders = await queryDatabase('select status from orders where order_number = $1', order_number);
  expect(orders).toEqual([{ status: 'canceled' }]);
});

test('an unpaid order of a customer goes back into a cart that has items, and its coins to their wallet (docs/readings.md#59)', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const headers = asCustomer(shopper);
  const kaya = { id: '51', quantity: 2 };
  await runWallets('adjust', shopper.email, 'coins', '300', '--reason', 'Late delivery');
  const choices = { use_golds: 300, leave_at_door: true };
  const { id } = await openGateway(shopper, { token: shopper.token, items: [kaya], more: choices });
  await fillCart(shopper, headers, [{ ...kaya, quantity: 1 }]);
  await shopper.visit(`/my-account/orders/view?order_id=${id}`);
  await page.getByRole('link', { name: 'Your coins: 0', exact: true }).waitFor();
  await page.getByRole('button', { name: PAYMENT_WORDS.en.toCart }).waitFor();
  // No one is at the door to pay.
  expect(await page.getByRole('button', { name: PAYMENT_WORDS.en.cash }).count()).toBe(0);
  await press(page, PAYMENT_WORDS.en.toCart);
  const cart = page.getByRole('dialog');
  await cart.getByRole('button', { name: 'One more of Nyonya Pot Pandan Kaya' }).waitFor();
  const { items } = await (await page.request.get('/api/cart', { headers })).json();
  expect(items).toMatchObject([{ id: kaya.id, quantity: 3 }]);
  await expectCartAmounts(shopper, 'en', cart);
  await cart.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Your coins: 300', exact: true }).waitFor();
  expectQuiet(shopper);
});

test('an order paid from two tabs is paid once, and the second payment is refunded', async () => {
  const shopper = await newShopper();
  const { page, context } = shopper;
  const { order_number, view_token: token } = await openGateway(shopper);
  const second = await context.newPage();
  await second.goto(`/checkout/result?order_number=${order_number}&token=${token}`);
  await second.getByRole('heading', { name: PAYMENT_WORDS.en.unpaid }).waitFor();
  await press(second, PAYMENT_WORDS.en.now);
  await second.getByRole('dialog').getByRole('radio', { name: PAYMENT_WORDS.en.fpx }).check();
  await second.getByRole('dialog').getByRole('button', { name: PAYMENT_WORDS.en.pay }).click();
  await waitForGateway(second);
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
  const readStatus = async () =>
    (await queryDatabase('select status from orders where order_number = $1', order_number))[0]?.status;
  await expect.poll(readStatus, { timeout: 60_000 }).toBe('canceled');
}

test('an order that was not paid in time: its items go back into the cart', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const { order_number, view_token: token } = await openGateway(shopper);
  await expireOrder(order_number);
  await shopper.visit(`/checkout/result?order_number=${order_number}&token=${token}`);
  await page.getByRole('heading', { name: PAYMENT_WORDS.en.failed }).waitFor();
  await page.getByText('The order was cancelled before it was paid.').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(page, PAYMENT_WORDS.en.back);
  const cart = page.getByRole('dialog');
  await cart.getByText('Pandan Kaya').first().waitFor();
  await cart.getByRole('link', { name: WORDS.en.checkout }).waitFor();
  expectQuiet(shopper);
});

test('an order that is paid after it expired stays canceled, and its money is refunded', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  const { order_number } = await openGateway(shopper, { lang: 'zh' });
  await expireOrder(order_number);
  await press(page, 'Pay');
  await page.getByRole('heading', { name: PAYMENT_WORDS.zh.failed }).waitFor();
  await page.getByText('将全额退回原付款账户').waitFor();
  expect(await findings(page)).toEqual([]);
  const payments = await queryDatabase(
    `select a.state, r.state as refund, r.reason from payment_attempts a join orders o on o.id = a.order_id
     left join refunds r on r.attempt_id = a.id where o.order_number = $1`,
    order_number,
  );
  expect(payments).toEqual([{ state: 'paid_late', refund: 'requested', reason: 'paid_late' }]);
  await press(page, PAYMENT_WORDS.zh.back);
  await page.getByRole('dialog').getByRole('link', { name: WORDS.zh.checkout }).waitFor();
});
