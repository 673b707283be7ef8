/** Push notifications inside the app, through Capacitor's own bridge (docs/partners.md#3, docs/readings.md#75). */
import { randomUUID } from 'node:crypto';
import { accountPath, checkoutResultPath, notificationSettingsPath, orderPath, ROUTES } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, PASSWORD, register, type TestAccount } from '../testing/customer.ts';
import { WORDS } from '../testing/guest-checkout.ts';
import { listSent } from '../testing/inbox.ts';
import { type NativeApp, type Push, runApp } from '../testing/native-bridge.ts';
import { orderForCash } from '../testing/place-order.ts';
import { expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

const LANGS = ['en', 'zh'] as const;
const TEXTS = { en, zh };

const ADDRESS = { recipient: 'Aminah Osman', contact_number: '012-345 6789', street_address: '12, Jalan SS2/24' };

const newToken = () => `phone-${randomUUID()}`;

const waitForListener = (app: NativeApp, event: string) =>
  expect.poll(() => app.listensTo(`FirebaseMessaging.${event}`)).toBe(true);

/** Waits until the app's part of the page has started. */
const waitUntilStarted = (app: NativeApp) => waitForListener(app, 'notificationActionPerformed');

/** Collects the bodies of the page's requests that save a token. */
function collectSavedTokens(page: Page): { token: string; app_version: string }[] {
  const bodies: { token: string; app_version: string }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/save-fcm-token')) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Returns the number of phones to which the shop sends the customer's notifications. */
async function countRegisteredPhones({ page }: Pick<Shopper, 'page'>, account: TestAccount): Promise<number> {
  const response = await page.request.get('/api/me/export', { headers: asCustomer(account) });
  return ((await response.json()) as { data: { push_tokens: unknown[] } }).data.push_tokens.length;
}

/** Orders for cash as the customer, and opens the page that follows in the app. */
async function order(shopper: Shopper & TestAccount): Promise<{ id: string; order_number: string }> {
  const cashOrder = await orderForCash(shopper.page, { ...ADDRESS, email: shopper.email }, shopper.token);
  await shopper.visit(checkoutResultPath({ order_number: cashOrder.order_number, token: cashOrder.view_token }));
  return cashOrder;
}

describe.each(LANGS)('in %s', (lang) => {
  const say = TEXTS[lang];

  test('the app explains and then asks after the first order, once, and saves the phone’s token', async () => {
    const shopper = await newCustomer({ viewport: PHONE, lang });
    const { page } = shopper;
    const token = newToken();
    const savedTokens = collectSavedTokens(page);
    const app = await runApp(page, { push: { answer: 'granted', token } });
    await shopper.visit('/');
    await waitUntilStarted(app);
    await shopper.settle();
    // The app does not request the permission at its start.
    expect(app.calls('FirebaseMessaging.requestPermissions')).toEqual([]);
    expect(app.calls('FirebaseMessaging.getToken')).toEqual([]);
    await order(shopper);
    const sheet = page.getByRole('dialog', { name: say['native.push_offer'] });
    await sheet.getByText(say['native.push_offer_text']).waitFor();
    expect(await findings(page)).toEqual([]);
    expect(app.calls('FirebaseMessaging.requestPermissions')).toEqual([]);
    await sheet.getByRole('button', { name: say['native.push_allow'] }).click();
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => savedTokens).toEqual([{ token, app_version: '0.1.0' }]);
    expect(app.calls('FirebaseMessaging.requestPermissions')).toHaveLength(1);
    // Android shows the topics in its own settings, by names from the server.
    await expect
      .poll(() => app.calls('FirebaseMessaging.createChannel').map(({ id, importance }) => [id, importance]))
      .toEqual([
        ['orders', 4],
        ['rewards', 3],
        ['alerts', 3],
        ['security', 4],
        ['marketing', 3],
      ]);
    // The next order reaches the phone, in the app's language.
    await order(shopper);
    await page.getByRole('heading', { name: WORDS[lang].received }).waitFor();
    await expect.poll(async () => (await listSent(page, token)).length).toBeGreaterThan(0);
    const [push] = await listSent(page, token);
    expect(push?.subject).toMatch(lang === 'en' ? /^Order .* received$/ : /^已收到订单/);
    expect(await sheet.count()).toBe(0);
    expectQuiet(shopper);
  });

  test('the notification settings explain and ask, and say how to allow what was refused for good', async () => {
    const shopper = await newCustomer({ viewport: PHONE, lang });
    const { page } = shopper;
    const savedTokens = collectSavedTokens(page);
    const app = await runApp(page, { push: { answer: 'denied', token: newToken() } });
    await shopper.visit(notificationSettingsPath());
    const offRegion = page.getByRole('region', { name: say['native.push_off'] });
    await offRegion.getByText(say['native.push_off_text']).waitFor();
    expect(await findings(page)).toEqual([]);
    await offRegion.getByRole('button', { name: say['native.push_allow'] }).click();
    const help = formatMessage(say['native.push_help_android'], { app: 'Sekampit' }, lang);
    await offRegion.getByText(help).waitFor();
    expect(await offRegion.getByRole('button').count()).toBe(0);
    expect(savedTokens).toEqual([]);
    await app.changePermission('granted');
    await page.getByRole('region', { name: say['native.push_on'] }).waitFor();
    await expect.poll(() => savedTokens.length).toBe(1);
    expectQuiet(shopper);
  });

  test('a message for the open app is a toast, whose button opens it', async () => {
    const shopper = await newCustomer({ viewport: PHONE, lang });
    const { page } = shopper;
    const app = await runApp(page, { push: { permission: 'granted', token: newToken() } });
    await shopper.visit('/');
    await waitUntilStarted(app);
    // Android passes on data alone, iOS also the title.
    const title = '25 points expire soon';
    const data = { action: 'points-expiring', title };
    await app.receivePush(lang === 'en' ? { data } : { title, data });
    const message = page.getByRole('status').filter({ hasText: title });
    await message.getByRole('button', { name: say['native.push_view'] }).click();
    await page.waitForURL((url) => url.pathname === accountPath('wallet'));
    await message.waitFor({ state: 'hidden' });
    await app.receivePush(lang === 'en' ? { data } : { title, data });
    await message.waitFor();
    expect(await findings(page)).toEqual([]);
    expectQuiet(shopper);
  });
});

test('a refused offer does not come back, and a guest has none and no token', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const app = await runApp(shopper.page, { platform: 'ios', push: { answer: 'granted' } });
  await order(shopper);
  const sheet = shopper.page.getByRole('dialog', { name: en['native.push_offer'] });
  await sheet.getByRole('button', { name: en['native.later'] }).click();
  await sheet.waitFor({ state: 'hidden' });
  const guest = await newShopper({ viewport: PHONE });
  const savedTokens = collectSavedTokens(guest.page);
  const guestApp = await runApp(guest.page, { push: { permission: 'granted', answer: 'granted' } });
  const buyer = { ...ADDRESS, email: `guest-${randomUUID()}@example.com` };
  const cashOrder = await orderForCash(guest.page, buyer);
  await guest.visit(checkoutResultPath({ order_number: cashOrder.order_number, token: cashOrder.view_token }));
  await guest.page.getByRole('heading', { name: WORDS.en.received }).waitFor();
  await waitUntilStarted(guestApp);
  // A guest does not save a new token of the phone.
  await guestApp.emit('FirebaseMessaging.tokenReceived', { token: newToken() });
  await order(shopper);
  await shopper.page.getByRole('heading', { name: WORDS.en.received }).waitFor();
  for (const each of [shopper, guest]) {
    await each.settle();
    expect(await each.page.getByRole('dialog').count()).toBe(0);
    expectQuiet(each);
  }
  expect(savedTokens).toEqual([]);
  expect(app.calls('FirebaseMessaging.requestPermissions')).toEqual([]);
});

