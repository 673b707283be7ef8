/** A guest whose browser forbids storage buys to the end (docs/readings.md#2), on a phone, in both languages. */
import { expect, test } from 'vitest';
import { addAndOpenCart, chooseSlot, confirmOrder, enterAddress } from '../testing/guest-checkout.ts';
import { expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

/** Makes the browser refuse what Chromium refuses with all cookies blocked: both storages and locks. */
function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: refuse });
  Object.defineProperty(window, 'sessionStorage', { get: refuse });
  navigator.locks.request = async () => refuse();
}

test.each(['en', 'zh'] as const)('orders with local storage forbidden (%s)', async (lang) => {
  const shopper = await newShopper({ viewport: PHONE, lang });
  const { page, context } = shopper;
  await context.addInitScript(forbidStorage);
  await addAndOpenCart(shopper, lang);
  await enterAddress(page, lang);
  await chooseSlot(page, lang);
  await confirmOrder(page, lang);
  const otherComplaints = shopper.complaints.filter((complaint) => !complaint.startsWith('Storage is not available'));
  expect(shopper.complaints.length - otherComplaints.length).toBe(1);
  expectQuiet({ ...shopper, complaints: otherComplaints });
});
