/** Sign-up, sign-in, sign-out and recovery, also by Google; a guest's cart moves to the account. */
import { expect, test } from 'vitest';
import { findings } from '../testing/axe.ts';
import { readCode, readInbox } from '../testing/inbox.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const PASSWORD = 'rendang tok 42';
const makeDigits = () => `${Date.now()}${Math.floor(Math.random() * 1_000)}`.slice(-8);

const findCode = (text: string): string => text.match(/\b\d{6}\b/)?.[0] ?? '';
const readToken = ({ page }: Shopper) => page.evaluate(() => window.localStorage.getItem('auth_token'));
const press = ({ page }: Shopper, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signUpByEmail(shopper: Shopper, email: string): Promise<void> {
  const { page } = shopper;
  await shopper.visit('/signup');
  await page.getByText('Email', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(shopper, 'Create account');
  await page.getByText('Full name is required', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Aminah Osman');
  await press(shopper, 'Create account');
  await press(shopper, 'Later');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
}

test('signs up by phone with a WhatsApp code, signs out, and signs in by a code', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  const phone = `12${makeDigits().slice(-7)}`;
  await shopper.visit('/signup?then=/faq');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Aminah Osman');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await press(shopper, 'Create account');
  // The next step is shorter than the form: its heading is on the screen and has the focus.
  const welcome = page.getByRole('heading', { level: 1, name: /^Welcome, Aminah/ });
  await expect.poll(() => welcome.evaluate((heading) => heading === document.activeElement)).toBe(true);
  const { y = -1 } = (await welcome.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(PHONE.height / 2);
  await press(shopper, 'Verify phone');
  const firstCode = await readCode(page, `+60${phone}`);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(firstCode);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/faq');
  expect(await readToken(shopper)).toMatch(/^c_/);
  await shopper.visit('/logout');
  await expect.poll(() => readToken(shopper)).toBeNull();

  await shopper.visit('/signin?then=/faq');
  await page.getByText('Welcome back', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(`0${phone}`);
  await press(shopper, 'Sign in with a code');
  const login = page.getByRole('textbox', { name: 'Email or phone' });
  await expect.poll(() => login.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await login.inputValue()).toBe(`0${phone}`);
  expect(await findings(page)).toEqual([]);
  await press(shopper, 'Send code');
  const code = page.getByRole('textbox', { name: 'Verification code' });
  await code.fill('000000');
  await page.getByText('Code is invalid', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await code.fill(await readCode(page, `+60${phone}`, firstCode));
  await expect.poll(() => new URL(page.url()).pathname).toBe('/faq');
  expect(await readToken(shopper)).toMatch(/^c_/);
  expectQuiet(shopper, [422]);
});

test('recovers the password by email and keeps the guest’s cart', async () => {
  const email = `recover${makeDigits()}@example.com`;
  const otherDevice = await newShopper();
  await signUpByEmail(otherDevice, email);

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
  await page.getByRole('textbox', { name: 'Reset code' }).fill(findCode(text));
  await page.getByRole('textbox', { name: 'New password' }).fill('laksa lemak 77');
  await press(shopper, 'Save and sign in');
  // The email was not verified before, so someone else may have created the account.
  await page.getByText('This account was never verified').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Password saved' }).waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await press(shopper, 'Continue');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(await readToken(shopper)).toMatch(/^c_/);
  await page
    .getByRole('button', { name: /^Cart, 1 item/ })
    .first()
    .waitFor();
});

test('signs in with Google and returns to the requested page', async () => {
  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit('/signin?then=/my-account');
  await press(shopper, 'Continue with Google');
  await page.getByText('mei.google@example.com').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/my-account');
  expect(await readToken(shopper)).toMatch(/^c_/);
  expect(new URL(page.url()).search).toBe('');
});

test('signs up with Google and keeps the friend’s code and the store of the links', async () => {
  const friend = await newShopper();
  const body = { name: 'Arif', email: `friend${makeDigits()}@example.com`, password: PASSWORD, accept_terms: true };
  const { me } = await (await friend.page.request.post('/api/register', { data: body })).json();

  const shopper = await newShopper();
  const { page } = shopper;
  await shopper.visit('/?ref=store&ref_id=KUL01&ref_token=abc');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/signup');
  await shopper.visit(`/signup?referral_code=${me.referral_code}`);
  const code = page.getByRole('textbox', { name: 'Referral code' });
  await code.fill('AAAA-0000');
  await press(shopper, 'Continue with Google');
  await page.getByText('We do not know this referral code.').first().waitFor();
  await code.fill(`${me.referral_code.slice(0, 4)}-${me.referral_code.slice(4)}`.toLowerCase());
  const signIn = page.waitForRequest((request) => request.url().includes('/api/token') && request.method() === 'POST');
  await press(shopper, 'Continue with Google');
  await page.getByText('weijie.google@example.com').click();
  const request = await signIn;
  await page.getByRole('status').getByText('Your account is ready. Welcome, ').waitFor();
  const form = request.postDataJSON();
  expect(form.referral_code.replace('-', '').toUpperCase()).toBe(me.referral_code);
  expect(form.store_referral).toMatchObject({ ref: 'store', ref_id: 'KUL01', ref_token: 'abc' });
  await expect.poll(() => readToken(shopper)).toMatch(/^c_/);
});

test('shows an error for a wrong password, keeps the email and clears the password', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  const { page } = shopper;
  await shopper.visit('/signin');
  await page.getByRole('textbox', { name: '电邮或电话' }).fill('unregistered@example.com');
  await page.getByRole('textbox', { name: '密码' }).fill('not the one');
  await press(shopper, '登录');
  await page.getByText('电邮、电话或密码不正确。').waitFor();
  expect(await page.getByRole('textbox', { name: '电邮或电话' }).inputValue()).toBe('unregistered@example.com');
  const password = page.getByRole('textbox', { name: '密码' });
  await expect.poll(() => password.inputValue()).toBe('');
  await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
  // The cleared password field is not marked as an error too.
  expect(await password.getAttribute('aria-invalid')).toBeNull();
});

/** Creates a customer for this story, signed in on this device. */
async function createCustomer(contact: { email: string } | { contact_number: string }, lang: 'en' | 'zh' = 'en') {
  const shopper = await newShopper({ lang });
  const body = { name: 'Aminah Osman', ...contact, password: PASSWORD, accept_terms: true };
  const response = await shopper.page.request.post('/api/register', { data: body });
  expect(response.status()).toBe(201);
  const { token } = (await response.json()) as { token: string };
  await shopper.context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await shopper.visit('/my-account/auth');
  return shopper;
}

test('links Google in My Account, with a message for each way it fails', async () => {
  const first = await createCustomer({ contact_number: `012${makeDigits().slice(-7)}` }, 'zh');
  await press(first, '关联 Google');
  await first.page.getByText('arif.google@example.com').click();
  await first.page.getByText('已关联 Google，之后可以用它登录。').waitFor();
  await first.page.getByText('arif.google@example.com').waitFor();
  expect(new URL(first.page.url()).search).toBe('?lang=zh');
  expect(await first.page.getByRole('button', { name: '关联 Google' }).count()).toBe(0);
  expect(await findings(first.page)).toEqual([]);
  // A reload does not link Google a second time.
  await first.page.reload();
  await first.page.getByText('arif.google@example.com').waitFor();
  expect(await first.page.getByText('已关联 Google，之后可以用它登录。').count()).toBe(0);

  const email = `links${makeDigits()}@example.com`;
  const second = await createCustomer({ email });
  const { page } = second;
  const alert = page.getByRole('alert');
  await press(second, 'Link Google');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await alert.getByText('Google sign-in was cancelled. Nothing was linked.').waitFor();
  expect(await findings(page)).toEqual([]);
  await press(second, 'Link Google');
  await page.getByText('arif.google@example.com').click();
  await alert.getByText('This Google login is linked to another account.').waitFor();
  await press(second, 'Link Google');
  await page.getByText('unverified.google@example.com').click();
  await alert.getByText('We could not link Google. Please try again.').waitFor();

  await press(first, '取消关联');
  await first.page.getByText('没有关联的登录方式。').waitFor();
  await press(second, 'Link Google');
  await page.getByText('arif.google@example.com').click();
  await alert.getByText(`Choose the one that uses ${email}, or change the email of your account first.`).waitFor();
  expectQuiet(first);
});

test('returns to signing in, in the same language, when cancelled at Google', async () => {
  const shopper = await newShopper({ lang: 'zh' });
  await shopper.visit('/signin?then=/faq');
  await press(shopper, '用 Google 登录');
  await shopper.page.getByRole('link', { name: 'Cancel' }).click();
  await shopper.page.getByRole('alert').getByText('已取消 Google 登录').waitFor();
  const listParameters = () => [...new URL(shopper.page.url()).searchParams.keys()].sort();
  await expect.poll(listParameters).toEqual(['lang', 'then']);
  expectQuiet(shopper);
});
