/** A customer finds, opens, prints and repeats orders; a guest prints an order. */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { newCustomer, PASSWORD, signInDemoCustomer } from '../testing/customer.ts';
import { waitUntilOverlayEnteredHistory, waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';

const BUYER = {
  recipient: 'Aminah Osman',
  email: 'aminah.orders@e2e.example',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
};

test('filters orders by status, with counts, and searches them, on a phone, in Chinese (docs/spec.md §2)', async () => {
  const shopper = await signInDemoCustomer('mei.ling@demo.example', { viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/my-account/orders');
  const filter = page.getByRole('group', { name: '按状态筛选' });
  await filter.getByRole('button', { name: '全部（8）', pressed: true }).waitFor();
  const orders = page.getByRole('main').getByRole('heading', { level: 2, name: /^订单/ });
  await expect.poll(() => orders.count()).toBe(8);
  await filter.getByRole('button', { name: '已取消（1）' }).click();
  await expect.poll(() => orders.allTextContents()).toEqual([expect.stringContaining('DEM0M005')]);
  expect(new URL(page.url()).searchParams.get('status')).toBe('canceled');
  expect(await findings(page)).toEqual([]);
  // The search stays within the status.
  const search = page.getByRole('searchbox');
  await search.fill('DEM0M001');
  await search.press('Enter');
  await page.getByRole('button', { name: '显示全部订单' }).click();
  await expect.poll(() => orders.count()).toBe(8);
  expect(await search.inputValue()).toBe('');
  await search.fill('DEM0M001');
  await search.press('Enter');
  await expect.poll(() => orders.allTextContents()).toEqual([expect.stringContaining('DEM0M001')]);
  // The list says "paid" for an order that was paid online, not for one to be paid on delivery.
  await page.getByText('2 种商品 · 已付款', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => search.inputValue()).toBe('DEM0M001');
  await expect.poll(() => orders.count()).toBe(1);
  expectQuiet(shopper);
});

test('prints an order on A4 and adds what was bought before, on a desktop, in English', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const number = await placeOrder(page, BUYER, shopper.token);
  await shopper.visit('/my-account/orders');
  await page.getByRole('link', { name: `Order ${number}`, exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'Status' }).waitFor();
  // docs/ux.md#rule-34: the arrival first, then the items' pictures; help with this order is one tap away.
  await page.getByRole('heading', { level: 1, name: /^Pending · Arriving .* – / }).waitFor();
  const steps = page.getByRole('list', { name: 'Status' }).getByRole('listitem');
  expect(await steps.allTextContents()).toEqual([
    expect.stringMatching(/^Pending/),
    expect.stringMatching(/^Processing/),
    expect.stringMatching(/^Packed/),
    expect.stringMatching(/^Out for delivery/),
    expect.stringMatching(/^Complete/),
  ]);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /Pandan Kaya/ }).waitFor();
  const help = await main.getByRole('link', { name: 'Help with this order' }).getAttribute('href');
  expect(help).toContain(`order_number=${number}`);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  const sheet = page.getByRole('article');
  await sheet.getByRole('cell', { name: /Pandan Kaya/ }).waitFor();
  expect(await sheet.getByText('12, Jalan SS2/24, 47300 Petaling Jaya, Selangor').count()).toBe(2);
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  // One sheet of A4: the page count of the PDF.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await page.getByRole('heading', { level: 2, name: 'Status' }).waitFor();

  await shopper.visit('/my-account/orders');
  await page.getByRole('link', { name: 'Bought before' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bought before' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .*Pandan Kaya.* to the cart/ })
    .click();
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor();
  expectQuiet(shopper);
});

test('buys an order again from the list and from its page, and says what could not be added, in both languages', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  const kaya = { id: '51', quantity: 3 };
  const number = await placeOrder(page, BUYER, shopper.token, [kaya, { id: '54', quantity: 1 }]);
  await shopper.visit('/my-account/orders');
  await page.getByRole('button', { name: `Buy again: order ${number}` }).click();
  const cart = page.getByRole('dialog', { name: 'Your cart · 4 items' });
  await cart.getByText('Pineapple Jam').first().waitFor();
  await waitUntilOverlayEnteredHistory(page);
  await page.keyboard.press('Escape');
  await cart.waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);

  // At most five jars of kaya per order (docs/spec.md §5).
  await page.getByRole('link', { name: `Order ${number}`, exact: true }).click();
  await page.getByRole('button', { name: `Buy again: order ${number}` }).click();
  const missingDialog = page.getByRole('dialog', { name: 'Not everything could be added' });
  await missingDialog.getByText('The maximum quantity allowed for purchase is 5').waitFor();
  await missingDialog.getByText('2 of 3 added').waitFor();
  expect(await findings(page)).toEqual([]);
  await missingDialog.getByRole('button', { name: 'Open the cart' }).click();
  await page.getByRole('dialog', { name: 'Your cart · 7 items' }).waitFor();
  await missingDialog.waitFor({ state: 'hidden' });
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);

  // If everything is sold out, similar goods are one tap away.
  await page.route('**/api/cart/buy-again*', async (route) => {
    const response = await route.fetch();
    const { skipped, ...rest } = await response.json();
    const soldOutFields = { added: 0, is_sold_out: true, reason: 'Item sold out' };
    const soldOutItems = skipped.map((item: object) => ({ ...item, ...soldOutFields }));
    await route.fulfill({ response, json: { ...rest, added: 0, skipped: soldOutItems } });
  });
  await page.getByRole('button', { name: `Buy again: order ${number}` }).click();
  const soldOutDialog = page.getByRole('dialog', { name: 'All items are sold out' });
  await soldOutDialog.getByRole('button', { name: /^Products similar to .*Kaya/ }).click();
  await page.getByRole('dialog', { name: 'Similar products' }).waitFor();
  expectQuiet(shopper);

  const guest = await newShopper({ viewport: DESKTOP, lang: 'zh' });
  await guest.visit('/track-order');
  await guest.page.getByLabel('订单号码').fill(number);
  await guest.page.getByLabel('电话或电邮').fill(BUYER.email);
  await guest.page.getByRole('button', { name: '追踪订单' }).click();
  await guest.page.getByRole('button', { name: `再次购买：订单 ${number}` }).click();
  await guest.page.getByRole('dialog', { name: '您的购物车 · 4 件' }).waitFor();
  expect(await findings(guest.page)).toEqual([]);
  expectQuiet(guest);
});

