/** The home page for guests and customers, and its aisle tiles. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newCustomer, signInDemoCustomer } from '../testing/customer.ts';
import { DESKTOP, newShopper, PHONE } from '../testing/shopper.ts';

const locateNewHere = (page: Page) => page.getByRole('heading', { name: 'New here?' });
const locateBuyAgain = (page: Page) => page.getByRole('region', { name: 'Buy again' });

test('a customer with orders finds what they bought instead of "New here?"', async () => {
  const customer = await signInDemoCustomer('arif@demo.example', { viewport: PHONE });
  await customer.visit('/');
  await locateBuyAgain(customer.page).getByRole('link').nth(1).waitFor();
  expect(await locateNewHere(customer.page).count()).toBe(0);
});

test('guests and customers without orders see "New here?"', async () => {
  const guest = await newShopper();
  await guest.visit('/');
  await locateNewHere(guest.page).waitFor();
  const customer = await newCustomer();
  await customer.visit('/');
  await locateNewHere(customer.page).waitFor();
  expect(await locateBuyAgain(customer.page).count()).toBe(0);
});

test.each([
  ['en', 'Coins & vouchers', 'Refer a friend'],
  ['zh', '金币与礼券', '邀请朋友'],
] as const)(
  'a guest at 1280 px finds coins and referral in header, page and footer: %s',
  async (lang, coins, refer) => {
    const { page, visit } = await newShopper({ viewport: DESKTOP, lang });
    await visit('/');
    for (const part of ['banner', 'main', 'contentinfo'] as const) {
      for (const [name, path] of [
        [coins, '/kk-coins'],
        [refer, '/refer'],
      ] as const) {
        const link = page.getByRole(part).getByRole('link', { name, exact: true });
        expect(await link.count(), `${name} in ${part}`).toBe(1);
        expect(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname).toBe(path);
      }
    }
  },
);

test('the account menu of a customer names coins and vouchers', async () => {
  const { page, visit } = await newCustomer({ viewport: DESKTOP });
  await visit('/');
  await page.getByRole('banner').getByRole('link', { name: 'Your account' }).click();
  const menu = page.getByRole('navigation', { name: 'Your account' });
  for (const [name, path] of [
    ['Coins', '/kk-coins'],
    ['Vouchers', '/my-account/vouchers'],
  ] as const) {
    expect(await menu.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
  }
});

test('the announcement of the RM150 draw leads to its terms', async () => {
  const { page, visit } = await newShopper({ viewport: DESKTOP });
  await visit('/');
  await page.getByRole('link', { name: /RM150 e-cash voucher/ }).click();
  await page.waitForURL(/\/terms.*#rm150-draw$/);
  await page.getByRole('heading', { name: /RM150 e-cash draw/ }).waitFor();
});

test.each([
  ['/', PHONE],
  ['/', DESKTOP],
  ['/categories', PHONE],
] as const)('aisle names on %s are above their picture and follow the dark theme', async (path, viewport) => {
  const { page, visit } = await newShopper({ viewport, dark: true });
  await visit(path);
  const tiles = page
    .locator('main li', { has: page.locator('a[href*="categories="]') })
    .filter({ has: page.locator('img') });
  const measures = await tiles.evaluateAll((all) =>
    all.map((tile) => {
      const name = tile.querySelector('a span')?.getBoundingClientRect();
      const picture = tile.querySelector('img')?.getBoundingClientRect();
      const link = tile.querySelector('a');
      return {
        overlap: (name?.bottom ?? 0) - (picture?.top ?? 0),
        colour: link === null ? '' : getComputedStyle(link).color,
      };
    }),
  );
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  expect(measures.length).toBeGreaterThan(3);
  expect(measures.filter(({ overlap, colour }) => overlap > 0 || colour !== ink)).toEqual([]);
});

test.each([
  ['en', 'Members', 'Coins & vouchers'],
  ['zh', '会员', '金币与礼券'],
] as const)(
  'on a phone the footer fits on one screen, and its groups open without JavaScript: %s',
  async (lang, group, link) => {
    const { page, visit } = await newShopper({ viewport: PHONE, lang, javaScript: false });
    await visit('/about-us');
    const footer = page.getByRole('contentinfo');
    expect((await footer.boundingBox())?.height).toBeLessThan(PHONE.height);
    const members = footer.getByRole('link', { name: link });
    expect(await members.isVisible()).toBe(false);
    await footer.locator('summary', { hasText: group }).click();
    expect(await members.isVisible()).toBe(true);
  },
);
