/** Coupons in cart, checkout, order and mail: every message of docs/spec.md §5 and §8 and of docs/api.md#promotions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { asCustomer, fillCart, newCustomer, register, saveAddress, uniqueDigits } from '../testing/customer.ts';
import { queryDatabase } from '../testing/database.ts';
import {
  addAndOpenCart,
  chooseCash,
  chooseSlot,
  confirmOrder,
  enterAddress,
  enterCoupon,
  WORDS,
} from '../testing/guest-checkout.ts';
import { readInbox } from '../testing/inbox.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

/** A jar of kaya costs RM6.90. Its brand has no automatic promotion; the brand of the banana chips has one. */
const [KAYA, BANANA_CHIPS, CHIPS_BRAND] = ['51', '28', 'warung-wan'];

const PERCENT_10 = { kind: 'percentage', percent: 10, max_amount: null };
const weekday = new Date(Date.now() + 8 * 3_600_000).getUTCDay();

type CouponRow = Record<string, string | number | boolean | object | null>;
const PROMOTIONS: CouponRow[] = [
  { code: 'E2E-TEN', name_en: 'Ten percent off', name_zh: '九折优惠' },
  { code: 'E2E-MIN', min_spend: 3_000 },
  { code: 'E2E-SNACKS', min_spend: 3_000, goods_en: 'snacks', goods_zh: '零食' },
  // Not tomorrow's weekday, since the day may end in between.
  { code: 'E2E-DAY', weekdays: [(weekday + 3) % 7] },
  { code: 'E2E-BRAND', brands: ['no-such-brand'] },
  { code: 'E2E-ONCE', customer_limit: 1 },
  { code: 'E2E-FIRST', first_order_only: true },
  { code: 'E2E-TWO', min_spend: 1_300, name_en: 'Two jars' },
  { code: 'E2E-SHIP', class: 'delivery', benefit: { kind: 'free_delivery' }, name_en: 'Delivery on us' },
  { code: 'E2E-SMALL', benefit: { kind: 'fixed', amount: 10 } },
  { code: null, name_en: 'Chips at half price', brands: [CHIPS_BRAND ?? ''], benefit: { ...PERCENT_10, percent: 50 } },
];

beforeAll(async () => {
  for (const promotion of PROMOTIONS) {
    const key = String(promotion.code ?? promotion.name_en);
    const row = { key, name_en: key, class: 'order', benefit: PERCENT_10, ...promotion };
    const columns = Object.keys(row).join(', ');
    await queryDatabase(
      `insert into promotions (${columns}) select ${columns} from jsonb_populate_record(null::promotions, $1::jsonb)`,
      JSON.stringify(row),
    );
  }
});
afterAll(async () => {
  await queryDatabase(
    "update promotions set is_active = false where code like 'E2E-%' or name_en like 'Chips at half%'",
  );
});