test('shows an empty state: another order, no order with a status, nothing bought', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/my-account/orders/products');
  await page.getByText('Nothing bought yet').waitFor();
  await shopper.visit('/my-account/orders?status=packed');
  await page.getByText('No orders with this status').waitFor();
  await shopper.visit('/my-account/orders/print?order_id=01900000-0000-7000-8000-000000000000');
  await page.getByText('This order is not in your account.').waitFor();
  expectQuiet(shopper, [404]);
});

test('prints a guest’s order without its address, by number and email, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const number = await placeOrder(page, BUYER);
  await shopper.visit('/track-order');
  await page.getByLabel('订单号码').fill(number);
  await page.getByLabel('电话或电邮').fill(BUYER.email);
  await page.getByRole('button', { name: '追踪订单' }).click();
  await page.getByRole('link', { name: '打印' }).click();
  await page.getByRole('heading', { level: 1, name: `订单 ${number}` }).waitFor();
  await page.getByRole('cell', { name: /班兰咖椰/ }).waitFor();
  expect(await page.getByText(BUYER.street_address).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: `订单 ${number}` }).waitFor();
  expectQuiet(shopper);
});

test('requests a cancellation with a reason, withdraws it, and can never request it again (docs/spec.md §4)', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const number = await placeOrder(page, BUYER, shopper.token);
  await shopper.visit('/my-account/orders');
  await page.getByRole('link', { name: `Order Details ${number}` }).waitFor();
  // The list's action opens the same dialog as the order's page.
  await page.getByRole('button', { name: `Cancel Order ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await dialog.getByRole('button', { name: 'Request cancellation' }).click();
  await dialog.getByText('Reason is required').waitFor();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Another reason' }).check();
  await dialog.getByLabel(/^Details/).fill('We are away that day');
  await dialog.getByRole('button', { name: 'Request cancellation' }).click();
  await page.getByText('Successfully created cancellation request.').first().waitFor();
  await page.getByText('Cancellation requested', { exact: true }).waitFor();
  expect(await page.getByText(/^Arrives/).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  await page.getByRole('link', { name: `Order Details ${number}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Pending · Cancellation requested' }).waitFor();
  await page.getByText('Reason: Another reason: We are away that day').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  const confirm = page.getByRole('dialog', { name: 'Withdraw the request?' });
  expect(await findings(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Withdraw request' }).click();
  await page.getByText('The cancellation request was withdrawn, so this order cannot be cancelled again.').waitFor();
  await page.reload();
  await page.getByText('Withdrawn', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  // The list offers no cancellation either, shows no request, and promises the slot again.
  await shopper.visit('/my-account/orders');
  await page.getByText(/^Arrives/).waitFor();
  expect(await page.getByText('Cancellation requested').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Cancel Order/ }).count()).toBe(0);
  expect(await page.getByText('1 product', { exact: true }).count()).toBe(1);
  expectQuiet(shopper);
});

test('cancels a guest’s order by its number and email, with the shop’s decision, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const number = await placeOrder(page, BUYER);
  await shopper.visit('/cancel-order');
  await page.getByLabel('订单号码').fill(number);
  await page.getByLabel('电话或电邮').fill(BUYER.email);
  await page.getByRole('button', { name: '查找订单' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('order_number')).toBe(number);
  expect(new URL(page.url()).pathname).toBe('/cancel-order');
  await page.getByRole('button', { name: '取消订单' }).click();
  const dialog = page.getByRole('dialog', { name: '取消订单' });
  // On a low screen the buttons stay in sight, with the error above them.
  await page.setViewportSize({ ...PHONE, height: 520 });
  const send = dialog.getByRole('button', { name: '申请取消' });
  const bottomOfSend = async () => {
    const box = await send.boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  expect(await bottomOfSend()).toBeLessThanOrEqual(520);
  // No content shows below the bar of the buttons.
  const isBarLast = await send.evaluate(
    (node) => document.elementFromPoint(innerWidth / 2, innerHeight - 4)?.contains(node) && innerHeight === 520,
  );
  expect(isBarLast).toBe(true);
  await send.click();
  await dialog.getByText('请选择原因', { exact: true }).waitFor();
  expect(await bottomOfSend()).toBeLessThanOrEqual(520);
  await page.setViewportSize(PHONE);
  await dialog.getByRole('radio', { name: '下错订单' }).check();
  await send.click();
  await page.getByText('已成功提交取消申请。').first().waitFor();
  await page.getByText('已申请', { exact: true }).waitFor();

  const staff = await page.request.post('/api/staff/token', {
    data: { email: 'owner@demo.example', password: PASSWORD },
  });
  const headers = { authorization: `Bearer ${(await staff.json()).token}` };
  const { data } = await (await page.request.get('/api/staff/refunds?limit=100', { headers })).json();
  const { id } = data.find((each: { order_number: string }) => each.order_number === number);
  const comment = { comment: '没问题' };
  expect((await page.request.post(`/api/staff/refunds/${id}/approve`, { headers, data: comment })).status()).toBe(200);
  await page.reload();
  await page.getByText('已批准', { exact: true }).waitFor();
  await page.getByText('我们的回复：没问题').waitFor();
  await page.getByRole('link', { name: `订单 ${number}` }).click();
  await page.getByRole('heading', { level: 1, name: '已取消' }).waitFor();
  expectQuiet(shopper);
});
