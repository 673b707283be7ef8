/** Email and phone change only by a code, the password by the old one. */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { newCustomer, PASSWORD, register, uniqueDigits } from '../testing/customer.ts';
import { ageCodes } from '../testing/database.ts';
import { readCode, readInbox } from '../testing/inbox.ts';
import { waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const makeWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Copies a text and pastes it into the focused field. */
async function paste({ page, context }: Shopper, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('ControlOrMeta+V');
}

test('changes the email only after its code, which may be pasted with spaces, on a desktop in English', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const email = `changed.${uniqueDigits()}@e2e.example`;
  await shopper.visit('/my-account');
  await page.getByRole('button', { name: 'Change: Email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify email' });
  const address = dialog.getByRole('textbox', { name: 'Email' });
  await address.fill('not an email');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByText('Please provide valid email address').first().waitFor();
  expect(await findings(page)).toEqual([]);
  await address.fill(email);
  await dialog.getByRole('button', { name: 'Send code' }).click();

  const field = dialog.getByRole('textbox', { name: 'Verification code' });
  await field.waitFor();
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await dialog.getByText(/You can get a new code in \d+ seconds/).waitFor();
  const code = await readCode(page, email);
  await page.keyboard.type(makeWrongCode(code));
  await dialog.getByText('Code is invalid').waitFor();
  expect(await findings(page)).toEqual([]);

  // After a reload the same code is still valid, and the wait continues.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);
  await page.reload();
  await page.getByText(shopper.email, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change: Email' }).click();
  await address.fill(email);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByText(/You can get a new code in \d+ seconds/).waitFor();
  await field.focus();
  await paste(shopper, ` ${code.slice(0, 3)} ${code.slice(3)}\n`);
  await page.getByText('Verified', { exact: true }).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('main').getByText(email, { exact: true }).waitFor();
  expectQuiet(shopper, [422, 429]);
});

test('changes the phone in any spelling and resends the code after a minute, on a phone in Chinese', async () => {
  const shopper = await newCustomer({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  await page.clock.install();
  const digits = uniqueDigits();
  const phone = `6011${digits}`;
  await shopper.visit('/my-account');
  await page.getByRole('button', { name: '添加：电话' }).click();
  const dialog = page.getByRole('dialog', { name: '电话号码' });
  const number = dialog.getByRole('textbox', { name: '手机号码' });
  await number.fill('03-5550 0100');
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await dialog.getByText('电话号码无效').first().waitFor();
  await number.fill(`+60 11-${digits}`);
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await dialog.getByText(/WhatsApp/).waitFor();
  const firstCode = await readCode(page, phone);
  const field = dialog.getByRole('textbox', { name: '验证码' });
  await field.fill(makeWrongCode(firstCode));
  await dialog.getByText('验证码无效').waitFor();
  await dialog.getByText(/\d+ 秒后可重新发送/).waitFor();
  expect(await findings(page)).toEqual([]);

  await ageCodes(`+${phone}`, '1');
  // A request in flight would time out when the clock moves.
  await shopper.settle();
  await page.clock.fastForward('01:00');
  await dialog.getByRole('button', { name: '重新发送验证码' }).click();
  await page.getByText('新的验证码已发送').waitFor();
  const secondCode = await readCode(page, phone, firstCode);
  expect(await dialog.getByText('验证码无效').count()).toBe(0);
  // The previous code is invalid now.
  await field.fill(firstCode);
  await dialog.getByText('验证码无效').waitFor();
  // Its text is selected, ready to be overwritten.
  await paste(shopper, secondCode);
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('main')
    .getByText(`011-${digits.slice(0, 3)} ${digits.slice(3)}`, { exact: true })
    .waitFor();
  expectQuiet(shopper, [422]);
});

test('ends other sessions after a new password and sends a mail', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { email } = await register(shopper);
  const otherDevice = await newShopper({ viewport: DESKTOP });
  for (const [device, login, password, submit] of [
    [shopper, '电邮或电话', '密码', '登录'],
    [otherDevice, 'Email or phone', 'Password', 'Sign in'],
  ] as const) {
    await device.visit('/signin?then=/my-account/change-password');
    await device.page.getByRole('textbox', { name: login }).fill(email);
    await device.page.getByRole('textbox', { name: password }).fill(PASSWORD);
    await device.page.getByRole('button', { name: submit, exact: true }).click();
    await device.page.getByRole('heading', { level: 1, name: /更改密码|Change password/ }).waitFor();
  }
  const { page } = shopper;
  const oldPassword = page.getByRole('textbox', { name: '旧密码' });
  const newPassword = page.getByRole('textbox', { name: '新密码' });
  const change = page.getByRole('button', { name: '更改密码', exact: true });
  await oldPassword.fill('not the one');
  await newPassword.fill('laksa lemak 77');
  await change.click();
  await page.getByText('密码不正确').first().waitFor();
  expect(await findings(page)).toEqual([]);
  await oldPassword.fill(PASSWORD);
  await change.click();
  await page.getByText('密码已更改，其他设备已登出。').waitFor();
  // The form was cleared, so the focus moves from its button to the confirmation.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('密码已更改，其他设备已登出。');

  await otherDevice.page.getByRole('link', { name: 'Address book' }).first().click();
  await expect.poll(() => otherDevice.page.url()).toContain('/logout?force=1');
  await otherDevice.page.getByText('Your session has ended. Please sign in again.').waitFor();
  // The server renders this text, but only hydration removes the token: wait for it.
  await expect.poll(() => otherDevice.page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await otherDevice.page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await findings(otherDevice.page)).toEqual([]);

  await expect.poll(async () => (await readInbox(page, email)).subject).toMatch(/password/i);
  await shopper.visit('/my-account/address');
  await page.getByRole('button', { name: '添加地址' }).waitFor();
  expectQuiet(shopper, [422]);
});
