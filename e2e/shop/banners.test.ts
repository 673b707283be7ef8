/** Banners in their places, the popup banner, and the notice of changed terms (docs/spec.md §2 "popup banner"). */
import { checkoutResultPath } from '@shop/core/links/paths';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { newCustomer } from '../testing/customer.ts';
import { queryDatabase } from '../testing/database.ts';
import { PAYMENT_WORDS } from '../testing/online-payment.ts';
import { orderOnline } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

/** Opens a shopper whose page has a fake clock, which the story advances. */
async function newShopperWithClock(options: Parameters<typeof newShopper>[0] = {}): Promise<Shopper> {
  const shopper = await newShopper({ viewport: DESKTOP, popups: true, ...options });
  await shopper.page.clock.install();
  return shopper;
}

const locatePopup = (page: Page) => page.getByRole('dialog', { name: /^(An offer for you|给您的优惠)$/ });

/** Returns whether the popup is open before its delay of 5 s; on a busy machine the page's clock may be past it. */
const isTooEarly = (page: Page) =>
  locatePopup(page).evaluateAll((popups) => popups.length > 0 && performance.now() < 5_000);

/** Moves the clock past the popup's delay and its next check a second later. */
async function waitForPopup({ page, settle }: Shopper): Promise<void> {
  await page.clock.runFor(5_000);
  await settle();
  await page.clock.runFor(1_500);
  await settle();
}

const movePointer = async ({ page }: Shopper) => {
  await page.mouse.move(20, 400);
  await page.mouse.move(30, 410);
};

describe('the popup banner', () => {
  test.each([
    ['a phone', PHONE, 'en'],
    ['a desktop', DESKTOP, 'zh'],
  ] as const)('opens on %s 5 s after the first page, and never again once it is closed', async (_, viewport, lang) => {
    const shopper = await newShopperWithClock({ viewport, lang });
    const { page } = shopper;
    await shopper.visit('/');
    await movePointer(shopper);
    await page.clock.runFor(4_000);
    await shopper.settle();
    expect(await isTooEarly(page)).toBe(false);
    await waitForPopup(shopper);
    await locatePopup(page).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.clock.runFor(1_000);
    await locatePopup(page).waitFor({ state: 'hidden' });

    await page.evaluate(() => sessionStorage.clear());
    await page.clock.setSystemTime(Date.now() + 3 * 86_400_000);
    await shopper.visit('/products');
    await movePointer(shopper);
    await waitForPopup(shopper);
    expect(await locatePopup(page).isVisible()).toBe(false);
    expectQuiet(shopper);
  });

  test('one that was left open opens again on another day, in another session', async () => {
    const shopper = await newShopperWithClock();
    const { page } = shopper;
    const comeBack = async () => {
      await shopper.visit('/');
      await movePointer(shopper);
      await waitForPopup(shopper);
    };
    await comeBack();
    await locatePopup(page).waitFor();
    await comeBack();
    expect(await locatePopup(page).isVisible()).toBe(false);
    await page.evaluate(() => sessionStorage.clear());
    await comeBack();
    expect(await locatePopup(page).isVisible()).toBe(false);
    await page.evaluate(() => sessionStorage.clear());
    // A page of the shop that is still open when the day begins would open the popup itself.
    await page.goto('about:blank');
    await page.clock.setSystemTime(Date.now() + 86_400_000);
    await comeBack();
    await locatePopup(page).waitFor();
  });

  test('follows its link, which counts as closed', async () => {
    const shopper = await newShopperWithClock();
    const { page } = shopper;
    await shopper.visit('/');
    await movePointer(shopper);
    await waitForPopup(shopper);
    await locatePopup(page).getByRole('link', { name: 'See what members get' }).click();
    await page.waitForURL('**/kk-coins');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('popups'))).toContain('welcome-popup');
  });

  test('does not open on the page of an unpaid order, and does on the next page', async () => {
    const shopper = await newShopperWithClock();
    const { page } = shopper;
    const buyer = {
      recipient: 'Popup Payer',
      email: 'popup.payer@example.com',
      contact_number: '0123459871',
      street_address: '8 Jalan Bukit',
    };
    const { order_number, view_token: token } = await orderOnline(page, buyer);
    await shopper.visit(checkoutResultPath({ order_number, token }));
    await page.getByText(PAYMENT_WORDS.en.unpaid).first().waitFor();
    await movePointer(shopper);
    await waitForPopup(shopper);
    expect(await locatePopup(page).isVisible()).toBe(false);
    await shopper.visit('/');
    await movePointer(shopper);
    await waitForPopup(shopper);
    await locatePopup(page).waitFor();
  });

  test.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('opens and closes on %s without moving, if the device asks for that', async (_, viewport) => {
    const shopper = await newShopperWithClock({ viewport });
    const { page } = shopper;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await shopper.visit('/');
    await movePointer(shopper);
    await waitForPopup(shopper);
    await locatePopup(page).waitFor();
    const motion = await locatePopup(page).evaluate((dialog) => ({
      running: dialog.getAnimations({ subtree: true }).length,
      durations: [...new Set(getComputedStyle(dialog).transitionDuration.split(', '))],
      opacity: getComputedStyle(dialog).opacity,
    }));
    expect(motion).toEqual({ running: 0, durations: ['0s'], opacity: '1' });
    await locatePopup(page).getByRole('button', { name: 'No, thanks' }).click();
    await page.clock.runFor(1_000);
    await locatePopup(page).waitFor({ state: 'hidden' });
    expectQuiet(shopper);
  });

  test('docs/own-shop.md: the picture is cut around the tenth next to its focal point', async () => {
    const shopper = await newShopperWithClock();
    const { page } = shopper;
    await page.route(/\/api\/banners\?/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const movedBanners = data.map((banner: object) => ({ ...banner, focus: { x: 68, y: 33 } }));
      await route.fulfill({ response, json: { ...rest, data: movedBanners } });
    });
    await shopper.visit('/');
    await movePointer(shopper);
    await waitForPopup(shopper);
    const picture = locatePopup(page).locator('img');
    await picture.waitFor();
    expect(await picture.evaluate((img) => getComputedStyle(img).objectPosition)).toBe('70% 30%');
  });

  test.each<[string, string, (shopper: Shopper) => Promise<void>]>([
    ['over checkout', '/checkout', movePointer],
    ['while the shopper reads by keyboard', '/', ({ page }) => page.keyboard.press('Tab')],
    ['for a screen reader, which sends no input', '/', async () => undefined],
    [
      'over a form with text in it',
      '/contact-us',
      async (shopper) => {
        await shopper.page.getByRole('textbox', { name: 'Subject' }).fill('A missing jar of kaya');
        await shopper.page.getByRole('heading', { level: 1 }).click();
        await movePointer(shopper);
      },
    ],
  ])('does not open %s', async (_, path, act) => {
    const shopper = await newShopperWithClock();
    await shopper.visit(path);
    await act(shopper);
    await waitForPopup(shopper);
    expect(await locatePopup(shopper.page).isVisible()).toBe(false);
  });
});

