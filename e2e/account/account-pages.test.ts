/** The pages of My Account, for a customer: addresses with their messages, profile, favourites, devices. */

import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../server/identity/sign-in/passwords.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, signInDemoCustomer } from '../testing/customer.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper, type ShopperOptions } from '../testing/shopper.ts';

/**
 * The message for the title, then the messages of docs/spec.md §5 "Address completeness for checkout" in its order,
 * except "no address".
 */
const MESSAGES = [
  'Title is required',
  'Please review name for your address and update to proceed.',
  'Please review email for your address and update to proceed.',
  'Please review contact details for your address and update to proceed.',
  'Please edit your street address to proceed.',
  'Please review city for your address to proceed.',
  'Please review zip code for your address to proceed.',
  'Please review state for your address and update to proceed.',
];

test('adds, edits, deletes and sets a default address, with each message (docs/spec.md §5); "05100" keeps its zero', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  await shopper.visit('/my-account/address');
  await page.getByRole('heading', { name: 'Add your first address' }).waitFor();
  await page.getByRole('button', { name: 'Add an address' }).click();
  const addDialog = page.getByRole('dialog', { name: 'New address' });
  const editDialog = page.getByRole('dialog', { name: 'Edit address' });
  // The form starts with the profile's name.
  expect(await addDialog.getByLabel('Full name').inputValue()).toBe('Aminah Osman');
  expect(await addDialog.getByLabel('Title').inputValue()).toBe('Home');
  for (const label of ['Title', 'Full name', 'Email']) await addDialog.getByLabel(label).fill('');
  await addDialog.getByRole('button', { name: 'Save address' }).click();
  const summary = addDialog.getByRole('alert');
  await summary.waitFor();
  const messages = await summary.getByRole('link').allTextContents();
  expect(messages).toEqual(MESSAGES);
  for (const message of MESSAGES) expect(await addDialog.getByText(message).count(), message).toBe(2);
  expect(await findings(page)).toEqual([]);

  await addDialog.getByLabel('Title').fill('Home');
  await addDialog.getByLabel('Full name').fill('Aminah Osman');
  await addDialog.getByLabel('Email').fill(shopper.email);
  await addDialog.getByLabel('Phone').fill('012-345 6789');
  await addDialog.getByLabel('Postcode').fill('05100');
  await expect.poll(() => addDialog.getByLabel('City').inputValue()).toBe('Alor Setar');
  expect(await addDialog.getByLabel('State').locator('option:checked').textContent()).toBe('Kedah');
  await addDialog.getByLabel('Street address').fill('12, Jalan Contoh 3\nTaman Contoh');
  await addDialog.getByRole('button', { name: 'Save address' }).click();
  await addDialog.waitFor({ state: 'hidden' });
  const cards = page.locator('main').getByRole('listitem').filter({ hasText: 'Jalan Contoh' });
  await cards.first().waitFor();
  expect(await cards.first().textContent()).toMatch(/Default.*12, Jalan Contoh 3, Taman Contoh, 05100 Alor Setar/s);

  // A second address, whose postcode and state contradict each other.
  await page.getByRole('button', { name: 'Add an address' }).click();
  expect(await addDialog.getByLabel('Title').inputValue()).toBe('Home 2');
  await addDialog.getByLabel('Phone').fill('12 345 6789');
  await addDialog.getByLabel('Postcode').fill('50200');
  await expect.poll(() => addDialog.getByLabel('City').inputValue()).toBe('Kuala Lumpur');
  await addDialog.getByLabel('State').selectOption({ label: 'Johor' });
  await addDialog.getByText('This postcode is in another state. Please correct the postcode or the state.').waitFor();
  await addDialog.getByLabel('Street address').fill('8, Jalan Contoh 9');
  await addDialog.getByRole('button', { name: 'Save address' }).click();
  const refusal = 'Postcode 50200 is in another state. Please correct the postcode or the state.';
  await summary.getByRole('link', { name: refusal }).click();
  expect(await addDialog.getByLabel('State').getAttribute('aria-invalid')).toBe('true');
  expect(await addDialog.getByText(refusal).count()).toBe(2);
  expect(await findings(page)).toEqual([]);
  await addDialog.getByLabel('State').selectOption({ label: 'W.P. Kuala Lumpur' });
  await expect.poll(() => addDialog.getByText(refusal).count()).toBe(0);
  await addDialog.getByRole('button', { name: 'Save address' }).click();
  await addDialog.waitFor({ state: 'hidden' });
  await expect.poll(() => cards.count()).toBe(2);

  await page.getByRole('button', { name: 'Set as default' }).click();
  await expect.poll(() => cards.first().textContent()).toMatch(/Default.*8, Jalan Contoh 9/s);

  await page.getByRole('button', { name: 'Edit Aminah Osman, Kuala Lumpur' }).click();
  await editDialog.getByLabel('Street address').fill('10, Jalan Contoh 9');
  await editDialog.getByRole('button', { name: 'Save address' }).click();
  await editDialog.waitFor({ state: 'hidden' });
  await expect.poll(() => cards.first().textContent()).toContain('10, Jalan Contoh 9');

  await page.getByRole('button', { name: 'Delete Aminah Osman, Kuala Lumpur' }).click();
  const deleteDialog = page.getByRole('dialog', { name: 'Delete address' });
  await deleteDialog.getByRole('button', { name: 'Delete' }).click();
  await deleteDialog.waitFor({ state: 'hidden' });
  await expect.poll(() => cards.count()).toBe(1);
  expect(await cards.first().textContent()).toMatch(/Default.*Alor Setar/s);
  // 422 is the response to the postcode that contradicts the state.
  expectQuiet(shopper, [422]);
});

