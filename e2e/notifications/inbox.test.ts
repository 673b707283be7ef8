/** Tests the inbox: days, tabs, its count, and its message when it cannot be loaded (docs/readings.md#62). */
import { formatDay } from '@shop/core/dates';
import { accountPath } from '@shop/core/links/paths';
import { formatMessage } from '@shop/core/messages/format';
import { DAY_MS } from '@shop/core/time';
import { expect, test } from 'vitest';
import { describeNotification } from '../../server/notifications/inbox-texts.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { newCustomer } from '../testing/customer.ts';
import { addEntry, readId } from '../testing/notifications.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, PHONE } from '../testing/shopper.ts';

const ADDRESS = { recipient: 'Aminah Osman', contact_number: '012-345 6789', street_address: '12, Jalan SS2/24' };
const DAY_S = 86_400;
const CAMPAIGN = { title_en: 'Raya offers', title_zh: null, body_en: 'From Friday.', body_zh: null };
const DEVICE = { about: 'new_device', at: '2026-12-31T16:00:00.000Z', device: 'Firefox on Linux' };
const REWARD = { kind: 'check-in-reminder', facts: { streak: 3 } } as const;
const OFFER = { kind: 'marketing', facts: CAMPAIGN } as const;
const SECURITY = { kind: 'security', facts: DEVICE } as const;
const { title: rewardTitle } = describeNotification({ kind: REWARD.kind, data: REWARD.facts }, 'en');

test('lists entries under their day, and under the tab of their topic', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page, email, token } = shopper;
  const customer_id = await readId(shopper);
  await addEntry(customer_id, { ...REWARD, secondsAgo: DAY_S });
  await addEntry(customer_id, { ...OFFER, secondsAgo: 9 * DAY_S });
  await addEntry(customer_id, { ...SECURITY, secondsAgo: 9 * DAY_S + 1 });
  const number = await placeOrder(page, { ...ADDRESS, email }, token);
  await shopper.visit(accountPath('notifications'));
  const main = page.getByRole('main');
  const olderDay = formatDay(new Date(Date.now() - 9 * DAY_MS), 'en');
  /** Reads the headings of the days with the titles of their entries. */
  const readDays = () =>
    main
      .locator('section')
      .filter({ has: page.getByRole('listitem') })
      .evaluateAll((sections) =>
        sections.map((section) => [
          section.querySelector('h2')?.textContent ?? null,
          section.querySelectorAll('li').length,
        ]),
      );
  const today: [string, number] = [en['notifications.today'], 1];
  const yesterday: [string, number] = [en['notifications.yesterday'], 1];
  await expect.poll(readDays).toEqual([today, yesterday, [olderDay, 2]]);
  const locateTab = (name: 'tab_all' | 'tab_orders' | 'tab_rewards' | 'tab_offers') =>
    main.getByRole('button', { name: en[`notifications.${name}`], exact: true });
  await locateTab('tab_orders').click();
  await expect.poll(readDays).toEqual([today]);
  await main.getByRole('listitem').filter({ hasText: number }).waitFor();
  await locateTab('tab_rewards').click();
  await expect.poll(readDays).toEqual([yesterday]);
  await main.getByRole('listitem').filter({ hasText: rewardTitle }).waitFor();
  await locateTab('tab_offers').click();
  await expect.poll(readDays).toEqual([[olderDay, 1]]);
  await main.getByRole('listitem').filter({ hasText: CAMPAIGN.title_en }).waitFor();
  await locateTab('tab_all').click();
  await expect.poll(readDays).toEqual([today, yesterday, [olderDay, 2]]);
  expectQuiet(shopper);
});

test('counts more than 99 unread entries in the bell and the account menu', async () => {
  const shopper = await newCustomer({ viewport: DESKTOP });
  const { page } = shopper;
  const customer_id = await readId(shopper);
  const bell = page
    .getByRole('banner')
    .getByRole('link', { name: en['account.notifications'] })
    .filter({ visible: true });
  const entry = page.getByRole('navigation', { name: en['account.menu'] }).getByRole('link', {
    name: new RegExp(`^${en['account.notifications']}`),
  });
  for (const [added, count, shown] of [
    [99, 99, '99'],
    [21, 120, '99+'],
  ] as const) {
    await addEntry(customer_id, { ...REWARD, secondsAgo: 60 }, added);
    await shopper.visit(accountPath('notifications'));
    const [label, spoken] = [
      formatMessage(en['notifications.bell'], { count }, 'en'),
      formatMessage(en['notifications.unread_count'], { count }, 'en'),
    ];
    await expect.poll(() => bell.getAttribute('aria-label')).toBe(label);
    expect(await bell.textContent()).toBe(shown);
    await entry.filter({ hasText: spoken }).getByText(shown, { exact: true }).waitFor();
  }
  expectQuiet(shopper);
});

test('says that it could not be loaded, and loads on retry', async () => {
  const shopper = await newCustomer({ lang: 'zh', viewport: PHONE });
  const { page } = shopper;
  await addEntry(await readId(shopper), { ...OFFER, secondsAgo: 60 });
  const isList = (url: URL) => url.pathname === '/api/notifications';
  await page.route(isList, (route) => route.abort());
  await shopper.visit(accountPath('notifications'));
  const main = page.getByRole('main');
  const alert = main.getByRole('alert');
  await alert.getByRole('button', { name: zh['ui.retry'], exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.unroute(isList);
  await alert.getByRole('button', { name: zh['ui.retry'], exact: true }).click();
  await main.getByRole('listitem').filter({ hasText: CAMPAIGN.title_en }).waitFor();
  expect(await alert.count()).toBe(0);
  expect(shopper.complaints.filter((complaint) => !complaint.includes('net::ERR_FAILED'))).toEqual([]);
});
