/**
 * A link of a store: "a logged-in user goes home and a logged-out user goes to sign up, once per session" (docs/spec.md
 * §2).
 */
import { expect, test } from 'vitest';
import { newCustomer } from '../testing/customer.ts';
import { expectQuiet, newShopper } from '../testing/shopper.ts';

const LINK = '/faq?ref=store&ref_id=SS2&ref_token=t0k3n';

test('leads a guest to sign up once per session and stores the referral', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await page.goto(LINK);
  await page.waitForURL(/\/signup/);
  expect(await page.evaluate(() => localStorage.getItem('store_referral'))).toContain('t0k3n');
  await shopper.visit(LINK);
  expect(new URL(page.url()).pathname).toBe('/faq');
  expectQuiet(shopper);
});

test('leads a customer home', async () => {
  const shopper = await newCustomer();
  await shopper.page.goto(LINK);
  await shopper.page.waitForURL((url) => url.pathname === '/');
  expectQuiet(shopper);
});