test('refuses an order without an address: "Invalid address, please edit address details to proceed." (docs/spec.md §5)', async () => {
  const { page, token } = await newCustomer();
  const response = await page.request.put('/api/checkout', {
    headers: { authorization: `Bearer ${token}` },
    data: { shipping_address: { id: '018f0000-0000-7000-8000-000000000000' } },
  });
  expect(JSON.stringify(await response.json())).toContain('Invalid address, please edit address details to proceed.');
});

test('saves the profile on its page and lists what is missing', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/my-account');
  await page.getByText('Still missing: Phone · Date of birth · Gender').waitFor();
  await page.getByLabel('Full name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Full name is required' }).waitFor();
  expect(await page.getByLabel('Full name').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Full name').fill('Aminah binti Osman');
  await page.getByLabel('Display name').fill('');
  await page.getByRole('alert').getByRole('link', { name: 'Display name is required' }).waitFor();
  await page.getByLabel('Display name').fill('Aminah');
  // Date of birth and gender are required only while the profile is being completed.
  await page.getByRole('button', { name: 'Complete your profile' }).click();
  const birth = page.getByLabel('Date of birth');
  await expect.poll(() => birth.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Save' }).click();
  const problems = page.getByRole('alert').getByRole('link');
  await expect.poll(() => problems.allTextContents()).toEqual(['Date of birth is required', 'Gender is required']);
  expect(await findings(page)).toEqual([]);
  await birth.fill('1991-02-03');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Still missing: Phone', { exact: true }).waitFor();
  await shopper.visit('/my-account');
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Aminah binti Osman');
  expect(await page.getByLabel('Date of birth').inputValue()).toBe('1991-02-03');
  expectQuiet(shopper);
});

test("docs/spec.md §8: 'Successfully added to My Favourite.', 'Successfully removed from My Favourite.', 'Failed to save My Favourite.'", async () => {
  const shopper = await newCustomer();
  const { page } = shopper;
  const heart = page.getByRole('button', { name: 'Add to My Favourite: Nyonya Pot Pandan Kaya' }).first();
  await shopper.visit('/products?keyword=kaya');
  await heart.click();
  await page.getByText('Successfully added to My Favourite.').waitFor();
  expect(await heart.getAttribute('aria-pressed')).toBe('true');

  await shopper.visit('/my-account/wishlist');
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await heart.click();
  await page.getByText('Successfully removed from My Favourite.').waitFor();
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
  // Undo restores it in its place, and the focus follows.
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => heart.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await page.getByText('Successfully added to My Favourite.').waitFor();
  expect(await page.getByText('No favourites yet').count()).toBe(0);
  await heart.click();
  await undo.waitFor();
  await page.getByText('Successfully removed from My Favourite.').waitFor();
  expectQuiet(shopper);

  await shopper.visit('/products?keyword=kaya');
  await page.route('**/api/wishlist', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await heart.click();
  await page.getByText('Failed to save My Favourite.').waitFor();
  expect(await heart.getAttribute('aria-pressed')).toBe('false');
});

test('the help centre offers help with the last order, and a topic for members', async () => {
  const shopper = await signInDemoCustomer('mei.ling@demo.example', { viewport: DESKTOP });
  const { page } = shopper;
  await shopper.visit('/my-account/help-center');
  const lastOrder = page.getByRole('region', { name: 'Your last order: need help?' });
  await lastOrder.getByRole('link', { name: 'Help with this order' }).click();
  await page.waitForURL(/\/contact-us\?/);
  const number = new URL(page.url()).searchParams.get('order_number');
  await expect.poll(() => page.getByLabel('Order number').inputValue()).toBe(number);

  await shopper.visit('/my-account/help-center');
  const topic = page.getByRole('listitem').filter({ hasText: 'Members: points, coins and vouchers' });
  await topic.getByRole('link', { name: 'How do vouchers work?' }).click();
  await page.getByText('Choose it at checkout, or show its code at the till.').waitFor();
  expectQuiet(shopper);
});

test('lists and signs out devices; saves the theme for this device', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page, email } = shopper;
  const login = await page.request.post('/api/token', { data: { login: email, password: DEMO_PASSWORD } });
  const { token } = (await login.json()) as { token: string };
  await shopper.visit('/my-account/auth');
  await page.getByText('This device').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Sign out/ }).count()).toBe(0);
  const response = await page.request.get('/api/me', { headers: { authorization: `Bearer ${token}` } });
  expect(response.status()).toBe(403);

  await shopper.visit('/my-account/account-settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await shopper.visit('/my-account/account-settings');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  expectQuiet(shopper);
});

