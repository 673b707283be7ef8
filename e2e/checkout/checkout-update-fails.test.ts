/** "Checkout update failure: toast with the server's response message" (docs/spec.md §8). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asCustomer, fillCart, newCustomer, saveAddress } from '../testing/customer.ts';
import { addAndOpenCart, chooseSlot, enterAddress, openLastDay, WORDS } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper } from '../testing/shopper.ts';

/** Finds a message in the region of toasts, which does not have the messages of fields. */
const locateToast = (page: Page, message: string) => page.getByRole('status').getByText(message, { exact: true });

/** Refuses every `PUT /checkout` of the page with a message. */
const refuseUpdates = (page: Page, message: string) =>
  page.route('**/api/checkout*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { message, code: 'x' } })
      : route.continue(),
  );

test.each(['en', 'zh'] as const)(
  'shows the response message of a failed PUT /checkout as a toast, in %s',
  async (lang) => {
    const shopper = await newShopper({ lang });
    const { page } = shopper;
    await addAndOpenCart(shopper, lang);
    await enterAddress(page, lang);
    await page.getByRole('radio', { name: WORDS[lang].freeSlot }).first().waitFor();
    const message = 'Deliveries are paused until noon';
    await refuseUpdates(page, message);
    // Choosing a slot saves it at once.
    await (await openLastDay(page, lang)).last().check();
    await locateToast(page, message).waitFor();
    await chooseSlot(page, lang);
    await page.getByRole('main').getByText(message).waitFor();
    expect(await page.getByRole('button', { name: WORDS[lang].place }).count()).toBe(0);
  },
);

test('shows it when another saved address is chosen', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), [{ id: '51', quantity: 1 }]);
  const sabah = { title: 'Parents', city: 'Kota Kinabalu', zip: '88000', state_id: 'MY-12' };
  await saveAddress(shopper, { ...sabah, street_address: '5, Jalan Gaya' });
  await saveAddress(shopper, { title: 'Home', is_default: true });
  await shopper.visit('/checkout');
  // The default address is priced, by its postcode or as it is, once nothing is sent any more.
  await page.getByRole('radio', { name: /Jalan Gaya/ }).waitFor();
  const readZip = async () => {
    const cart = await (await page.request.get('/api/cart', { headers: asCustomer(shopper) })).json();
    return cart.destination?.zip;
  };
  await expect.poll(readZip).toBe('47300');
  await shopper.settle();
  const message = 'Deliveries to Sabah are paused until noon';
  await refuseUpdates(page, message);
  await page.getByRole('radio', { name: /Jalan Gaya/ }).check();
  await locateToast(page, message).waitFor();
  expectQuiet(shopper, [422]);
});
