/**
 * A customer whose order staff lead from placed to complete hears of it in the inbox, on the phone and by mail; each
 * entry leads where it should; topics can be switched off (docs/spec.md §2 "Push-notification routing", §8).
 */
import { randomUUID } from 'node:crypto';
import {
  accountPath,
  bestSellersPath,
  coinsPath,
  notificationSettingsPath,
  orderPath,
  productPath,
  ROUTES,
  withLang,
} from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import { KIND_NAMES, type NotificationKind } from '@shop/core/notifications/kinds';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { describeNotification } from '../../server/notifications/inbox-texts.ts';
import { formatMailText } from '../../server/notifications/mail-texts.ts';
import type { NotificationFacts } from '../../server/notifications/notification-data.ts';
import { SETTINGS_UPDATED } from '../../server/notifications/notification-settings.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer } from '../testing/customer.ts';
import { queryDatabase } from '../testing/database.ts';
import { listSent } from '../testing/inbox.ts';
import { addEntry, addPhone, readId } from '../testing/notifications.ts';
import { orderForCash } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, PHONE } from '../testing/shopper.ts';
import { callStaffApi } from '../testing/staff-api.ts';
import { runTill } from '../testing/staff-command.ts';

const TEXTS = { en, zh };

/** Each scene uses the gestures of its width, and views the entries at both widths. */
const SCENES = [
  { lang: 'en', viewport: PHONE },
  { lang: 'zh', viewport: DESKTOP },
] as const;

/** The statuses through which staff lead an order. */
const STEPS = ['processing', 'packed', 'delivery', 'complete'] as const;

const ADDRESS = { recipient: 'Aminah Osman', contact_number: '012-345 6789', street_address: '12, Jalan SS2/24' };

const HOUR_S = 3_600;

const NAMES = { name_en: 'Gold', name_zh: '金卡' };
const AT = '2026-12-31T16:00:00.000Z';
const ALERT = { ...NAMES, alert_id: '00000000-0000-7000-8000-000000000000', slug: 'nyonya-pot-pandan-kaya' };
const CAMPAIGN = { title_en: 'Raya offers', title_zh: null, body_en: 'From Friday.', body_zh: null };
const TILL = { entry_id: '00000000-0000-7000-8000-000000000000', wallet: 'point', amount: 40 };

/** An entry of each kind, the scene that opens it, and where it leads; `{shop}` is the shop's own origin. */
const ENTRIES: readonly {
  kind: NotificationKind;
  scene: 'en' | 'zh';
  facts: object;
  action_url?: string;
  /** A path, `order` for the order's page, or an address in another tab. */
  opens: string;
}[] = [
  { kind: 'order-placed', scene: 'en', facts: { order_number: '', total: 4590 }, opens: 'order' },
  { kind: 'order-updated', scene: 'zh', facts: { order_number: '', status: 'packed', at: AT }, opens: 'order' },
  {
    kind: 'order-items-changed',
    scene: 'en',
    facts: { order_number: '', at: AT, lines: [{ ...NAMES, ordered: 2, quantity: 1 }], less: 500, is_refunded: true },
    opens: 'order',
  },
  { kind: 'delivery-changed', scene: 'zh', facts: { order_number: '', at: AT }, opens: 'order' },
  { kind: 'payment', scene: 'en', facts: { order_number: '', total: 4590, state: 'paid' }, opens: 'order' },
  { kind: 'cancellation', scene: 'zh', facts: { order_number: '', state: 'canceled', at: AT }, opens: 'order' },
  {
    kind: 'refund',
    scene: 'en',
    facts: { order_number: '', refund_id: TILL.entry_id, state: 'settled', amount: 4590 },
    opens: 'order',
  },
  { kind: 'points-expiring', scene: 'en', facts: { points: 250, expires_at: AT, days: 7 }, opens: ROUTES.wallet },
  { kind: 'offline-transaction-reward', scene: 'zh', facts: TILL, opens: ROUTES.wallet },
  { kind: 'offline-transaction-redeem', scene: 'en', facts: TILL, opens: ROUTES.wallet },
  {
    kind: 'voucher',
    scene: 'zh',
    facts: { ...NAMES, vouchers: 1 },
    action_url: ROUTES.ownVouchers,
    opens: ROUTES.ownVouchers,
  },
  { kind: 'tier', scene: 'en', facts: { ...NAMES, direction: 'up' }, action_url: coinsPath(), opens: coinsPath() },
  { kind: 'check-in-reminder', scene: 'zh', facts: { streak: 3 }, action_url: coinsPath(), opens: coinsPath() },
  {
    kind: 'back-in-stock',
    scene: 'en',
    facts: ALERT,
    action_url: productPath(ALERT.slug),
    opens: productPath(ALERT.slug),
  },
  {
    kind: 'price-drop',
    scene: 'zh',
    facts: { ...ALERT, price: 900, was: 1200 },
    action_url: productPath(ALERT.slug),
    opens: productPath(ALERT.slug),
  },
  {
    kind: 'security',
    scene: 'en',
    facts: { about: 'new_device', at: AT, device: 'Firefox on Linux' },
    action_url: ROUTES.logins,
    opens: ROUTES.logins,
  },
  {
    kind: 'marketing',
    scene: 'zh',
    facts: CAMPAIGN,
    action_url: `{shop}${bestSellersPath()}`,
    opens: bestSellersPath(),
  },
  { kind: 'marketing', scene: 'en', facts: CAMPAIGN, opens: ROUTES.home },
  {
    kind: 'marketing',
    scene: 'en',
    facts: CAMPAIGN,
    action_url: 'https://elsewhere.example/raya',
    opens: 'https://elsewhere.example/raya',
  },
];

