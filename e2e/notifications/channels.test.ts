/** When pushes go out (docs/readings.md#61), and which channels a shop offers. */
import { randomUUID } from 'node:crypto';
import { accountPath, notificationSettingsPath } from '@shop/core/links/paths';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '@shop/core/time';
import { expect, inject, onTestFinished, test } from 'vitest';
import { describeNotification } from '../../server/notifications/inbox-texts.ts';
import { makeMovedClock } from '../../server/testing/processes/moved-clock.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { asCustomer, newCustomer } from '../testing/customer.ts';
import { listSent } from '../testing/inbox.ts';
import { addPhone } from '../testing/notifications.ts';
import { placeOrder } from '../testing/place-order.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE } from '../testing/shopper.ts';
import { callStaffApi } from '../testing/staff-api.ts';
import { copySeededDataDir, openStore, removeDataDir, type ShopProcess } from '../testing/store.ts';

const ADDRESS = { recipient: 'Aminah Osman', contact_number: '012-345 6789', street_address: '12, Jalan SS2/24' };
const TITLE = { en: 'Raya offers', zh: '开斋节优惠' };
const BODY = { en: 'From Friday.', zh: '星期五开始。' };

/** Opens a shop with settings of its own on a copy of the demo, for the running test. */
async function openOwnStore(env: Record<string, string>): Promise<ShopProcess> {
  const store = await openStore(copySeededDataDir(inject('seededDataDir')), env);
  onTestFinished(async () => {
    await store.stop();
    removeDataDir(store.dataDir);
  });
  return store;
}

test('quiet hours hold a marketing push until 08:00, but no entry and no push of an order', async () => {
  const midnight = startOfDay(new Date(Date.now() + HOUR_MS)).getTime() + DAY_MS;
  const morning = midnight + 8 * HOUR_MS;
  const clock = makeMovedClock(new Date(midnight - HOUR_MS / 2));
  onTestFinished(() => clock.remove());
  const store = await openOwnStore(clock.env);
  const shopper = await newCustomer({ viewport: PHONE, url: store.url });
  const { page, email, token } = shopper;
  const phone = await addPhone(shopper, 'en');
  const main = page.getByRole('main');
  await shopper.visit(notificationSettingsPath());
  const offers = main.getByRole('group').filter({ hasText: en['notifications.marketing_text'] });
  for (const channel of ['inbox', 'push'] as const) {
    const choice = offers.getByRole('switch', { name: en[`notifications.channel_${channel}`] });
    await choice.click();
    await expect.poll(() => choice.isChecked()).toBe(true);
  }
  const read = async (path: string) => (await page.request.get(`/api${path}`, { headers: asCustomer(shopper) })).json();
  const readMarketingChannels = async () =>
    (await read('/notification-settings')).data.find(({ topic }: { topic: string }) => topic === 'marketing').channels;
  await expect.poll(readMarketingChannels).toMatchObject({ inbox: true, push: true });

  const campaign = { title: TITLE, body: BODY, audience: { of: 'all' } };
  await callStaffApi(page, 'POST', '/campaigns', campaign, store.dataDir);
  await expect.poll(async () => (await read('/notifications?tab=offers')).total).toBe(1);
  await shopper.visit(accountPath('notifications'));
  await main.getByRole('listitem').filter({ hasText: TITLE.en }).waitFor();
  /** Reads the push of the campaign as staff see it. */
  const readPush = async (): Promise<{ state: string; at: string }> => {
    const { notifications } = await callStaffApi(page, 'GET', `/wallets/${email}`, undefined, store.dataDir);
    type CampaignRecord = { kind: string; deliveries: { channel: string; state: string; at: string }[] };
    const campaign = (notifications as CampaignRecord[]).find(({ kind }) => kind === 'marketing');
    return campaign?.deliveries.find(({ channel }) => channel === 'push') ?? { state: 'none', at: '' };
  };
  const { state, at } = await readPush();
  expect(state).toBe('queued');
  expect(at.slice(0, 16)).toBe(new Date(morning).toISOString().slice(0, 16));

  // The urgent push of an order goes out, but not the campaign's.
  clock.moveTo(new Date(morning - MINUTE_MS));
  const number = await placeOrder(page, { ...ADDRESS, email }, token);
  const listPushTitles = async () => (await listSent(page, phone)).map(({ subject }) => subject);
  const orderTitle = describeNotification(
    { kind: 'order-placed', data: { order_number: number, total: 0 } },
    'en',
  ).title;
  await expect.poll(listPushTitles).toEqual([orderTitle]);
  expect((await readPush()).state).toBe('queued');

  clock.moveTo(new Date(morning));
  await expect.poll(listPushTitles, { timeout: 60_000 }).toEqual([TITLE.en, orderTitle]);
  const [push] = await listSent(page, phone);
  expect(Date.parse(push?.at ?? '')).toBeGreaterThanOrEqual(morning);
  await expect.poll(async () => (await readPush()).state).toBe('sent');
  expectQuiet(shopper);
});

test('a shop without Firebase’s keys does not offer push in the settings', async () => {
  // A shop that other machines reach has no stand-ins.
  const store = await openOwnStore({ HOST: '0.0.0.0' });
  for (const [lang, viewport] of [
    ['en', DESKTOP],
    ['zh', PHONE],
  ] as const) {
    const shopper = await newShopper({ lang, viewport, url: store.url });
    const { page } = shopper;
    // Without stand-ins the password of the demo is refused.
    const account = { name: 'Aminah Osman', email: `${lang}@e2e.example`, password: `pandan kaya ${randomUUID()}` };
    const response = await page.request.post('/api/register', { data: { ...account, accept_terms: true } });
    const { token } = await response.json();
    await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    const say = { en, zh }[lang];
    await shopper.visit(notificationSettingsPath());
    const main = page.getByRole('main');
    const rewards = main.getByRole('group').filter({ hasText: say['notifications.rewards_text'] });
    await rewards.getByRole('switch', { name: say['notifications.channel_email'] }).waitFor();
    expect(await main.getByRole('switch').count()).toBeGreaterThan(0);
    expect(await main.getByText(say['notifications.channel_push'], { exact: true }).count()).toBe(0);
    expectQuiet(shopper);
  }
});