test('a banner above the products of its category and of a search, also without JavaScript', async () => {
  const shopper = await newShopper({ viewport: PHONE, javaScript: false });
  const { page } = shopper;
  await shopper.visit('/categories/view?categories=snacks,potato-cassava-chips');
  expect(await page.getByRole('link', { name: 'Movie night, one box' }).getAttribute('href')).toBe('/bundles');
  await shopper.visit('/categories/view?categories=pantry');
  expect(await page.getByRole('link', { name: 'Movie night, one box' }).count()).toBe(0);
  await shopper.visit('/products?keyword=kaya');
  await page.getByRole('link', { name: 'Shocking deals change at 8 pm' }).waitFor();
});

test('the cart shows its banner to a customer without orders, not to a guest', async () => {
  const openCart = async ({ page, visit }: Shopper) => {
    await visit('/products?keyword=kaya');
    await page.getByRole('button', { name: 'Add Nyonya Pot Pandan Kaya to the cart' }).first().click();
    await page
      .getByRole('button', { name: /^Cart, 1 item/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Check ?out/ })
      .waitFor();
    return page.getByRole('dialog').getByRole('link', { name: 'Your first order earns extra points' });
  };
  const customer = await newCustomer({ viewport: DESKTOP });
  await (await openCart(customer)).waitFor();
  const guest = await newShopper({ viewport: DESKTOP });
  const newCustomerBanner = await openCart(guest);
  await guest.settle();
  expect(await newCustomerBanner.count()).toBe(0);
});

test('a customer hears once that the terms changed, and closes the notice for good', async () => {
  const customer = await newCustomer({ viewport: PHONE });
  const { page } = customer;
  const notice = page.getByRole('complementary', { name: 'Updated terms' });
  // The customer accepted an earlier version of the terms.
  await queryDatabase(
    `update consents set version = '2026-01-01'
     where kind = 'terms' and customer_id = (select id from customers where email = $1)`,
    customer.email,
  );
  await customer.visit('/my-account');
  await notice.getByRole('link', { name: /^Terms & conditions, \d+ \w+ 2026$/ }).waitFor();
  expect(await findings(page)).toEqual([]);
  await notice.getByRole('button', { name: 'Close this notice' }).click();
  await notice.waitFor({ state: 'hidden' });
  await customer.visit('/');
  await customer.settle();
  expect(await notice.count()).toBe(0);
});