test('the token is saved at the sign-in and when it changes, and ends with the session', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page } = shopper;
  const account = await register(shopper);
  const savedTokens = collectSavedTokens(page);
  const [first, second] = [newToken(), newToken()];
  const app = await runApp(page, { platform: 'ios', push: { permission: 'granted', token: first } });
  await shopper.visit('/signin');
  await waitUntilStarted(app);
  expect(app.calls('FirebaseMessaging.getToken')).toEqual([]);
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => savedTokens.map(({ token }) => token)).toEqual([first]);
  await waitForListener(app, 'tokenReceived');
  await app.emit('FirebaseMessaging.tokenReceived', { token: first });
  await app.emit('FirebaseMessaging.tokenReceived', { token: second });
  await expect.poll(() => savedTokens.map(({ token }) => token)).toEqual([first, second]);
  await shopper.settle();
  // iOS has no channels.
  expect(app.calls('FirebaseMessaging.createChannel')).toEqual([]);
  await expect.poll(() => app.calls('Badge.set')).toEqual([{ count: 0 }]);

  await shopper.visit('/my-account/account-settings');
  await waitUntilStarted(app);
  await waitForListener(app, 'tokenReceived');
  // A call that is still in flight would be refused once the session has ended.
  await shopper.settle();
  await page.evaluate(() => {
    window.history.pushState(null, '', '/logout');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => app.calls('FirebaseMessaging.deleteToken')).toHaveLength(1);
  await expect.poll(() => app.calls('FirebaseMessaging.removeAllDeliveredNotifications')).toHaveLength(1);
  await expect.poll(() => app.calls('Badge.clear')).toHaveLength(1);
  await expect.poll(() => countRegisteredPhones(shopper, account)).toBe(0);
  expectQuiet(shopper);
});

