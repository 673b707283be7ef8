/** Sign-out in all tabs without personal data left, one sign-in per press, and recovery. */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { asCustomer, PASSWORD, register, saveAddress } from '../testing/customer.ts';
import { readInbox } from '../testing/inbox.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const readPath = ({ page }: Pick<Shopper, 'page'>) => new URL(page.url()).pathname;

/** Signs in through storage on the first load only, so that a sign-out lasts. */
async function signInOnce(shopper: Shopper, token: string): Promise<void> {
  await shopper.visit('/faq');
  await shopper.page.evaluate((value) => localStorage.setItem('auth_token', value), token);
}

test('signs out every tab and shows nothing personal on Back', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const account = await register(shopper, 'Personal Name');
  await saveAddress({ ...shopper, ...account }, { recipient: 'Personal Name' });
  await signInOnce(shopper, account.token);
  const otherTab = { page: await shopper.context.newPage() };
  await otherTab.page.goto('/my-account');
  await expect.poll(() => otherTab.page.getByLabel('Full name').inputValue()).toBe('Personal Name');

  await shopper.visit('/my-account/address');
  const personalName = page.getByText('Personal Name');
  await personalName.first().waitFor();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await findings(page)).toEqual([]);

  // The other tab is led to sign in, and from there back to where it was.
  await expect.poll(() => readPath(otherTab)).toBe('/signin');
  expect(new URL(otherTab.page.url()).searchParams.get('then')).toBe('/my-account');
  expect(await otherTab.page.getByText('Personal Name').count()).toBe(0);

  await page.goBack();
  await expect.poll(() => readPath(shopper)).toBe('/signin');
  expect(await personalName.count()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'Personal Name',
  );
  // The session has ended on the server too, which may cache it for a second.
  const readStatus = async () => (await page.request.get('/api/me', { headers: asCustomer(account) })).status();
  await expect.poll(readStatus).toBe(403);
  expectQuiet(shopper);
});

test('marks the button busy on a slow network and ignores a second press', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const account = await register(shopper);
  let release = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  let tries = 0;
  await page.route('**/api/token*', async (route) => {
    tries += 1;
    await releasePromise;
    await route.continue();
  });
  await shopper.visit('/signin?then=/faq');
  await page.getByRole('textbox', { name: '电邮或电话' }).fill(account.email);
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  const button = page.getByRole('button', { name: '登录', exact: true });
  await button.click();
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await button.click({ force: true });
  await page.getByRole('textbox', { name: '密码' }).press('Enter');
  expect(await findings(page)).toEqual([]);
  release();
  await expect.poll(() => readPath(shopper)).toBe('/faq');
  expect(tries).toBe(1);
  expectQuiet(shopper);
});

test('recovers the password in a dialog after a wrong code and signs out other devices, on a phone, in Chinese', async () => {
  const shopper = await newShopper({ viewport: PHONE, lang: 'zh' });
  const { page } = shopper;
  const account = await register(shopper);
  await shopper.visit('/signin?then=/my-account/wishlist');
  await page.getByRole('textbox', { name: '电邮或电话' }).fill(account.email);
  await page.getByRole('link', { name: '忘记密码？' }).click();
  const sheet = page.getByRole('dialog', { name: '忘记密码' });
  // The dialog starts with the typed login.
  await expect.poll(() => sheet.getByRole('textbox', { name: '电邮或电话' }).inputValue()).toBe(account.email);
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole('button', { name: '发送验证码' }).click();
  const code = ((await readInbox(page, account.email)).text.match(/\b\d{6}\b/) ?? [''])[0];
  const field = sheet.getByRole('textbox', { name: '验证码' });
  await field.fill(code === '000000' ? '000001' : '000000');
  await sheet.getByText('验证码无效').waitFor();
  expect(await findings(page)).toEqual([]);
  await field.fill(code);
  const password = sheet.getByRole('textbox', { name: '新密码' });
  await password.fill('short');
  await sheet.getByRole('button', { name: '保存并登录' }).click();
  expect(await findings(page)).toEqual([]);
  await password.fill('teh tarik satu 88');
  await sheet.getByRole('button', { name: '保存并登录' }).click();
  // The email was never verified, so the account loses what someone else may have saved (docs/security.md).
  const notice = page.getByRole('dialog', { name: '新密码已保存' });
  await notice.getByText('此账户从未经过验证').waitFor();
  expect(await sheet.isVisible()).toBe(false);
  expect(await findings(page)).toEqual([]);
  await notice.getByRole('button', { name: '继续' }).click();
  await expect.poll(() => readPath(shopper)).toBe('/my-account/wishlist');
  await page.getByRole('heading', { name: '我的最爱还没有商品' }).waitFor();
  expect(await notice.isVisible()).toBe(false);
  expect((await page.request.get('/api/me', { headers: asCustomer(account) })).status()).toBe(403);
});
