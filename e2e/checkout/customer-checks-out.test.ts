/** A customer with an address book chooses, edits and adds addresses in the checkout. */
import { expect, test } from 'vitest';
import { expectCartAmounts, expectOrderAmounts } from '../testing/amounts.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, fillCart, newCustomer, PASSWORD, saveAddress, uniqueDigits } from '../testing/customer.ts';
import { chooseCash, chooseSlot, enterCoupon, openLastDay } from '../testing/guest-checkout.ts';
import { readCode } from '../testing/inbox.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

/** Kaya, with plenty of stock. */
const KAYA = [{ id: '51', quantity: 2 }];

type ListedOrder = {
  order_number: string;
  shipping_address: { street_address: string; zip: string };
  payment_method: string;
};

test('chooses, edits and adds an address in the checkout, by touch, in Chinese', async () => {
  const shopper = await newCustomer({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), KAYA);
  await saveAddress(shopper, {
    title: 'Office',
    street_address: '8, Jalan Ampang',
    city: 'Kuala Lumpur',
    zip: '50450',
    state_id: 'MY-14',
  });
  await saveAddress(shopper, { title: 'Home', is_default: true });
  await shopper.visit('/checkout');
  const home = page.getByRole('radio', { name: /Jalan SS2\/24/ });
  const office = page.getByRole('radio', { name: /Jalan Ampang/ });
  await home.waitFor();
  expect(await home.isChecked()).toBe(true);
  // The items' pictures are in sight from the first step.
  const picture = page.locator('summary img');
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await findings(page)).toEqual([]);

  await office.check();
  await page.getByRole('button', { name: '编辑' }).click();
  const dialog = page.getByRole('dialog', { name: '编辑地址' });
  await dialog.getByLabel('街道地址').fill('88, Jalan Ampang');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: '保存地址' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('radio', { name: /88, Jalan Ampang/ }).waitFor();
  expect(await office.isChecked()).toBe(true);

  await page.getByRole('radio', { name: '新地址' }).check();
  expect(await page.getByLabel('姓名').inputValue()).toBe('Aminah Osman');
  await page.getByLabel('邮政编码').fill('05100');
  await expect.poll(() => page.getByLabel('城市').inputValue()).toBe('Alor Setar');
  await page.getByLabel('街道地址').fill('3, Jalan Langgar');
  await page.getByRole('checkbox', { name: '将此地址保存到我的地址簿' }).check();
  // docs/spec.md §7: "afterwards me, cart and shippings are refetched".
  const meResponse = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/me');
  await page.getByRole('button', { name: '下一步：配送' }).click();
  await meResponse;
  await page
    .getByRole('radio', { name: /不另收费/ })
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);

  // Goes back again: the new address is in the book and chosen; the edited one is for this order.
  await page.getByRole('button', { name: /^编辑.*地址/ }).click();
  const newAddress = page.getByRole('radio', { name: /Jalan Langgar/ });
  await newAddress.waitFor();
  expect(await newAddress.isChecked()).toBe(true);
  await office.check();
  await page.getByRole('button', { name: '下一步：配送' }).click();
  await chooseSlot(page, 'zh');
  await page.getByRole('radio', { name: /^货到付款/ }).check();
  const placeButton = page.getByRole('button', { name: /^下单 · RM/, disabled: false });
  await placeButton.waitFor();
  expect(await findings(page)).toEqual([]);
  await placeButton.click();
  // The account has no phone yet: the number of the address is suggested; another one is verified.
  const phone = page.getByRole('dialog', { name: '电话号码' });
  const number = phone.getByRole('textbox', { name: '手机号码' });
  await expect.poll(() => number.inputValue()).toMatch(/345\s?6789/);
  expect(await findings(page)).toEqual([]);
  const digits = uniqueDigits();
  await number.fill(`019-${digits}`);
  await phone.getByRole('button', { name: '发送验证码' }).click();
  await phone.getByRole('textbox', { name: '验证码' }).fill(await readCode(page, `6019${digits}`));
  await page.getByRole('heading', { name: '订单已收到' }).waitFor();
  await shopper.settle();
  expect(await findings(page)).toEqual([]);
  const answer = await page.request.get('/api/orders', { headers: asCustomer(shopper) });
  const { data } = (await answer.json()) as { data: ListedOrder[] };
  expect(data.map(({ shipping_address }) => shipping_address)).toMatchObject([
    { street_address: '88, Jalan Ampang', zip: '50450', city: 'Kuala Lumpur' },
  ]);

  // The result lists the items and the points, and leads to the order in the account.
  const main = page.getByRole('main');
  await main.getByRole('listitem').filter({ hasText: '班兰咖椰' }).waitFor();
  await main
    .getByText(/\d 积分/)
    .first()
    .waitFor();
  await main.getByRole('link', { name: '追踪订单' }).click();
  await page.waitForURL(/\/my-account\/orders\/view/);
  await main.getByRole('link', { name: '咨询此订单' }).click();
  await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe('Aminah Osman');
  expect(await page.getByLabel('电邮').inputValue()).toBe(shopper.email);
  expect(await page.getByLabel('订单号码').inputValue()).toBe(data[0]?.order_number);
  await shopper.visit('/track-order');
  await page.getByRole('heading', { name: '您未完成的订单' }).waitFor();
  await main.getByRole('link', { name: `订单 ${data[0]?.order_number}` }).waitFor();
  expect(await findings(page)).toEqual([]);
  expectQuiet(shopper);
});

