import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BrowserGlobals, stubBrowser } from '../testing/browser-globals.ts';
import type { MemoryStorage } from '../testing/memory-storage.ts';

let device: MemoryStorage;

let browser: BrowserGlobals;

beforeEach(() => {
  browser = stubBrowser();
  device = browser.local;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Loads the store as a fresh page does. */
async function loadPage() {
  vi.resetModules();
  const { checkoutActions, restoreCheckout, useCheckout } = await import('./checkout-store.ts');
  await restoreCheckout();
  return { actions: checkoutActions, state: () => useCheckout.getState().state, store: () => useCheckout.getState() };
}

const address = {
  recipient: 'Mei Ling',
  email: 'mei@example.com',
  contact_number: '+60123456789',
  street_address: '12, Jalan Contoh',
  city: 'Petaling Jaya',
  zip: '47300',
  state_id: 'MY-10',
};

describe('docs/spec.md §4: "Checkout state is saved to local storage on every change and restored on load"', () => {
  test('restores step, address, slot, tip and payment', async () => {
    const page = await loadPage();
    expect(page.actions.setAddresses(address, address, true)).toBeNull();
    page.actions.setStep(2);
    page.actions.chooseMethod('1');
    page.actions.chooseSlot('slot', '2026-01-31T04:00:00.000Z');
    page.actions.setTip(300);
    page.actions.choosePayment('cod');
    page.actions.setStoreCredit(500);
    const reloadedPage = await loadPage();
    expect(reloadedPage.state()).toEqual(page.state());
    expect(reloadedPage.state()).toMatchObject({
      shipping_address: address,
      customer_email: 'mei@example.com',
      current_step: 2,
      checkoutData: { delivery_slot_id: 'slot', tip: 300 },
      payment_method: 'cod',
      store_credit: 500,
    });
  });

  test('restores an order without a response, and no other request in flight', async () => {
    const page = await loadPage();
    page.actions.setLoading(true);
    page.actions.setAttempt({ key: 'k', body: '{}' });
    const reloadedPage = await loadPage();
    expect(reloadedPage.state().checkout_loading).toBe(false);
    expect(reloadedPage.store().attempt).toEqual({ key: 'k', body: '{}' });
  });

  test('restores the user of Touch ’n Go, and no sign-in under way', async () => {
    const page = await loadPage();
    const user = { name: 'Mei', phone: '+60123456789', email: null };
    page.actions.setTngLoading(true);
    page.actions.setTngUser(user);
    expect((await loadPage()).state()).toMatchObject({ tng_user_loading: false, tng_user_info: user });
  });

  test.each(['garbage', '{"version":1,"data":{"state":{"current_step":7}}}'])('ignores %s', async (text) => {
    device.setItem('checkout', text);
    expect((await loadPage()).state().current_step).toBe(1);
  });
});

test('docs/spec.md §5: "on failure its message is shown and state is unchanged"', async () => {
  const page = await loadPage();
  const before = page.state();
  expect(page.actions.setAddresses({ ...address, zip: '' }, address, true)).toEqual({
    code: 'address.zip',
    field: 'zip',
  });
  expect(page.state()).toBe(before);
});

test('docs/spec.md §4: "Clearing checkout resets everything and removes the saved copy"', async () => {
  const page = await loadPage();
  page.actions.setStep(3);
  expect(device.getItem('checkout')).not.toBeNull();
  page.actions.clear();
  expect(device.getItem('checkout')).toBeNull();
  expect(page.state().current_step).toBe(1);
});

test('discards the checkout of a placed order', async () => {
  const page = await loadPage();
  page.actions.setStep(3);
  page.actions.setOrder('order-1');
  const nextPage = await loadPage();
  expect(nextPage.state()).toMatchObject({ current_step: 1, current_order_id: null });
  expect(device.getItem('checkout')).toBeNull();
});

describe('The owner of a checkout', () => {
  test('discards a customer’s choices on sign-out, and keeps a guest’s through sign-in', async () => {
    const page = await loadPage();
    const { authToken } = await import('../storage.ts');
    page.actions.setAddresses(address, address, true);
    authToken.write(`c_${'a'.repeat(43)}`);
    expect(page.state().shipping_address).toMatchObject(address);
    authToken.remove();
    expect(page.state().shipping_address).toBeNull();
    expect(device.getItem('checkout')).toBeNull();
  });
});

describe('two tabs of one device', () => {
  /** Dispatches the storage event to both tabs; a browser would leave out the tab that made the change. */
  const dispatchStorage = () => browser.dispatch('storage', { key: 'checkout' });

  /** Opens two tabs in the delivery step with the same choices. */
  async function openTwoTabs() {
    const first = await loadPage();
    first.actions.setAddresses(address, address, true);
    first.actions.setStep(2);
    return [first, await loadPage()] as const;
  }

  test('agree on the choices, and each stays at its step', async () => {
    const [first, second] = await openTwoTabs();
    first.actions.setStep(3);
    first.actions.chooseSlot('slot', '2026-01-31T04:00:00.000Z');
    first.actions.setTip(300);
    dispatchStorage();
    expect(second.state()).toEqual({ ...first.state(), current_step: 2 });
    expect(first.state().current_step).toBe(3);
    // What one tab takes over is not written back to the other.
    const before = device.getItem('checkout');
    dispatchStorage();
    expect(device.getItem('checkout')).toBe(before);
    second.actions.choosePayment('cod');
    dispatchStorage();
    expect(first.state()).toMatchObject({ payment_method: 'cod', current_step: 3, checkoutData: { tip: 300 } });
  });

  test('docs/spec.md §4: an address deleted in one is cleared in the other, which returns to step 1', async () => {
    const [first, second] = await openTwoTabs();
    second.actions.forgetAddress(address);
    dispatchStorage();
    expect(first.state()).toMatchObject({ billing_address: null, shipping_address: null, current_step: 1 });
  });

  test('it leaves the address list of the other too, which outlasts an order placed in one', async () => {
    const [first, second] = await openTwoTabs();
    const savedAddress = { ...address, id: 'a' };
    second.actions.setAddressBook([savedAddress, { ...address, id: 'b' }]);
    second.actions.forgetAddress(savedAddress);
    dispatchStorage();
    expect(first.state().addresses.map(({ id }) => id)).toEqual(['b']);
    second.actions.clear();
    dispatchStorage();
    expect(first.state()).toMatchObject({ shipping_address: null, addresses: [{ id: 'b' }] });
  });

  test('an order placed in one clears the other once its result page has cleared the checkout', async () => {
    const [first, second] = await openTwoTabs();
    second.actions.setOrder('order');
    dispatchStorage();
    expect(first.state().shipping_address).toEqual(address);
    second.actions.clear();
    dispatchStorage();
    expect(first.state()).toMatchObject({ shipping_address: null, current_step: 1 });
    expect(device.getItem('checkout')).toBeNull();
  });
});