test('leads a guest to sign in and back: "My Account (needs sign-in)" (docs/spec.md §2)', async () => {
  const shopper = await newShopper();
  await shopper.visit('/my-account/address');
  await expect.poll(() => shopper.page.url()).toContain('/signin?then=');
  expect(new URL(shopper.page.url()).searchParams.get('then')).toBe('/my-account/address');
});

describe('docs/spec.md §2 "Header menu"', () => {
  /** Opens the header's menu and returns its entries. */
  async function readMenu({ page, visit }: Shopper): Promise<string[]> {
    await visit('/');
    await page.getByRole('link', { name: 'Your account' }).filter({ visible: true }).click();
    const menu = page.getByRole('navigation', { name: 'Your account' });
    await menu.getByRole('link', { name: 'Home' }).waitFor();
    return menu.getByRole('link').allTextContents();
  }
  const miniProgramOptions: ShopperOptions = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile MiniProgram/1.0' };
  const pages = ['Profile', 'Orders', 'Address Book', 'Wishlist'];
  const account = [...pages, 'Coins', 'Vouchers'];
  const guest = ['Home', 'Coins & vouchers', 'Refer a friend'];

  test.each([PHONE, DESKTOP])('"Sign in and Sign up show only when signed out", at $width px', async (viewport) => {
    expect(await readMenu(await newShopper({ viewport }))).toEqual([...guest, 'Sign in', 'Sign up']);
  });

  test.each([PHONE, DESKTOP])('"Logout only when signed in", at $width px', async (viewport) => {
    const shopper = await newCustomer({ viewport });
    expect(await readMenu(shopper)).toEqual(['Home', ...account, 'Logout']);
    expect(await shopper.page.getByRole('list', { name: /^My Account/ }).count()).toBe(1);
  });

  test('"All three are hidden inside the app web view"', async () => {
    expect(await readMenu(await newShopper(miniProgramOptions))).toEqual(guest);
    const shopper = await newCustomer(miniProgramOptions);
    expect(await readMenu(shopper)).toEqual(['Home', ...account]);
    await shopper.visit('/my-account');
    await shopper.page.getByText('Account menu').click();
    const entries = shopper.page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual(expect.arrayContaining([...pages, 'Vouchers', 'Help Center', 'Account removal']));
    expect(await entries.filter({ hasText: 'Logout' }).count()).toBe(0);
  });
});

const PAGES = [
  '/my-account',
  '/my-account/orders',
  '/my-account/orders/products',
  '/my-account/notification',
  '/my-account/notification/settings',
  '/my-account/address',
  '/my-account/wishlist',
  '/my-account/recent-products',
  '/my-account/payment',
  '/my-account/change-password',
  '/my-account/auth',
  '/my-account/account-settings',
  '/my-account/help-center',
  '/my-account/legal-notice',
];

test.each(['en', 'zh'] as const)(
  'every account page fits from 320 to 1280 px and passes axe in the dark theme, in %s',
  async (lang) => {
    const shopper = await signInDemoCustomer('mei.ling@demo.example', { lang, dark: true });
    const { page } = shopper;
    const response = await page.request.get('/api/orders?limit=1', { headers: asCustomer(shopper) });
    const [{ id }] = (await response.json()).data;
    const orderPaths = ['/my-account/orders/view', '/my-account/orders/print', '/cancel-order'];
    for (const path of [...PAGES, ...orderPaths.map((each) => `${each}?order_id=${id}`)]) {
      await shopper.visit(path);
      await shopper.settle();
      expect(await page.locator('h1').count(), path).toBe(1);
      expect(await page.locator('meta[name=robots]').getAttribute('content'), path).toBe('noindex');
      // 640 px is the width of a desktop window at 200 % zoom.
      for (const width of [320, 390, 640, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${path} at ${width}`).toBe(0);
      }
      expect(await findings(page), path).toEqual([]);
    }
    expectQuiet(shopper);
  },
);