test('prices delivery for each saved address as soon as it is chosen', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), KAYA);
  const sabah = { title: 'Parents', city: 'Kota Kinabalu', zip: '88000', state_id: 'MY-12' };
  await saveAddress(shopper, { ...sabah, street_address: '5, Jalan Gaya' });
  await saveAddress(shopper, { title: 'Home', is_default: true });
  await shopper.visit('/checkout');
  const summary = page.getByRole('complementary', { name: 'Your order' });
  // The default address is chosen already.
  await summary.getByText('from RM8.00').waitFor();
  await page.getByRole('radio', { name: /Jalan Gaya/ }).check();
  await summary.getByText('from RM15.00').waitFor();
  await page.getByRole('radio', { name: 'New address' }).check();
  await page.getByLabel('Postcode').fill('05100');
  await summary.getByText('from RM8.00').waitFor();
  await page.getByRole('radio', { name: /Jalan Gaya/ }).check();
  await summary.getByText('from RM15.00').waitFor();
  expectQuiet(shopper);
});

test('a customer without a phone fills in every section, sees exact totals, and may add the phone later', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const answer = await page.request.get('/api/products/laksa-kit');
  const { id } = (await answer.json()) as { id: string };
  // RM99.30: delivery in Selangor is free, unless a kit (RM28.50) is removed. No deal of any day touches these prices.
  await fillCart(shopper, asCustomer(shopper), [...KAYA, { id, quantity: 3 }]);
  const contact_number = `012-${uniqueDigits()}`;
  await saveAddress(shopper, { title: 'Home', email: shopper.email, contact_number, is_default: true });
  await shopper.visit('/checkout');
  await page.getByRole('radio', { name: /Jalan SS2\/24/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Billing address is the same as the delivery address' }).uncheck();
  await page.getByLabel('Postcode').fill('05100');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Alor Setar');
  await page.getByLabel('Street address').fill('3, Jalan Langgar');
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await page.getByText('Bill to:').waitFor();

  // The kit has frozen fish balls, so that the chilled method is preselected.
  await page.getByRole('radio', { name: /^Standard/ }).check();
  await (await openLastDay(page, 'en')).last().check();
  await page.getByLabel('Delivery instructions').fill('Leave it with the guard');
  await page.getByRole('button', { name: 'Other', exact: true }).click();
  await page.getByLabel('Amount').fill('4.50');
  await page.getByRole('button', { name: 'Continue to payment' }).click();

  await enterCoupon(page, 'checkout', 'WELCOME10');
  await chooseCash(page, 'en');
  const main = page.getByRole('main');
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await summary.getByText('-RM9.93').waitFor();
  await summary.getByText("You've got free shipping").waitFor();
  await summary.getByText(/^You will earn \d+ points$/).waitFor();
  expect(await expectCartAmounts(shopper, 'en', summary)).toBe('RM94.85');

  await summary.getByRole('button', { name: 'Change items' }).click();
  const drawer = page.getByRole('dialog', { name: /^Your cart/ });
  await drawer.getByRole('button', { name: 'One less of Laksa Kit' }).click();
  await drawer.getByText(/^Spend RM16\.28 more to get Free Shipping$/).waitFor();
  expect(await expectCartAmounts(shopper, 'en', drawer)).toBe('RM77.20');
  await drawer.getByRole('button', { name: 'One more of Laksa Kit' }).click();
  await drawer.getByText("You've got free shipping").waitFor();
  expect(await expectCartAmounts(shopper, 'en', drawer)).toBe('RM94.85');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expectCartAmounts(shopper, 'en', summary);
  await main.getByText('Please have RM94.85 ready in cash.').waitFor();

  const placeButton = page.getByRole('button', { name: 'Place order · RM94.85', disabled: false });
  await placeButton.click();
  const phone = page.getByRole('dialog', { name: 'Phone number' });
  await phone.getByText('Add your phone number to your account').waitFor();
  // "Later" goes on with the order.
  const orderResponse = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/orders/checkout');
  await phone.getByRole('button', { name: 'Later' }).click();
  const { order } = await (await orderResponse).json();
  expect(order.billing_address).toMatchObject({ street_address: '3, Jalan Langgar', zip: '05100' });
  await page.getByRole('heading', { name: 'Order received' }).waitFor();
  await main.getByText('RM94.85', { exact: true }).waitFor();
  await main.getByRole('link', { name: 'Track your order' }).click();
  await main.getByText('Leave it with the guard').waitFor();
  await expectOrderAmounts({ ...order.totals, promotions: order.promotions }, 'en', main);
  expectQuiet(shopper);
});

test('reports a saved address without a postcode and opens its editor, on a desktop', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const login = { login: 'arif@demo.example', password: PASSWORD };
  const { token } = (await (await page.request.post('/api/token', { data: login })).json()) as { token: string };
  await shopper.context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await fillCart(shopper, { authorization: `Bearer ${token}` }, KAYA);
  await shopper.visit('/checkout');
  const message = 'Please review zip code for your address to proceed.';
  const error = page.getByRole('group', { name: 'Delivery address' }).getByText(message);
  await page.getByRole('radio', { name: /Lorong Contoh/ }).check();
  await error.waitFor();
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await page.getByRole('alert').getByRole('link', { name: message }).click();
  expect(await findings(page)).toEqual([]);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit address' });
  await dialog.getByText(message).first().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);
  expectQuiet(shopper);
});

test('prefills a first address and saves it to the address book', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), KAYA);
  await shopper.visit('/checkout');
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Aminah Osman');
  expect(await page.getByLabel('Email').inputValue()).toBe(shopper.email);
  expect(await page.getByRole('checkbox', { name: 'Save this address in my address book' }).isChecked()).toBe(true);
  await page.getByLabel('Phone').fill('012-345 6789');
  await page.getByLabel('Postcode').fill('47300');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Petaling Jaya');
  await page.getByLabel('Street address').fill('12, Jalan SS2/24');
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await page
    .getByRole('radio', { name: /No extra fee/ })
    .first()
    .waitFor();
  await shopper.visit('/my-account/address');
  await page.locator('main').getByText('12, Jalan SS2/24, 47300 Petaling Jaya').waitFor();
  expectQuiet(shopper);
});
