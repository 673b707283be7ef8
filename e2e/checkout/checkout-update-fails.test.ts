/** "Checkout update failure: toast with the server's response message" (docs/spec.md §8). */
import { expect, test } from 'vitest';
import { addAndOpenCart, chooseSlot, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { newShopper } from '../testing/shopper.ts';

test.each(['en', 'zh'] as const)(
  'shows the response message of a failed PUT /checkout as a toast, in %s',
  async (lang) => {
    const shopper = await newShopper({ lang });
    const { page } = shopper;
    await addAndOpenCart(shopper, lang);
    await enterAddress(page, lang);
    await page.getByRole('radio', { name: WORDS[lang].freeSlot }).first().waitFor();
    const message = 'Deliveries are paused until noon';
    await page.route('**/api/checkout*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { message, code: 'x' } })
        : route.continue(),
    );
    await chooseSlot(page, lang);
    await page.getByText(message).first().waitFor();
    expect(await page.getByRole('button', { name: WORDS[lang].place }).count()).toBe(0);
  },
);
