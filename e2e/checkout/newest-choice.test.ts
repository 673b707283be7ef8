/** The newest choices of a checkout win over earlier ones whose request is slow or tried again later. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import {
  addAndOpenCart,
  chooseSlot,
  enterAddress,
  enterCoupon,
  openLastDay,
  WORDS,
} from '../testing/guest-checkout.ts';
import { newShopper } from '../testing/shopper.ts';

const BUSY = {
  status: 503,
  headers: { 'Retry-After': '3' },
  json: { message: 'Many shoppers', code: 'checkout.busy' },
};
/** Longer than the time after which a refused request is tried again. */
const AFTER_RETRY_MS = 10_000;

const readHeldSlot = async (email: string): Promise<string> => {
  const [row] = await queryDatabase(`select held_slot_id from carts where choices ->> 'customer_email' = $1`, email);
  return String(row?.held_slot_id);
};

/** Hands the first request that saves a slot to `handle`. Resolves once it was sent, and once a later one has its response. */
async function interceptFirstSlot(page: Page, handle: (route: Route) => Promise<void>) {
  const [isSent, isNextSaved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  await page.route('**/api/checkout*', async (route) => {
    if (route.request().method() !== 'PUT' || !route.request().postDataJSON().delivery_slot_id) return route.continue();
    count++;
    if (count > 1) {
      await route.fulfill({ response: await route.fetch() });
      return isNextSaved.resolve();
    }
    isSent.resolve();
    return handle(route);
  });
  return { sent: isSent.promise, nextSaved: isNextSaved.promise };
}

test('a slot that was refused as busy is not saved again once the shopper has chosen another one', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await page.clock.install();
  const email = `newest-busy-${Date.now()}@example.com`;
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en', { email });
  const slots = await openLastDay(page, 'en');
  const { sent, nextSaved } = await interceptFirstSlot(page, (route) => route.fulfill(BUSY));
  await slots.first().check();
  await sent;
  await slots.last().check();
  await nextSaved;
  // Only the notice that the checkout is busy: the replaced choice shows no error.
  expect(await page.getByRole('status').getByText(BUSY.json.message).count()).toBe(1);
  await page.clock.fastForward(AFTER_RETRY_MS);
  await shopper.settle();
  expect(await readHeldSlot(email)).toBe(await slots.last().inputValue());
});

test('a slot whose request is slow does not replace one that the shopper chose after it', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  const email = `newest-slow-${Date.now()}@example.com`;
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en', { email });
  const slots = await openLastDay(page, 'en');
  const release = Promise.withResolvers<void>();
  const { sent, nextSaved } = await interceptFirstSlot(page, async (route) => {
    await release.promise;
    await route.continue();
  });
  await slots.first().check();
  await sent;
  await slots.last().check();
  // The second request waits for the first one; sent beside it, it would have its response first.
  await Promise.race([nextSaved, page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))]);
  release.resolve();
  await nextSaved;
  await shopper.settle();
  expect(await readHeldSlot(email)).toBe(await slots.last().inputValue());
});

test('a coupon is sent while the payment method waits to be sent again', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en');
  await page.route('**/api/checkout*', (route) =>
    route.request().method() === 'PUT' && route.request().postDataJSON().payment_method
      ? route.fulfill({ ...BUSY, headers: { 'Retry-After': '100' } })
      : route.continue(),
  );
  await chooseSlot(page, 'en');
  await page.getByRole('radio', { name: WORDS.en.cash }).check();
  await page.getByText(BUSY.json.message).first().waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && !!request.postDataJSON().coupon_code);
  await enterCoupon(page, 'checkout', 'NOSUCHCODE');
  expect((await sent).postDataJSON()).toEqual({ coupon_code: 'NOSUCHCODE' });
});
