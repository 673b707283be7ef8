/**
 * Sign-in state and checkout in two tabs, and after the session ends (docs/readings.md#2, docs/spec.md §4 "Signed-in
 * state", "Checkout", §8).
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asCustomer, fillCart, newCustomer, PASSWORD, register, saveAddress } from '../testing/customer.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { waitUntilOverlayEnteredHistory, waitUntilOverlayLeftHistory } from '../testing/overlays.ts';
import { DESKTOP, expectQuiet, newShopper } from '../testing/shopper.ts';

const KAYA = { id: '51', name: 'Nyonya Pot Pandan Kaya' };

const readPath = (page: Page) => new URL(page.url()).pathname;
const locateHeart = (page: Page) => page.getByRole('button', { name: `Add to My Favourite: ${KAYA.name}` }).first();
const locateFullCart = (page: Page) => page.getByRole('button', { name: /^Cart, 1 item/ }).first();
const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** Signs in a customer with a favourite and a product in the cart. */
async function newCustomerWithCart() {
  const shopper = await newShopper({ viewport: DESKTOP });
  const account = await register(shopper);
  const headers = asCustomer(account);
  await shopper.page.request.post('/api/wishlist', { headers, data: { product_id: KAYA.id } });
  await shopper.page.request.put('/api/cart', { headers, data: { items: [{ id: KAYA.id, quantity: 1 }] } });
  await shopper.visit('/faq');
  await shopper.page.evaluate((value) => localStorage.setItem('auth_token', value), account.token);
  return { ...shopper, ...account };
}

test('updates pages, cart and hearts of the other tab on sign-out and sign-in', async () => {
  const shopper = await newCustomerWithCart();
  const list = shopper.page;
  await shopper.visit('/products?keyword=kaya');
  await expect.poll(() => locateHeart(list).getAttribute('aria-pressed')).toBe('true');
  await locateFullCart(list).waitFor();
  const account = await shopper.context.newPage();
  await open(account, '/my-account/address');
  await account.getByRole('heading', { name: 'Add your first address' }).waitFor();

  const third = await shopper.context.newPage();
  await open(third, '/logout');
  await expect.poll(() => readPath(account)).toBe('/signin');
  expect(new URL(account.url()).searchParams.get('then')).toBe('/my-account/address');
  await expect.poll(() => locateHeart(list).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => locateFullCart(list).count()).toBe(0);
  await third.close();

  const signIn = await shopper.context.newPage();
  await open(signIn, '/signin?then=/faq');
  await signIn.getByRole('textbox', { name: 'Email or phone' }).fill(shopper.email);
  await signIn.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => readPath(signIn)).toBe('/faq');
  // The tab on the sign-in page goes to the page that it was opened for.
  await expect.poll(() => readPath(account)).toBe('/my-account/address');
  await expect.poll(() => locateHeart(list).getAttribute('aria-pressed')).toBe('true');
  await locateFullCart(list).waitFor();
  expectQuiet(shopper);
});

test('"403 from any call: go to logout with force=1" on every page, then home after five seconds (docs/spec.md §8)', async () => {
  for (const address of ['/products?keyword=kaya', '/my-account/orders', '/checkout']) {
    const shopper = await newCustomerWithCart();
    const { page } = shopper;
    // An open page of the shop would detect the end of the session and leave.
    await page.goto('about:blank');
    await page.request.post('/api/logout', { headers: asCustomer(shopper) });
    // The server caches a session for a second.
    await expect
      .poll(async () => (await page.request.get('/api/me', { headers: asCustomer(shopper) })).status())
      .toBe(403);
    // The page may leave for the logout before it has loaded.
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => `${readPath(page)}${new URL(page.url()).search}`).toBe('/logout?force=1');
    await expect.poll(() => readToken(page)).toBeNull();
    await expect.poll(() => readPath(page)).toBe('/');
    // The shop works for a guest.
    await page.getByRole('link', { name: 'Account' }).first().waitFor();
  }
});

