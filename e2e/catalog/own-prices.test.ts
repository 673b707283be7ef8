/** Members with prices of their own see them on every page, although the server renders the public prices. */
import { ROUTES } from '@shop/core/links/paths';
import { expect, test } from 'vitest';
import { newCustomer, type TestAccount } from '../testing/customer.ts';
import { queryDatabase } from '../testing/database.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper, setClockAhead } from '../testing/shopper.ts';

/** A loaf that costs members of the second tier less: the price `own`. */
const LOAF = { slug: 'oven-pagi-wholemeal', name: 'Oven Pagi Wholemeal', price: 'RM4.20', own: 'RM3.95' };
const PRODUCT = `${ROUTES.product}?slug=${LOAF.slug}`;

/** Pages with the loaf: its own, an aisle and a search. */
const PAGES = [PRODUCT, '/categories/view?categories=bread-buns', '/products?keyword=wholemeal'] as const;

const joinSecondTier = ({ email }: TestAccount) =>
  queryDatabase(
    `update customers set group_id = (select id from customer_groups where code = 'tunas') where email = $1`,
    email,
  );

/** Locates the first price on the product's own page, or on its card elsewhere. */
const locatePrice = ({ page }: Shopper, path: string) => {
  const area =
    path === PRODUCT
      ? page.locator('main')
      : page.locator('main').getByRole('article').filter({ hasText: LOAF.name }).first();
  return area.getByText(/^RM\d+\.\d\d$/).first();
};

const countCatalogueCalls = ({ page }: Shopper): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(products|search)/.test(pathname)) count++;
  });
  return () => count;
};

/** Adds up the layout shifts of every page that is opened from now on. */
const measureShifts = ({ context }: Shopper) =>
  context.addInitScript(() => {
    new PerformanceObserver((list) => {
      const values = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')));
      const before = Number(document.documentElement.dataset.shift ?? 0);
      document.documentElement.dataset.shift = String(values.reduce((sum, value) => sum + value, before));
    }).observe({ type: 'layout-shift', buffered: true });
  });

const readShift = async ({ page }: Shopper) => Number((await page.locator('html').getAttribute('data-shift')) ?? 0);

test.each([
  { on: 'a phone', viewport: PHONE },
  { on: 'a desktop', viewport: DESKTOP },
])('a member who opens a page directly sees their own price without a jump, on $on', async ({ viewport }) => {
  const member = await newCustomer({ viewport });
  await joinSecondTier(member);
  await measureShifts(member);
  for (const path of PAGES) {
    await member.visit(path);
    await expect.poll(() => locatePrice(member, path).textContent(), { message: path }).toBe(LOAF.own);
    await member.settle();
    expect(await readShift(member), path).toBeLessThan(0.1);
  }
  // The home page's rows are hydrated one by one while prices arrive.
  const calls = countCatalogueCalls(member);
  await member.visit('/');
  await expect.poll(calls).toBeGreaterThan(1);
  await member.settle();
  expect(await readShift(member), 'home').toBeLessThan(0.1);
  expectQuiet(member);
});

test('a member who signs out sees public prices at once', async () => {
  const member = await newCustomer({ viewport: DESKTOP });
  await joinSecondTier(member);
  await member.visit(PRODUCT);
  await expect.poll(() => locatePrice(member, PRODUCT).textContent()).toBe(LOAF.own);
  // Another tab signs out.
  const otherTab = await member.context.newPage();
  await otherTab.goto('/logout');
  await expect.poll(() => locatePrice(member, PRODUCT).textContent()).toBe(LOAF.price);
});

test('guests, and members without a price group, load no list again', async () => {
  for (const shopper of [await newShopper(), await newCustomer()]) {
    // The browser's clock is an hour ahead: what the server sends is fresh nevertheless, whenever it was rendered.
    await setClockAhead(shopper, 3_600_000);
    const calls = countCatalogueCalls(shopper);
    for (const path of PAGES) {
      await shopper.visit(path);
      await shopper.settle();
      expect(await locatePrice(shopper, path).textContent(), path).toBe(LOAF.price);
    }
    await shopper.visit('/');
    await shopper.settle();
    expect(calls()).toBe(0);
  }
});
