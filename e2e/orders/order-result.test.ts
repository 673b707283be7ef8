/** "The result page shows order received or failed." (docs/spec.md §2) */
import { expect, test } from 'vitest';
import { placeOrder } from '../testing/place-order.ts';
import { newShopper } from '../testing/shopper.ts';

const BUYER = {
  recipient: 'Tan Mei Ling',
  email: 'result@e2e.example',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
};

test.each([
  [{ status: 'pending' }, 'Order received', 'We are sending a confirmation to result@e2e.example'],
  [{ status: 'canceled' }, 'Oops... Unfortunately your order was failed.', 'The order was cancelled.'],
  [{ payment_status: 'failed' }, 'Oops... Unfortunately your order was failed.', 'The payment did not go through.'],
])('shows an order with %j as "%s"', async (changes, title, text) => {
  const shopper = await newShopper();
  const { page } = shopper;
  const order_number = await placeOrder(page, BUYER);
  const query = new URLSearchParams({ order_number, contact: BUYER.email });
  const response = await page.request.get(`/api/order?${query}`);
  const { order } = (await response.json()) as { order: object };
  await page.route('**/api/order?*', (route) => route.fulfill({ json: { order: { ...order, ...changes } } }));
  await shopper.visit(`/checkout/result?order_number=${order_number}&token=t`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await page.locator('main').textContent()).toContain(text);
});