test('the entries are of every kind', () => {
  expect([...new Set(ENTRIES.map(({ kind }) => kind))].sort()).toEqual([...KIND_NAMES].sort());
});

/** Swipes across an element by finger. */
async function swipe(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.8) });
  for (const part of [0.7, 0.5, 0.3]) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

describe.each(SCENES)('in $lang at $viewport.width px', ({ lang, viewport }) => {
  const say = TEXTS[lang];

  test('an order leaves an entry, a push and a mail for each step, changes can be undone, a switched-off topic is silent on that channel only', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page, email, token } = shopper;
    const phone = await addPhone(shopper, lang);
    const { id, order_number: number } = await orderForCash(page, { ...ADDRESS, email }, token, undefined, lang);
    const titleOf = (facts: NotificationFacts) => describeNotification(facts, lang).title;
    const stepTitle = (status: (typeof STEPS)[number]) =>
      titleOf({ kind: 'order-updated', data: { order_number: number, status, at: AT } });
    const titles = [titleOf({ kind: 'order-placed', data: { order_number: number, total: 0 } })];
    // The push of a packed order waits for the next step, which takes its place (docs/readings.md#61).
    const pushTitles = [...titles];
    const mailTexts = [formatMailText(lang, 'placed.greeting')];
    /** Waits for the mails and pushes of all steps so far. */
    const waitForMessages = async () => {
      const listOrderMails = async (to: string) =>
        (await listSent(page, to)).filter(({ text }) => text.includes(number));
      await expect.poll(async () => (await listOrderMails(email)).length).toBe(mailTexts.length);
      const [mail] = await listOrderMails(email);
      expect(mail?.text).toContain(mailTexts.at(-1));
      await expect
        .poll(async () => (await listSent(page, phone)).map(({ subject }) => subject))
        .toEqual(pushTitles.toReversed());
    };
    await waitForMessages();
    for (const to of STEPS) {
      await callStaffApi(page, 'POST', `/orders/${id}/advance`, { to });
      titles.push(stepTitle(to));
      mailTexts.push(formatMailText(lang, `change.${to}.title`));
      if (to !== 'packed') pushTitles.push(stepTitle(to));
      await waitForMessages();
    }
    const entryCount = titles.length;
    const pushes = pushTitles.length;

    await shopper.visit(accountPath('orders'));
    const header = page.getByRole('banner');
    const bell = (count: number) =>
      header
        .getByRole('link', {
          name: count === 0 ? say['account.notifications'] : formatMessage(say['notifications.bell'], { count }, lang),
          exact: true,
        })
        .filter({ visible: true });
    await bell(entryCount).click();
    const main = page.getByRole('main');
    const entries = main.getByRole('listitem').filter({ hasText: number });
    await expect.poll(() => entries.count()).toBe(entryCount);
    const unreadEntries = entries.filter({ hasText: say['notifications.unread'] });
    expect(await unreadEntries.count()).toBe(entryCount);
    for (const size of [viewport === PHONE ? DESKTOP : PHONE, viewport]) {
      await page.setViewportSize(size);
      for (const [step, title] of titles.toReversed().entries()) {
        await entries.nth(step).getByText(title).filter({ visible: true }).waitFor();
      }
    }
    expect(await findings(page)).toEqual([]);

    await entries.first().getByRole('link').click();
    await page.waitForURL(({ pathname, searchParams }) => pathname === ROUTES.order && searchParams.has('order_id'));
    await main.getByText(number).first().waitFor();
    await bell(entryCount - 1).waitFor();
    await page.goBack();
    await expect.poll(() => unreadEntries.count()).toBe(entryCount - 1);

    await main.getByRole('button', { name: say['notifications.read_all'] }).click();
    await bell(0).waitFor();
    const undo = main.getByRole('button', { name: say['cart.undo'] });
    await undo.click();
    await bell(entryCount - 1).waitFor();
    await expect.poll(() => unreadEntries.count()).toBe(entryCount - 1);

    const newestEntry = entries.first();
    const remove = () =>
      viewport === PHONE
        ? swipe(page, newestEntry)
        : newestEntry.getByRole('button', { name: say['notifications.remove'].split('{')[0] ?? '' }).click();
    await remove();
    await undo.click();
    await expect.poll(() => entries.count()).toBe(entryCount);
    await remove();
    await undo.waitFor();
    // After the shopper leaves the tab, the removal can no longer be undone.
    const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await main.getByRole('button', { name: say['notifications.tab_offers'] }).click();
    expect((await deletion).status()).toBe(200);
    await main.getByRole('heading', { name: say['notifications.none'] }).waitFor();
    await shopper.visit(accountPath('notifications'));
    await expect.poll(() => entries.count()).toBe(entryCount - 1);

    await main.getByRole('link', { name: say['notifications.to_settings'], exact: true }).click();
    const mailSwitch = main
      .getByRole('group')
      .filter({ hasText: say['notifications.rewards_text'] })
      .getByRole('switch', { name: say['notifications.channel_email'] });
    await mailSwitch.click();
    await expect.poll(() => mailSwitch.isChecked()).toBe(false);
    await page.getByRole('status').filter({ hasText: SETTINGS_UPDATED[lang] }).waitFor();
    await shopper.visit(notificationSettingsPath());
    await mailSwitch.waitFor();
    expect(await mailSwitch.isChecked()).toBe(false);
    const { code } = await (await page.request.get('/api/qrcode', { headers: asCustomer(shopper) })).json();
    const [member = ''] = (await runTill('member', code)).split(' ');
    const before = await listSent(page, email);
    await runTill('award', member, `R-${randomUUID()}`, '40.00');
    await expect.poll(async () => (await listSent(page, phone)).length).toBe(pushes + 1);
    const listDeliveries = () =>
      queryDatabase(
        `select d.channel, d.state, d.reason from notification_deliveries d
         join notifications n on n.id = d.notification_id
         where n.customer_id = $1 and n.kind = 'offline-transaction-reward' order by d.channel`,
        member,
      );
    // The shop records a push as sent after the phone has it, so poll.
    await expect.poll(listDeliveries).toEqual([
      { channel: 'email', state: 'suppressed', reason: 'switched_off' },
      { channel: 'inbox', state: 'sent', reason: null },
      { channel: 'push', state: 'sent', reason: null },
    ]);
    expect(await listSent(page, email)).toEqual(before);

    const lockedGroup = main.getByRole('group').filter({ hasText: say['notifications.orders_text'] });
    expect(await lockedGroup.getByText(say['notifications.always_on'], { exact: true }).count()).toBeGreaterThan(0);
    expect(await lockedGroup.getByRole('switch').count()).toBe(0);
    expectQuiet(shopper);
  });

  test('an entry of each kind leads where the specification says, and the bell counts down', async () => {
    const shopper = await newCustomer({ lang, viewport });
    const { page, email, token } = shopper;
    const customer_id = await readId(shopper);
    const { id: order_id, order_number } = await orderForCash(page, { ...ADDRESS, email }, token);
    const entries = ENTRIES.filter(({ scene }) => scene === lang);
    for (const [at, { kind, facts, action_url = '' }] of entries.entries()) {
      // Each entry is older than the one before; those of the placed order are newer than all.
      const isOrders = 'order_number' in facts;
      await addEntry(customer_id, {
        ...{ kind, facts: isOrders ? { ...facts, order_number } : facts, secondsAgo: HOUR_S + at },
        ...(isOrders && { order_id }),
        action_url: action_url.replace('{shop}', new URL(inject('storeUrl')).origin),
      });
    }
    await shopper.visit(accountPath('notifications'));
    const main = page.getByRole('main');
    const remove = page.getByRole('button', { name: say['notifications.remove'].split('{')[0] ?? '' });
    const links = main.getByRole('listitem').filter({ has: remove }).getByRole('link');
    await expect.poll(() => links.count()).toBe(entries.length + 1);
    for (const [at, { opens }] of entries.entries()) {
      const link = links.nth(at + 1);
      if (opens.startsWith('https:')) {
        expect(await link.getAttribute('href')).toBe(opens);
        expect(await link.getAttribute('target')).toBe('_blank');
        continue;
      }
      await link.click();
      const path = opens === 'order' ? orderPath({ id: order_id }) : opens;
      await page.waitForURL((url) => url.pathname + url.search + url.hash === withLang(path, lang));
      await main.getByRole('heading', { level: 1 }).waitFor();
      await page.goBack();
      await page.waitForURL(({ pathname }) => pathname === accountPath('notifications'));
      await links.nth(entries.length).waitFor();
    }
    const unreadCount = 1 + entries.filter(({ opens }) => opens.startsWith('https:')).length;
    const label = formatMessage(say['notifications.bell'], { count: unreadCount }, lang);
    await page.getByRole('banner').getByRole('link', { name: label }).filter({ visible: true }).waitFor();
    expectQuiet(shopper);
  });
});
