/** Being signed in (issue 4): up, out, recovered, by Google; a guest's cart comes along. */
import { expect, test } from 'vitest';
import { findings } from './axe.ts';
import { readInbox } from './inbox.ts';
import { expectQuiet, newShopper, type Shopper } from './shopper.ts';

const PASSWORD = 'rendang tok 42';
const unique = () => `${Date.now()}${Math.floor(Math.random() * 1_000)}`.slice(-8);

const codeIn = (text: string): string => text.match(/\b\d{6}\b/)?.[0] ?? '';
const token = ({ page }: Shopper) => page.evaluate(() => window.localStorage.getItem('auth_token'));
const press = ({ page }: Shopper, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signUpByEmail(shopper: Shopper, email: string): Promise<void> {
  const { page } = shopper;
  await shopper.visit('/signup');
  await page.getByText('Email', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(shopper, 'Create account');
  await press(shopper, 'Later');
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 10_000 }).toBe('/');
}

test('sign up by phone, proven by the code that came by WhatsApp; then sign out', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  const phone = `12${unique().slice(-7)}`;
  await shopper.visit('/signup?then=/faq');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(shopper, 'Create account');
  await press(shopper, 'Verify phone');
  const { text } = await readInbox(page, `+60${phone}`);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(codeIn(text));
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 10_000 }).toBe('/faq');
  expect(await token(shopper)).toMatch(/^c_/);
  await shopper.visit('/logout');
  await expect.poll(() => token(shopper)).toBeNull();
  expectQuiet(shopper);
});

test('a guest’s cart survives signing in, and the password is recovered by email', async () => {
  const email = `recover${unique()}@example.com`;
  const first = await newShopper();
  await signUpByEmail(first, email);

  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit('/products/view?slug=nyonya-pot-pandan-kaya');
  await page
    .getByRole('button', { name: /^Add · RM/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor({ state: 'attached' });
  await shopper.visit('/forget-password');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
  await press(shopper, 'Send code');
  const { text } = await readInbox(page, email);
  await page.getByRole('textbox', { name: 'Reset code' }).fill(codeIn(text));
  await page.getByRole('textbox', { name: 'New password' }).fill('laksa lemak 77');
  await press(shopper, 'Save and sign in');
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 10_000 }).toBe('/');
  expect(await token(shopper)).toMatch(/^c_/);
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor();
});

test('sign in with Google, and back to where one wanted to go', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit('/signin?then=/my-account');
  await press(shopper, 'Continue with Google');
  await page.getByText('mei.google@example.com').click();
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 10_000 }).toBe('/my-account');
  expect(await token(shopper)).toMatch(/^c_/);
  expect(new URL(page.url()).search).toBe('');
});

test('a wrong password keeps the email, and says so', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/signin');
  await page.getByRole('textbox', { name: '电邮或电话' }).fill('nobody@example.com');
  await page.getByRole('textbox', { name: '密码' }).fill('not the one');
  await press(shopper, '登录');
  await page.getByText('电邮、电话或密码不正确。').waitFor();
  expect(await page.getByRole('textbox', { name: '电邮或电话' }).inputValue()).toBe('nobody@example.com');
});
