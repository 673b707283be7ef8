/** Guests' orders above the value that needs a verified phone, on a phone (docs/security.md "Limits"). */

import type { Locator } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { addAndOpenCart, chooseCash, chooseSlot, enterAddress, WORDS } from '../testing/guest-checkout.ts';
import { readCode } from '../testing/inbox.ts';
import { expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from '../testing/store.ts';

const store = await openStore(copySeededDataDir(inject('seededDataDir')), { OPEN_ORDERS_UNPROVEN_VALUE: '10' });
afterAll(async () => {
  await store.stop();
  removeDataDir(store.dataDir);
});

/** Expects a text to be on the screen and not covered, for example by the bar with "Place order". */
async function expectInView(text: Locator): Promise<void> {
  await text.waitFor();
  const isUncovered = await text.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
  expect(isUncovered).toBe(true);
}

test('explains a refused order beside its button, announces it, and leads to the field (docs/ux.md#rule-30)', async () => {
  const shopper = await newShopper({ viewport: PHONE, url: store.url });
  const { page } = shopper;
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en', { phone: '03-1234 5678' });
  await chooseSlot(page, 'en');
  await chooseCash(page, 'en');
  await page.getByRole('button', { name: WORDS.en.place, disabled: false }).click();

  const explanation = page.getByRole('alert').getByText('Please use a Malaysian mobile number');
  await expectInView(explanation);
  await page.getByRole('button', { name: 'Fix' }).click();
  await expect.poll(() => page.getByLabel('Phone').evaluate((field) => field === document.activeElement)).toBe(true);
  expectQuiet(shopper, [422]);
});

test('places the order when the code from the message is typed', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh', url: store.url });
  const { page } = shopper;
  await addAndOpenCart(shopper, 'zh');
  await enterAddress(page, 'zh', { phone: '012-987 6543', email: 'meiling@example.com' });
  await chooseSlot(page, 'zh');
  await chooseCash(page, 'zh');
  await page.getByRole('button', { name: WORDS.zh.place, disabled: false }).click();

  const dialog = page.getByRole('dialog', { name: '验证您的手机号码' });
  const code = dialog.getByLabel('验证码');
  await code.waitFor();
  const number = dialog.getByText('012-987 6543', { exact: true });
  expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
  // The page's own message waits until the dialog is closed.
  const explanation = page.getByText('请先用验证码验证手机号码再下单。');
  expect(await explanation.count()).toBe(0);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expectInView(explanation);
  await page.getByRole('button', { name: '验证我的号码' }).click();
  await code.waitFor();

  const digits = await readCode(page, '+60129876543');
  await code.fill(digits === '000000' ? '000001' : '000000');
  await dialog.getByText('验证码无效').first().waitFor();
  await code.fill(digits);
  await page.getByRole('heading', { name: '订单已收到' }).waitFor();
  // 422: the order without a verified phone, and the wrong code; 429: the second request of a code.
  expectQuiet(shopper, [422, 429]);
});