/** Sets the postcode in the header. */
async function changePostcode(page: Page, zip: string): Promise<void> {
  await page
    .getByRole('link', { name: /^Deliver to/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Where do we deliver?' });
  await waitUntilOverlayEnteredHistory(page);
  await dialog.getByLabel('Postcode').fill(zip);
  await dialog.getByRole('button', { name: 'Deliver here' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOverlayLeftHistory(page);
}

test('the checkout returns to step 1 and goes on from there after its address was deleted, or the postcode changed, elsewhere (docs/spec.md §4)', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), [{ id: KAYA.id, quantity: 1 }]);
  await saveAddress(shopper, { title: 'Home', is_default: true });
  const toDelivery = page.getByRole('button', { name: WORDS.en.toDelivery });
  const slot = page.getByRole('radio', { name: WORDS.en.freeSlot }).first();
  await shopper.visit('/checkout');
  await toDelivery.click();
  await slot.waitFor();

  const otherTab = await shopper.context.newPage();
  await open(otherTab, '/my-account/address');
  await otherTab.getByRole('button', { name: /^Delete Aminah Osman/ }).click();
  await otherTab.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('The address you chose was deleted. Enter where to deliver.').waitFor();
  await page.getByLabel('Street address').fill('12, Jalan SS2/24');
  await page.getByLabel('Postcode').fill('47300');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Petaling Jaya');
  await toDelivery.click();
  await slot.waitFor();

  await changePostcode(otherTab, '05100');
  await toDelivery.click();
  await slot.waitFor();

  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await changePostcode(page, '05150');
  await page.goBack();
  await toDelivery.click();
  await slot.waitFor();
  await page.reload();
  await slot.waitFor();
  await page.goBack();
  await toDelivery.waitFor();
  await page.goForward();
  await slot.waitFor();
  expectQuiet(shopper);
});

test('a saved address that is deleted elsewhere leaves the list of the open checkout', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), [{ id: KAYA.id, quantity: 1 }]);
  await saveAddress(shopper, { title: 'Home', is_default: true });
  await saveAddress(shopper, { title: 'Office', recipient: 'Office of Aminah' });
  await shopper.visit('/checkout');
  const office = page.getByRole('radio', { name: /Office of Aminah/ });
  await office.waitFor();
  const otherTab = await shopper.context.newPage();
  await open(otherTab, '/my-account/address');
  await otherTab.getByRole('button', { name: /^Delete Office of Aminah/ }).click();
  await otherTab.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await office.waitFor({ state: 'detached' });
  const home = page.getByRole('radio', { name: /Aminah Osman/ });
  expect(await home.isChecked()).toBe(true);

  // The chosen address, deleted on another device, leaves the checkout with the server's next response.
  await saveAddress(shopper, { title: 'Parents', recipient: 'Parents of Aminah' });
  await page.getByRole('button', { name: WORDS.en.toDelivery }).click();
  const slot = page.getByRole('radio', { name: WORDS.en.freeSlot }).first();
  await slot.waitFor();
  const headers = asCustomer(shopper);
  const { data: book } = await (await page.request.get('/api/address', { headers })).json();
  const { id } = book.find(({ title }: { title: string }) => title === 'Home');
  expect((await page.request.delete(`/api/address/${id}`, { headers })).ok()).toBe(true);
  const { shipping_address } = await (await page.request.get('/api/cart', { headers })).json();
  expect(shipping_address).toBeNull();
  await slot.check();
  await page.getByText('The address you chose was deleted. Check the one selected here.').waitFor();
  expect(await page.getByRole('radio', { name: /Parents of Aminah/ }).isChecked()).toBe(true);
  expect(await home.count()).toBe(0);
  await page.getByRole('button', { name: WORDS.en.toDelivery }).click();
  await slot.waitFor();
  expectQuiet(shopper);
});

test('an address that was typed and saved here leaves the server’s cart when another device deletes it', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const headers = asCustomer(shopper);
  const readCart = async () => (await page.request.get('/api/cart', { headers })).json();
  await fillCart(shopper, headers, [{ id: KAYA.id, quantity: 1 }]);
  await shopper.visit('/checkout');
  await page.getByLabel(WORDS.en.name).fill('Aminah Osman');
  await page.getByLabel(WORDS.en.phone).fill('012-345 6789');
  await page.getByLabel(WORDS.en.postcode).fill('47300');
  await expect.poll(() => page.getByLabel(WORDS.en.city).inputValue()).toBe('Petaling Jaya');
  await page.getByLabel(WORDS.en.street).fill('12, Jalan SS2/24');
  await page.getByRole('button', { name: WORDS.en.toDelivery }).click();
  await page.getByRole('radio', { name: WORDS.en.freeSlot }).first().waitFor();
  expect((await readCart()).shipping_address.street_address).toBe('12, Jalan SS2/24');
  const { data: book } = await (await page.request.get('/api/address', { headers })).json();
  expect((await page.request.delete(`/api/address/${book[0].id}`, { headers })).ok()).toBe(true);
  expect((await readCart()).shipping_address).toBeNull();
});

/** Marks the typed billing address as this one of the book (docs/spec.md §4), which step 1 itself does not offer. */
const billToBookAddress = (page: Page, street_address: string) =>
  page.evaluate(async (street) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` };
    const book = await (await fetch('/api/address', { headers })).json();
    const { id } = book.data.find((each: { street_address: string }) => each.street_address === street);
    const checkout = JSON.parse(localStorage.getItem('checkout') ?? '');
    checkout.data.state.billing_address.id = id;
    localStorage.setItem('checkout', JSON.stringify(checkout));
  }, street_address);

test('"Deleting an address … if it was the billing address, the flow returns to step 1", and goes on to the same delivery (docs/spec.md §4)', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  await fillCart(shopper, asCustomer(shopper), [{ id: KAYA.id, quantity: 1 }]);
  await saveAddress(shopper, { title: 'Home', is_default: true });
  const office = { recipient: 'Office', street_address: '8, Jalan Langgar', city: 'Alor Setar', zip: '05100' };
  await saveAddress(shopper, { ...office, title: 'Office', state_id: 'MY-02' });
  const toDelivery = page.getByRole('button', { name: WORDS.en.toDelivery });
  const slot = page.getByRole('radio', { name: WORDS.en.freeSlot }).first();
  await shopper.visit('/checkout');
  await page.getByRole('checkbox', { name: 'Billing address is the same as the delivery address' }).uncheck();
  await page.getByLabel('Postcode').fill(office.zip);
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe(office.city);
  await page.getByLabel('Street address').fill(office.street_address);
  await toDelivery.click();
  await page.getByText('Bill to:').waitFor();
  await slot.waitFor();
  await billToBookAddress(page, office.street_address);
  await page.reload();
  await slot.waitFor();

  const otherTab = await shopper.context.newPage();
  await open(otherTab, '/my-account/address');
  await otherTab.getByRole('button', { name: /^Delete Office/ }).click();
  await otherTab.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await toDelivery.waitFor();
  expect(await page.getByRole('radio', { name: /Jalan SS2\/24/ }).isChecked()).toBe(true);
  await toDelivery.click();
  await slot.waitFor();
  expectQuiet(shopper);
});