test('a guest meets each reason why a coupon does not apply, then uses one, in English on a desktop', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const email = `coupon-${Date.now()}@example.com`;
  await addAndOpenCart(shopper, 'en');
  await enterAddress(page, 'en', { email });
  await chooseSlot(page, 'en');
  const main = page.locator('main');
  await main.getByText(WORDS.en.haveCode).click();
  const messages: [string, string][] = [
    ['', 'Coupon is required'],
    ['never', 'Invalid coupon entered'],
    ['e2e-min', 'Spend RM23.10 more to use this coupon.'],
    ['e2e-snacks', 'Spend RM23.10 more on snacks to use this coupon.'],
    ['e2e-day', 'This coupon is not valid today.'],
    ['e2e-brand', 'This coupon is not for the items in your cart.'],
  ];
  for (const [code, message] of messages) {
    await enterCoupon(page, 'checkout', code);
    await main.getByText(message, { exact: true }).waitFor();
    // docs/spec.md §8 "Checkout update failure: toast"; an empty field is not sent.
    if (code !== '') await page.getByRole('status').getByText(message, { exact: true }).waitFor();
  }
  expect(await findings(page)).toEqual([]);

  await enterCoupon(page, 'checkout', ' e2e-ten');
  await main.getByText('E2E-TEN: RM0.69 off').waitFor();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await summary.getByText('Ten percent off').waitFor();
  await summary.getByText('-RM0.69', { exact: true }).waitFor();
  await summary.getByText('Discount -RM0.69').waitFor();
  const remove = main.getByRole('button', { name: 'Remove coupon E2E-TEN' });
  await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await findings(page)).toEqual([]);

  // docs/spec.md §8: 'Failed to remove coupon', then 'Coupon is removed'.
  await page.route('**/api/checkout*', (route) => route.fulfill({ status: 500 }));
  await remove.click();
  await page.getByText('Failed to remove coupon').waitFor();
  await page.unroute('**/api/checkout*');
  await remove.click();
  await page.getByText('Coupon is removed').waitFor();
  await summary.getByText('Ten percent off').waitFor({ state: 'detached' });

  await enterCoupon(page, 'checkout', 'e2e-ship');
  await main.getByText(/^E2E-SHIP: RM[\d.]+ off/).waitFor();
  await summary.getByText('Delivery on us').waitFor();
  await confirmOrder(page, 'en');
  await page.getByRole('main').getByRole('link', { name: 'Track your order' }).click();
  await page.getByRole('heading', { level: 2, name: 'Items' }).waitFor();
  await page.getByText('Delivery on us').waitFor();
  expect(await findings(page)).toEqual([]);
  const mail = await readInbox(page, email);
  expect(mail.text).toMatch(/^Delivery on us \(E2E-SHIP\): -RM\d/m);
  expectQuiet(shopper, [422, 500]);
});

test('a coupon in the cart shows the missing amount when its condition is no longer met, and the order goes through, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await addAndOpenCart(shopper, 'zh');
  const cart = page.getByRole('dialog', { name: /您的购物车/ });
  await enterCoupon(page, 'cart', 'E2E-TWO', 'zh');
  await cart.getByText('再买 RM6.10 即可使用此优惠码。', { exact: true }).first().waitFor();
  await cart.getByRole('button', { name: /加一件/ }).click();
  await expect.poll(() => cart.getByText('RM13.80').count()).toBeGreaterThan(0);
  await enterCoupon(page, 'cart', 'E2E-TWO', 'zh');
  await cart.getByText('E2E-TWO：减 RM1.38').waitFor();
  await cart.getByText('折扣 -RM1.38').waitFor();
  expect(await findings(page)).toEqual([]);
  await cart.getByRole('button', { name: /减一件/ }).click();
  await cart.getByText('再买 RM6.10 即可使用此优惠码。', { exact: true }).first().waitFor();
  expect(await findings(page)).toEqual([]);

  await enterAddress(page, 'zh');
  await chooseSlot(page, 'zh');
  await page.locator('main').getByText('再买 RM6.10 即可使用此优惠码。').waitFor();
  await confirmOrder(page, 'zh');
  expectQuiet(shopper, [422]);
});

test('says that another offer saves as much, that a coupon was used, and that it is for first orders', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const buyer = {
    recipient: 'Aminah Osman',
    email: shopper.email,
    contact_number: '012-345 6789',
    street_address: '12, Jalan SS2/24',
  };
  await fillCart(shopper, asCustomer(shopper), [{ id: KAYA ?? '', quantity: 1 }]);
  const response = await page.request.put('/api/checkout', {
    headers: asCustomer(shopper),
    data: { coupon_code: 'E2E-ONCE' },
  });
  expect(response.status()).toBe(200);
  await placeOrder(page, buyer, shopper.token);

  await fillCart(shopper, asCustomer(shopper), [
    { id: KAYA ?? '', quantity: 1 },
    { id: BANANA_CHIPS ?? '', quantity: 1 },
  ]);
  await shopper.visit('/cart');
  const cart = page.getByRole('dialog', { name: /^Your cart/ });
  await cart.getByText('Chips at half price').filter({ visible: true }).waitFor();
  for (const [code, message] of [
    ['E2E-SMALL', 'Your cart already has an offer that saves at least as much.'],
    ['E2E-ONCE', 'You have already used this coupon.'],
    ['E2E-FIRST', 'This coupon is for first orders only.'],
  ] as const) {
    await enterCoupon(page, 'cart', code);
    await cart.getByText(message, { exact: true }).first().waitFor();
  }
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper, [422]);
});