test('a sign-out without a connection deletes the token as soon as there is one', async () => {
  const shopper = await newShopper({ viewport: PHONE });
  const { page, context } = shopper;
  const account = await register(shopper);
  const savedTokens = collectSavedTokens(page);
  const app = await runApp(page, { push: { permission: 'granted', token: newToken() }, secrets: null });
  await shopper.visit('/');
  await page.evaluate((token) => localStorage.setItem('auth_token', token), account.token);
  await page.reload();
  await expect.poll(() => savedTokens.length).toBe(1);
  await waitForListener(app, 'tokenReceived');
  await context.setOffline(true);
  await page.evaluate(() => {
    // Signs out as another tab does.
    localStorage.removeItem('auth_token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
  });
  await expect.poll(() => app.calls('Badge.clear')).toHaveLength(1);
  expect(app.calls('FirebaseMessaging.deleteToken')).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => app.calls('FirebaseMessaging.deleteToken')).toHaveLength(1);
  // The next start does not delete the token again.
  await page.reload();
  await waitUntilStarted(app);
  await shopper.settle();
  expect(app.calls('FirebaseMessaging.deleteToken')).toHaveLength(1);
});

describe('a tap on a notification (docs/spec.md §2 "Push-notification routing")', () => {
  /** Builds a notification of an order as the phone passes it on. */
  const buildOrderPush = (id: string): Push => ({
    data: { action: 'order-updated', action_data: JSON.stringify({ order_id: id }), 'google.sent_time': 1 },
  });

  const waitForPath = (page: Page, path: string) =>
    page.waitForURL((url) => `${url.pathname}${url.search}` === path && url.hash === '');

  test('starts the app at the order, with home behind it', async () => {
    const shopper = await newCustomer({ viewport: PHONE });
    const { page, email, token } = shopper;
    const { id, order_number } = await orderForCash(page, { ...ADDRESS, email }, token);
    const app = await runApp(page, {
      push: { permission: 'granted', token: newToken() },
      launchPush: buildOrderPush(id),
    });
    await shopper.visit('/');
    await waitForPath(page, orderPath({ id }));
    await page.getByRole('main').getByText(order_number).first().waitFor();
    await app.pressBack();
    await waitForPath(page, '/');
    // A later document of the same run does not follow the tap again.
    await page.reload();
    await waitUntilStarted(app);
    await shopper.settle();
    expect(new URL(page.url()).pathname).toBe('/');
    expectQuiet(shopper);
  });

  test('opens its page while the app runs, and counts as read', async () => {
    const shopper = await newCustomer({ viewport: PHONE });
    const { page, email, token } = shopper;
    const { id } = await orderForCash(page, { ...ADDRESS, email }, token);
    const readInbox = async () => {
      const response = await page.request.get('/api/notifications', { headers: asCustomer(shopper) });
      return (await response.json()) as { unread: number; data: { id: string }[] };
    };
    await expect.poll(async () => (await readInbox()).unread).toBe(1);
    const [entry] = (await readInbox()).data;
    const app = await runApp(page, { push: { permission: 'granted', token: newToken() } });
    await shopper.visit('/brands');
    await waitUntilStarted(app);
    await expect.poll(() => app.calls('Badge.set').at(-1)).toEqual({ count: 1 });
    await app.tapPush({ data: { ...buildOrderPush(id).data, notification_id: entry?.id } });
    await waitForPath(page, orderPath({ id }));
    await expect.poll(() => app.calls('Badge.set').at(-1)).toEqual({ count: 0 });
    expect((await readInbox()).unread).toBe(0);

    await app.tapPush({ data: { action: 'points-expiring' } });
    await waitForPath(page, accountPath('wallet'));
    await app.tapPush({ data: { action_url: `${inject('storeUrl')}/best-sellers` } });
    await waitForPath(page, '/best-sellers');
    await app.tapPush({ data: { action_url: 'https://news.example/raya' } });
    await expect.poll(() => app.calls('Browser.open')).toEqual([{ url: 'https://news.example/raya' }]);
    await app.emit('FirebaseMessaging.notificationActionPerformed', {
      actionId: 'dismiss',
      notification: { data: {} },
    });
    await shopper.settle();
    expect(new URL(page.url()).pathname).toBe('/best-sellers');
    await app.tapPush({ data: { action: 'order-placed', action_data: '{', action_url: 'javascript:alert(1)' } });
    await waitForPath(page, '/');
    expectQuiet(shopper);
  });

  test('after the session has ended, leads to the sign-in and then to the order', async () => {
    const shopper = await newShopper({ viewport: PHONE });
    const { page } = shopper;
    const account = await register(shopper);
    const { id, order_number } = await orderForCash(page, { ...ADDRESS, email: account.email }, account.token);
    await runApp(page, { launchPush: buildOrderPush(id), push: { permission: 'granted', token: newToken() } });
    await shopper.visit('/');
    await page.getByRole('textbox', { name: 'Email or phone' }).fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('main').getByText(order_number).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(ROUTES.order);
    expectQuiet(shopper);
  });
});
