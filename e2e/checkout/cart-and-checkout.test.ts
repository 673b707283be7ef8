/** Tests the ways into cart and checkout, and back from them. */
import { describe, expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

describe('The cart', () => {
  test('opens at /cart, reaches the edge of the window, and has one bin per line', async () => {
    const shopper = await newShopper({ viewport: DESKTOP });
    const { page } = shopper;
    await addAndOpenCart(shopper, 'en');
    const drawer = page.getByRole('dialog', { name: /^Your cart/ });
    await drawer.waitFor();
    await shopper.visit('/cart');
    await drawer.waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    const rightEdge = await drawer.evaluate((dialog) => dialog.getBoundingClientRect().right);
    expect(rightEdge).toBe(DESKTOP.width);

    const bins = drawer.getByRole('button', { name: 'Remove Nyonya Pot Pandan Kaya' });
    expect(await bins.count()).toBe(1);
    await drawer.getByRole('button', { name: 'One more of Nyonya Pot Pandan Kaya' }).click();
    await drawer.getByRole('button', { name: 'One less of Nyonya Pot Pandan Kaya' }).waitFor();
    expect(await bins.count()).toBe(1);
    expectQuiet(shopper);
  });

  test('opens from the sheet of a product with options, which shows the number of units in the cart', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    await shopper.visit('/products?keyword=pandan coconut cookies');
    await page.getByRole('link', { name: 'Choose an option of Nenek Bakes Pandan Coconut Cookies' }).click();
    const sheet = page.getByRole('dialog', { name: 'Choose' });
    await sheet.getByRole('button', { name: /^Add · RM/ }).click();
    await sheet.getByText('1 in your cart').waitFor();
    await sheet.getByRole('button', { name: 'View' }).click();
    await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
    await sheet.waitFor({ state: 'hidden' });
    expectQuiet(shopper);
  });
});

describe('The checkout', () => {
  test('explains unattended delivery and frozen goods at the choice, and offers help', async () => {
    const shopper = await newShopper({ viewport: DESKTOP });
    const { page } = shopper;
    await addAndOpenCart(shopper, 'en', 'beku-bros-chicken-nuggets');
    // The list of states arrives after the postcode was typed; its state is still filled in.
    let stateRequests = 0;
    await page.route('**/api/states*', async (route) => {
      stateRequests++;
      await expect.poll(() => page.getByLabel('Postcode').inputValue()).toBe('47300');
      await route.continue();
    });
    await enterAddress(page, 'en');
    expect(stateRequests).toBeGreaterThan(0);
    const leaveAtDoor = page.getByRole('switch', { name: 'Leave at my door' });
    await leaveAtDoor.click();
    await page.getByText('Cash on delivery is not available then').waitFor();
    await leaveAtDoor.click();

    const chilledMethod = page.getByRole('radio', { name: /^Chilled/ });
    expect(await chilledMethod.isChecked()).toBe(true);
    await page.getByText('Your cart has frozen items. Chilled').waitFor();
    const summary = page.getByRole('complementary', { name: 'Your order' });
    const before = await summary.textContent();
    await page.getByRole('radio', { name: /^Standard/ }).check();
    await page.getByText('They may thaw with Standard').waitFor();
    // The totals follow the choice at once.
    await expect.poll(() => summary.textContent()).not.toBe(before);

    await page.getByRole('link', { name: 'Help' }).click();
    const help = page.getByRole('dialog', { name: 'Help with your order' });
    await help.getByText('Mon-Fri 8:30 am - 6:00 pm').waitFor();
    expect(await findings(page)).toEqual([]);
    expectQuiet(shopper);
  });

  test('lets Back from a placed order lead to the page before it, and Forward to the order again', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    await addAndOpenCart(shopper, 'en');
    await enterAddress(page, 'en');
    await chooseSlot(page, 'en');
    const orderRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/checkout')) orderRequests.push(request.url());
    });
    await confirmOrder(page, 'en');
    const order = page.url();
    const receivedHeading = page.getByRole('heading', { name: WORDS.en.received });
    const product = page.getByRole('heading', { level: 1, name: /Pandan Kaya/ });
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await receivedHeading.waitFor();
      await page.goBack();
      await product.waitFor();
      expect(new URL(page.url()).pathname).toBe('/products/view');
      await page.goForward();
      await receivedHeading.waitFor();
      expect(page.url()).toBe(order);
    }
    expect(await page.getByText(/cart is empty/).count()).toBe(0);
    expect(orderRequests).toHaveLength(1);
    expectQuiet(shopper);
  });

  test('says what to do without JavaScript', async () => {
    const shopper = await newShopper({ javaScript: false });
    await shopper.visit('/checkout');
    // Text selectors skip <noscript>.
    const notice = shopper.page.locator('main noscript');
    expect(await notice.isVisible()).toBe(true);
    expect(await notice.textContent()).toContain('Checkout needs JavaScript');
    expect(await notice.textContent()).toContain('03-5550 0100 (Mon-Fri 8:30 am - 6:00 pm)');
  });

  test('does not report a failure at /checkout/result without an order', async () => {
    const shopper = await newShopper();
    await shopper.visit('/checkout/result');
    await shopper.page.getByRole('heading', { level: 1, name: 'Which order are you looking for?' }).waitFor();
    expect(await shopper.page.getByText('Unfortunately your order was failed').count()).toBe(0);
    expectQuiet(shopper);
  });
});
