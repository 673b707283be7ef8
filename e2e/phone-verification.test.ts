/** A guest's order above the value that needs a verified phone, on a phone, in Chinese (docs/security.md "Limits"). */
import { afterAll, expect, inject, test } from 'vitest';
import { readCode } from './inbox.ts';
import { expectQuiet, newShopper, PHONE } from './shopper.ts';
import { copySeededDataDir, openStore, removeDataDir } from './store.ts';

const store = await openStore(copySeededDataDir(inject('seededDataDir')), { OPEN_ORDERS_UNPROVEN_VALUE: '10' });
afterAll(async () => {
  await store.stop();
  removeDataDir(store.dataDir);
});

test('places the order when the code from the message is typed', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh', url: store.url });
  const { page } = shopper;
  await shopper.visit('/products/view?slug=nyonya-pot-pandan-kaya');
  await page.getByRole('button', { name: /^加入购物车/ }).click();
  await page
    .getByRole('button', { name: /购物车/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: /您的袋子/ })
    .getByRole('link', { name: /^结账/ })
    .click();
  await page.getByRole('button', { name: '以访客身份下单' }).click();
  await page.getByLabel('姓名').fill('陈美玲');
  await page.getByLabel('电话').fill('012-987 6543');
  await page.getByLabel('电邮').fill('meiling@example.com');
  await page.getByLabel('邮政编码').fill('47300');
  await expect.poll(() => page.getByLabel('城市').inputValue()).toBe('Petaling Jaya');
  await page.getByLabel('街道地址').fill('12, Jalan SS2/24');
  await page.getByRole('button', { name: '继续选择配送' }).click();
  await page
    .getByRole('radio', { name: /[上下]午.*不另收费/ })
    .first()
    .check();
  await page.getByRole('button', { name: '继续付款' }).click();
  await page.getByRole('button', { name: /^下单 · RM/ }).click();

  const dialog = page.getByRole('dialog', { name: '确认您的手机号码' });
  const code = dialog.getByLabel('验证码');
  await code.waitFor();
  const sent = await readCode(page, '+60129876543');
  await code.fill(sent === '000000' ? '000001' : '000000');
  await dialog.getByText('验证码无效').first().waitFor();
  await code.fill(sent);
  await page.getByRole('heading', { name: '订单已收到' }).waitFor();
  // The order before its proof, and the wrong code.
  expectQuiet(shopper, [422]);
});
