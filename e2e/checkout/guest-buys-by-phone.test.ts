/** A guest on a phone, in Chinese: finds a product, reaches its limit, pays cash on delivery, tracks the order. */
import { expect, test } from 'vitest';
import { chooseSlot } from '../testing/guest-checkout.ts';
import { readInbox } from '../testing/inbox.ts';
import { expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

test('orders as a guest, from search to order tracking, by touch, in Chinese: "Guest ordering" (docs/spec.md §1)', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const email = `meiling-${Date.now()}@example.com`;

  await shopper.visit('/');
  await page.getByRole('combobox', { name: '搜索商品' }).fill('咖椰');
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /班兰咖椰/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /班兰咖椰/ }).waitFor();

  // docs/spec.md §5: 'The maximum quantity allowed for purchase is {max}', shown at the stepper.
  await page.getByRole('button', { name: '加入购物车 · RM6.90' }).click();
  const quantity = page.getByRole('textbox', { name: /班兰咖椰.*的数量|^数量/ }).first();
  await quantity.fill('6');
  await quantity.press('Enter');
  await expect.poll(() => page.getByText('此商品最多可购买 5 件').first().isVisible()).toBe(true);
  await quantity.fill('5');
  await quantity.press('Enter');
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: /加一件/ })
        .first()
        .getAttribute('aria-disabled'),
    )
    .toBe('true');

  await page
    .getByRole('button', { name: /购物车/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: /您的购物车/ });
  // The final amount, with delivery fee and bag fee (docs/ux.md#rule-23).
  await drawer.getByRole('link', { name: '结账 · RM43.50' }).click();

  await page.getByRole('button', { name: '以访客身份下单' }).click();
  await page.getByLabel('姓名').fill('陈美玲');
  await page.getByLabel('电话').fill('012-345 6789');
  await page.getByLabel('电邮').fill(email);
  await page.getByLabel('邮政编码').fill('47300');
  // Postcode first, city and state filled in (docs/ux.md#rule-29).
  await expect.poll(() => page.getByLabel('城市').inputValue()).toBe('Petaling Jaya');
  await page.getByLabel('街道地址').fill('12, Jalan SS2/24');
  await page.getByRole('button', { name: '下一步：配送' }).click();

  await page.getByRole('heading', { name: /配送/ }).first().waitFor();
  await chooseSlot(page, 'zh');

  await page.getByRole('radio', { name: /^货到付款/ }).check();
  const place = page.getByRole('button', { name: /^下单 · RM/, disabled: false });
  await place.waitFor();
  const total = ((await place.textContent()) ?? '').replace('下单 · ', '').trim();
  expect(total).toBe('RM43.50');
  await place.click();

  await page.getByRole('heading', { name: '订单已收到' }).waitFor();
  const number =
    (await page
      .getByText(/^[0-9A-HJKMNP-TV-Z]{8}$/)
      .first()
      .textContent()) ?? '';
  await page.getByText(total).first().waitFor();

  // The acknowledgement, in the order's language (docs/ux.md#rule-40).
  const mail = await readInbox(page, email);
  expect(mail.subject).toContain(number);
  expect(mail.text).toContain('班兰咖椰');
  expect(mail.text).toContain(total);

  await shopper.visit('/track-order');
  await page.getByLabel('订单号码').fill(number);
  await page.getByLabel('电话或电邮').fill('+60 12-345 6789');
  await page.getByRole('button', { name: '追踪订单' }).click();
  await page.getByRole('heading', { level: 1, name: /^待处理/ }).waitFor();
  await page.getByText(number).waitFor();
  await page
    .getByText(/班兰咖椰/)
    .first()
    .waitFor();
  // The page has no contact in its address, and survives a reload.
  expect(page.url()).not.toContain('345');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^待处理/ }).waitFor();
  // An order's lines lead to their products.
  await page
    .getByRole('main')
    .getByRole('link', { name: /班兰咖椰/ })
    .click();
  await page.getByRole('heading', { level: 1, name: /班兰咖椰/ }).waitFor();
  expectQuiet(shopper);
});
