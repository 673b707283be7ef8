/** The address book by keyboard, in Chinese: each message at its field, and the focus never lost. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, saveAddress } from '../testing/customer.ts';
import { tabTo } from '../testing/keyboard.ts';
import { waitUntilOverlayEnteredHistory, waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, PHONE } from '../testing/shopper.ts';

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

const expectFocus = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);

/**
 * The fields with their messages in Chinese: the title, then
 * docs/spec.md §5 "Address completeness for checkout (checked in this order)".
 */
const MESSAGES = [
  ['地址名称', '请填写地址名称'],
  ['姓名', '请填写收件人姓名。'],
  ['电邮', '请填写有效的电邮。'],
  ['电话', '请填写有效的电话号码。'],
  ['街道地址', '请填写街道地址。'],
  ['城市', '请填写城市。'],
  ['邮政编码', '请填写正确的邮政编码。'],
  ['州属', '请选择州属。'],
] as const;

test('adds, corrects and deletes an address by keyboard, each message at its field, in Chinese (docs/spec.md §5)', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/my-account/address');
  const add = page.getByRole('button', { name: '添加地址' });
  await add.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^(新|编辑)地址$/ });
  await dialog.waitFor();
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await field('姓名').waitFor();
  await waitUntilOverlayEnteredHistory(page);
  // Escape closes the dialog and returns the focus to the button.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(add);
  await waitUntilOverlayLeftHistory(page);
  await page.keyboard.press('Enter');

  for (const label of ['地址名称', '姓名', '电邮']) await field(label).fill('');
  await tabTo(page, dialog.getByRole('button', { name: '保存地址' }));
  await page.keyboard.press('Enter');
  const summary = dialog.getByRole('alert');
  await summary.waitFor();
  expect(await summary.getByRole('link').allTextContents()).toEqual(MESSAGES.map(([, message]) => message));
  for (const [label, message] of MESSAGES) {
    const id = await field(label).getAttribute('aria-describedby');
    const descriptions = await Promise.all(
      (id ?? '').split(' ').map((each) => page.locator(`[id="${each}"]`).textContent()),
    );
    expect(descriptions.join(' '), label).toContain(message);
    expect(await field(label).getAttribute('aria-invalid'), label).toBe('true');
  }
  expect(await findings(page)).toEqual([]);
  // A line of the summary leads to its field; a corrected field loses its message at once.
  await tabTo(page, summary.getByRole('link', { name: '请填写街道地址。' }));
  await page.keyboard.press('Enter');
  await expectFocus(field('街道地址'));
  await page.keyboard.type('8, Jalan Ampang');
  await expect.poll(() => summary.getByRole('link').count()).toBe(7);

  // The order of Tab is the visual order.
  await field('地址名称').focus();
  await page.keyboard.type('家');
  for (const [label, text] of [
    ['姓名', '陈美玲'],
    ['电话', '0388888888'],
    ['电邮', 'meiling@e2e.example'],
    ['邮政编码', '50450'],
  ] as const) {
    await page.keyboard.press('Tab');
    expect(await hasFocus(field(label)), label).toBe(true);
    await page.keyboard.type(text);
  }
  await expect.poll(() => field('城市').inputValue()).toBe('Kuala Lumpur');
  expect(await field('州属').locator('option:checked').textContent()).toBe('吉隆坡联邦直辖区');
  for (const label of ['街道地址', '城市', '州属']) {
    await page.keyboard.press('Tab');
    expect(await hasFocus(field(label)), label).toBe(true);
  }
  await field('州属').selectOption({ label: '柔佛' });
  await dialog.getByText('此邮政编码属于另一个州属，请更正邮政编码或州属。').waitFor();
  expect(await findings(page)).toEqual([]);
  await tabTo(page, dialog.getByRole('button', { name: '保存地址' }));
  await page.keyboard.press('Enter');
  await tabTo(page, summary.getByRole('link', { name: '邮政编码 50450 属于另一个州属，请更正邮政编码或州属。' }));
  await page.keyboard.press('Enter');
  await expectFocus(field('州属'));
  expect(await field('州属').getAttribute('aria-invalid')).toBe('true');
  expect(await findings(page)).toEqual([]);
  await field('州属').selectOption({ label: '吉隆坡联邦直辖区' });
  await expect.poll(() => dialog.getByText(/属于另一个州属/).count()).toBe(0);
  await tabTo(page, dialog.getByRole('button', { name: '保存地址' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  // The card that opened the dialog has moved in the list, so the focus goes to the beginning of the page's content.
  await expectFocus(page.locator('main'));
  const card = page.locator('main').getByRole('listitem').filter({ hasText: 'Jalan Ampang' });
  await card.getByText('03-8888 8888').waitFor();

  const edit = card.getByRole('button', { name: /^编辑/ });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await waitUntilOverlayEnteredHistory(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(edit);
  await waitUntilOverlayLeftHistory(page);

  const remove = card.getByRole('button', { name: /^删除/ });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  const deleteDialog = page.getByRole('dialog', { name: '删除地址' });
  await deleteDialog.getByRole('button', { name: '保留' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await deleteDialog.waitFor({ state: 'hidden' });
  await expectFocus(remove);
  await waitUntilOverlayLeftHistory(page);
  await page.keyboard.press('Enter');
  await tabTo(page, deleteDialog.getByRole('button', { name: '删除', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '添加您的第一个地址' }).waitFor();
  await expectFocus(page.locator('main'));
  // 422 is the response to the postcode that contradicts the state.
  expectQuiet(shopper, [422]);
});

test('shows the message of an emptied field on blur, at that field only, on a phone', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  await saveAddress(shopper, { title: 'Home' });
  await saveAddress(shopper, {
    title: 'Office',
    street_address: '8, Jalan Ampang',
    city: 'Kuala Lumpur',
    zip: '50450',
    state_id: 'MY-14',
  });
  await shopper.visit('/my-account/address');
  await page.getByRole('button', { name: 'Edit Aminah Osman, Kuala Lumpur' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit address' });
  const street = dialog.getByLabel('Street address');
  await street.fill('');
  await street.blur();
  await expect.poll(() => dialog.getByText('Please edit your street address to proceed.').isVisible()).toBe(true);
  expect(await dialog.locator('[aria-invalid=true]').count()).toBe(1);
  expect(await findings(page)).toEqual([]);
  await street.fill('9, Jalan Ampang');
  await dialog.getByRole('checkbox', { name: 'Set as default' }).check();
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.locator('main').getByRole('listitem').first().textContent())
    .toMatch(/Default.*9, Jalan Ampang/s);

  // Deleting a contact number asks first.
  const mum = { title: 'Mum', number: '012-345 6781' };
  const response = await page.request.post('/api/contact', { headers: asCustomer(shopper), data: mum });
  expect(response.status()).toBe(201);
  await page.reload();
  const remove = page.getByRole('button', { name: 'Delete Mum' });
  await remove.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await remove.click();
  const confirmButton = page.getByRole('button', { name: 'Delete this number?' });
  expect(await confirmButton.evaluate((button) => button === document.activeElement)).toBe(true);
  await confirmButton.click();
  await page.getByText('Number deleted').first().waitFor();
  await page.getByText('Mum', { exact: true }).waitFor({ state: 'hidden' });
  expectQuiet(shopper);
});

test('refuses an unknown postcode at its field, and clears the city and state of the one before', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/my-account/address');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog', { name: 'New address' });
  const [postcode, city, state] = ['Postcode', 'City', 'State'].map((name) => dialog.getByLabel(name)) as [
    ReturnType<typeof dialog.getByLabel>,
    ReturnType<typeof dialog.getByLabel>,
    ReturnType<typeof dialog.getByLabel>,
  ];
  await postcode.fill('50200');
  await expect.poll(() => city.inputValue()).toBe('Kuala Lumpur');
  expect(await state.inputValue()).toBe('MY-14');
  await postcode.fill('99999');
  await postcode.blur();
  const error = dialog.getByText("We can't find postcode 99999. Please check it.", { exact: true });
  await error.waitFor();
  expect(await postcode.getAttribute('aria-invalid')).toBe('true');
  expect([await city.inputValue(), await state.inputValue()]).toEqual(['', '']);
  expect(await findings(page)).toEqual([]);
  // The summary of a submit lists this error once, in the same words, and no request is sent.
  await dialog.getByLabel('Phone').fill('012-345 6789');
  await dialog.getByLabel('Street address').fill('1, Lebuh Pantai');
  await city.fill('George Town');
  await state.selectOption('MY-07');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  const summary = dialog.getByRole('alert');
  await expect
    .poll(() => summary.textContent())
    .toBe("There is 1 problem to fixWe can't find postcode 99999. Please check it.");
  expect(await error.count()).toBe(2);
  expect(await page.getByRole('status').getByText('99999').count()).toBe(0);
  await postcode.fill('10200');
  await expect.poll(() => state.inputValue()).toBe('MY-07');
  expect(await postcode.getAttribute('aria-invalid')).toBeNull();
  await dialog.getByRole('button', { name: 'Save address' }).click();
  const savedAddress = page.getByRole('main').getByRole('listitem').first();
  await savedAddress.getByText('1, Lebuh Pantai, 10200 Pulau Pinang', { exact: true }).waitFor();
  expectQuiet(shopper);
});

test('names the state in the language of the page', async () => {
  const shopper = await newCustomer({ viewport: PHONE, lang: 'zh' });
  await saveAddress(shopper, {});
  await shopper.visit('/my-account/address');
  await shopper.page.getByRole('main').getByText('12, Jalan SS2/24, 47300 Petaling Jaya, 雪兰莪').waitFor();
});

test('delivers to the default address from a customer’s first page on', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  await saveAddress(shopper, {});
  await shopper.visit('/');
  await shopper.page.getByRole('link', { name: 'Deliver to Petaling Jaya' }).waitFor();
  await shopper.page.getByText('To Petaling Jaya, otherwise RM8.00').waitFor();
  expectQuiet(shopper);
});