test('an order with a coupon that the buyer cannot use leads to the coupon; the printed order names another one', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const buyer = {
    recipient: 'Tan Mei Ling',
    email: `again-${Date.now()}@example.com`,
    contact_number: '012-345 6789',
    street_address: '12, Jalan SS2/24',
  };
  await placeOrder(page, buyer);
  await addAndOpenCart(shopper, 'en');
  await enterCoupon(page, 'cart', 'E2E-FIRST');
  await page.getByRole('dialog').getByText('E2E-FIRST: RM0.69 off').waitFor();
  await enterAddress(page, 'en', { email: buyer.email });
  await chooseSlot(page, 'en');
  await chooseCash(page, 'en');
  await page.getByRole('button', { name: WORDS.en.place }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'This coupon is for first orders only.' });
  await problem.getByRole('button', { name: 'Fix' }).click();
  const remove = page.getByRole('main').getByRole('button', { name: 'Remove coupon E2E-FIRST' });
  await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await remove.waitFor({ state: 'detached' });
  await enterCoupon(page, 'checkout', 'E2E-TEN');
  await page.getByRole('main').getByText('E2E-TEN: RM0.69 off').waitFor();
  await confirmOrder(page, 'en');
  await page.getByRole('main').getByRole('link', { name: 'Track your order' }).click();
  await page.getByRole('link', { name: 'Print or save as PDF' }).click();
  const sheet = page.getByRole('article');
  await sheet.getByText('Ten percent off').waitFor();
  await sheet.getByText('Discount -RM0.69').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expectQuiet(shopper, [422]);
});

test('a friend whose phone ordered as a guest in the meantime confirms the total without 10% off, and has ordered (docs/api.md#promotions)', async () => {
  const guest = await newShopper();
  const headers = asCustomer(await register(guest, 'Siti Nurhaliza'));
  const { me } = await (await guest.page.request.get('/api/me', { headers })).json();
  const contact_number = `012-${uniqueDigits()}`;
  const shopper = await newCustomer({ viewport: DESKTOP }, { referral_code: me.referral_code });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), [{ id: KAYA ?? '', quantity: 2 }]);
  await saveAddress(shopper, { title: 'Home', email: shopper.email, contact_number, is_default: true });
  await shopper.visit('/checkout');
  await page.getByRole('button', { name: WORDS.en.toDelivery }).click();
  await chooseSlot(page, 'en');
  await chooseCash(page, 'en');
  const summary = page.getByRole('complementary', { name: 'Your order' });
  const discount = summary.getByText("10% off with a friend's code");
  await discount.waitFor();
  await summary.getByText('-RM1.38').first().waitFor();
  const placeButton = page.getByRole('button', { name: 'Place order · RM21.40', disabled: false });
  await placeButton.click();
  const phone = page.getByRole('dialog', { name: 'Phone number' });
  const laterButton = phone.getByRole('button', { name: WORDS.en.verifyLater });
  await laterButton.waitFor();

  const email = `guest-${uniqueDigits()}@example.com`;
  await placeOrder(guest.page, { recipient: 'Aminah', email, contact_number, street_address: '3, Jalan Langgar' });
  await laterButton.click();
  const confirm = page.getByRole('button', { name: 'Confirm and place order · RM22.80', disabled: false });
  await confirm.waitFor();
  expect(await discount.count()).toBe(0);
  await summary.getByText('Discount changed').waitFor();
  expect(await findings(page)).toEqual([]);
  await confirm.click();
  await page.getByRole('heading', { name: WORDS.en.received }).waitFor();
  await page.getByRole('main').getByText('RM22.80', { exact: true }).waitFor();
  expectQuiet(shopper, [409]);
});
