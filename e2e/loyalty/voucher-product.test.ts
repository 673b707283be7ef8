/** Buying a product that issues a voucher (docs/readings.md#22). */
import { accountPath, ROUTES } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import { expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { newCustomer, readLastOrder, saveAddress } from '../testing/customer.ts';
import { chooseCash, chooseSlot, confirmWithoutPhone, WORDS } from '../testing/guest-checkout.ts';
import { expectQuiet, PHONE } from '../testing/shopper.ts';
import { runOrders } from '../testing/staff-command.ts';

test('a customer buys a voucher product, and finds its five vouchers with their codes once the order is paid', async () => {
  const customer = await newCustomer({ viewport: PHONE });
  const { page } = customer;
  await saveAddress(customer, { title: 'Home', is_default: true, email: customer.email });
  await customer.visit(`${ROUTES.product}?slug=kopi-lorong-five-cup-voucher`);
  const cartUpdate = page.waitForResponse(
    (response) => response.url().includes('/api/cart') && response.request().method() === 'PUT',
  );
  await page
    .getByRole('button', { name: formatMessage(en['cart.add_amount'], { amount: 'RM12.50' }, 'en') })
    .first()
    .click();
  await page
    .getByRole('group', { name: /Five-cup/ })
    .first()
    .waitFor();
  // The update is sent a moment after the click, and followed by another request of the cart.
  expect((await cartUpdate).status()).toBe(200);
  await customer.settle();
  await customer.visit('/checkout');
  await page.getByRole('button', { name: WORDS.en.toDelivery }).click();
  await chooseSlot(page, 'en');
  await chooseCash(page, 'en');
  await confirmWithoutPhone(page, 'en');
  const { order_number } = await readLastOrder(customer);

  await customer.visit(accountPath('ownVouchers'));
  await page.getByText(en['loyalty.none_active']).waitFor();
  // Cash is paid on delivery.
  for (let step = 0; step < 4; step++) await runOrders('advance', order_number);
  await customer.visit(accountPath('ownVouchers'));
  const vouchers = page.getByRole('article').filter({ hasText: 'One hot coffee' });
  await expect.poll(() => vouchers.count()).toBe(5);
  await vouchers.first().getByRole('button', { name: 'One hot coffee' }).click();
  await page.getByRole('dialog').getByText(en['loyalty.usable_store']).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: en['loyalty.voucher_show'] }).click();
  await page.getByRole('dialog').getByRole('img', { name: en['loyalty.card_qr'] }).waitFor();
  expectQuiet(customer);
});
