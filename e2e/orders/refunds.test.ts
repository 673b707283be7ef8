/** Staff refund a complete order, and the customer sees it in the order (docs/readings.md#56). */
import { accountPath } from '@shop/core/links/paths';
import { expect, test } from 'vitest';
import { describeEntry } from '../../server/loyalty/wallets/entry-texts.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, readLastOrder } from '../testing/customer.ts';
import { endReturns } from '../testing/end-returns.ts';
import { payOrderByFpx, placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, PHONE } from '../testing/shopper.ts';
import { runOrders, runPayments } from '../testing/staff-command.ts';

const WORDS = {
  en: { order: 'Order', refunds: 'Refunds', due: 'will be refunded', refunded: 'was refunded' },
  zh: { order: '订单', refunds: '退款', due: '将退还', refunded: '已退还' },
} as const;

test.each([
  ['en', PHONE],
  ['zh', DESKTOP],
] as const)(
  'a customer sees what is refunded of a complete order, due and paid back, in %s',
  async (lang, viewport) => {
    const words = WORDS[lang];
    const shopper = await newCustomer({ viewport, lang });
    const { page } = shopper;
    const buyer = {
      recipient: 'Aminah Osman',
      email: `refund-${lang}-${Date.now()}@example.com`,
      contact_number: '012-345 6788',
      street_address: `${Date.now() % 1_000}, Jalan SS2/24`,
    };
    const number = await placeOrder(page, buyer, shopper.token);
    for (let step = 0; step < 4; step++) await runOrders('advance', number);
    await runOrders('refund', number, '--amount', '1.50', '--comment', 'Late');
    for (const step of ['approve', 'send', 'settle']) {
      await runPayments(step, number, ...(step === 'approve' ? [] : ['--reference', 'Bank transfer']));
    }
    await runOrders('refund', number, '--item', '1:1', '--restock');
    await shopper.visit('/my-account/orders');
    await page.getByRole('link', { name: `${words.order} ${number}`, exact: true }).click();
    const refunds = page.getByRole('list', { name: words.refunds }).getByRole('listitem');
    await expect
      .poll(() => refunds.allTextContents())
      .toEqual([expect.stringContaining(words.refunded), expect.stringContaining(words.due)]);
    expect(await refunds.first().textContent()).toContain('RM1.50');
    expect(await findings(page)).toEqual([]);
    expectQuiet(shopper);
  },
);

test('an order paid by FPX is refunded in two parts: a phone shows each, and the points that it takes back, in zh', async () => {
  const shopper = await newCustomer({ viewport: PHONE, lang: 'zh' });
  const { page, token } = shopper;
  const readPoints = async (): Promise<number> => {
    const response = await page.request.get('/api/wallet_transactions', { headers: asCustomer(shopper) });
    return (await response.json()).balances.point.balance;
  };
  const pointsBefore = await readPoints();
  const buyer = {
    recipient: '陈美玲',
    email: shopper.email,
    contact_number: '012-345 6787',
    street_address: `${Date.now() % 1_000}, Jalan SS2/24`,
  };
  const { id } = await (await page.request.get('/api/products/nyonya-pot-pandan-kaya')).json();
  const number = await payOrderByFpx(page, buyer, token, [{ id, quantity: 3 }]);
  await expect.poll(() => runPayments('attempts', number), { timeout: 60_000 }).not.toContain('unconfirmed');
  for (let step = 0; step < 4; step++) await runOrders('advance', number);
  await endReturns(number);
  const pointsAfterOrder = await readPoints();

  const payBack = async () => {
    await runPayments('approve', number);
    for (const step of ['send', 'settle']) await runPayments(step, number, '--reference', 'FPX 1');
  };
  const readRefunds = async (): Promise<string[]> => {
    await shopper.visit('/my-account/orders');
    await page.getByRole('link', { name: `订单 ${number}`, exact: true }).click();
    const refunds = page.getByRole('list', { name: '退款' }).getByRole('listitem');
    await refunds.first().waitFor();
    expect(await findings(page)).toEqual([]);
    return refunds.allTextContents();
  };
  await runOrders('refund', number, '--item', '1:1', '--restock');
  expect(await readRefunds()).toEqual([expect.stringMatching(/^将退还 RM\d/)]);
  await payBack();
  const pointsAfterPart = await readPoints();
  expect(pointsAfterPart).toBeGreaterThan(pointsBefore);
  expect(pointsAfterPart).toBeLessThan(pointsAfterOrder);
  await runOrders('refund', number, '--all', '--restock');
  await expect
    .poll(readRefunds)
    .toEqual([expect.stringMatching(/^已退还 RM\d/), expect.stringMatching(/^将退还 RM\d/)]);
  await payBack();
  const refundTexts = await readRefunds();
  expect(refundTexts).toEqual(Array(2).fill(expect.stringMatching(/^已退还 RM\d/)));
  const sen = refundTexts.map((text) => Math.round(Number(/RM([\d.]+)/.exec(text)?.[1]) * 100));
  expect(sen.reduce((sum, amount) => sum + amount)).toBe(
    Math.round(Number((await readLastOrder(shopper)).grand_total) * 100),
  );

  await shopper.visit(`${accountPath('wallet')}?kind=point`);
  await page
    .getByRole('region', { name: zh['loyalty.your_wallets'] })
    .getByText(String(pointsBefore), { exact: true })
    .waitFor();
  const clawbackEntries = page
    .getByRole('region', { name: zh['loyalty.activity'] })
    .getByRole('listitem')
    .filter({ hasText: describeEntry('clawback', { order_number: number }, 'zh') });
  // Three entries: the points of the first refund, those of the second, and the reward for the first order.
  expect(await clawbackEntries.count()).toBe(3);
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});
