/** The link at the end of a campaign's mail (docs/readings.md#64): a button, also without JavaScript. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { buildMailLink } from '../../server/notifications/mail-links.ts';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, register, type TestAccount } from '../testing/customer.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

type TopicSetting = { topic: string; channels: { email: boolean | null } };

/** Reads whether the customer gets marketing mails. */
async function readsMails({ page }: Shopper, account: TestAccount): Promise<boolean | null | undefined> {
  const response = await page.request.get('/api/notification-settings', { headers: asCustomer(account) });
  const { data } = (await response.json()) as { data: TopicSetting[] };
  return data.find(({ topic }) => topic === 'marketing')?.channels.email;
}

/** Registers a customer who gets marketing mails; returns the path of the link in them. */
async function newReader(shopper: Shopper, lang: 'en' | 'zh'): Promise<{ account: TestAccount; link: string }> {
  const account = await register(shopper);
  const headers = asCustomer(account);
  const { me } = (await (await shopper.page.request.get('/api/me', { headers })).json()) as { me: { id: string } };
  const data = [{ topic: 'marketing', channels: { inbox: true, email: true } }];
  const response = await shopper.page.request.put('/api/notification-settings', { headers, data: { data } });
  expect(response.status()).toBe(200);
  const secret = readFileSync(join(inject('storeDataDir'), 'secret'), 'utf8');
  return { account, link: buildMailLink('', secret, 'unsubscribe', me.id, lang) };
}

test('opening the link changes nothing, its button ends the mails, in Chinese', async () => {
  const shopper = await newShopper({ lang: 'zh', viewport: PHONE });
  const { page } = shopper;
  const { account, link } = await newReader(shopper, 'zh');
  await shopper.visit(link);
  await page.getByRole('heading', { name: zh['unsubscribe.marketing'], level: 1 }).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await readsMails(shopper, account)).toBe(true);
  await page.getByRole('button', { name: zh['unsubscribe.button'], exact: true }).click();
  await page.getByRole('heading', { name: zh['unsubscribe.done'], level: 1 }).waitFor();
  expect(await readsMails(shopper, account)).toBe(false);
  expectQuiet(shopper);
});

test('without JavaScript the button posts to the same address and shows the result', async () => {
  const shopper = await newShopper({ viewport: DESKTOP, javaScript: false });
  const { page } = shopper;
  const { account, link } = await newReader(shopper, 'en');
  await page.goto(link);
  await page.getByRole('button', { name: en['unsubscribe.button'], exact: true }).click();
  await page.getByRole('heading', { name: en['unsubscribe.done'], level: 1 }).waitFor();
  expect(await readsMails(shopper, account)).toBe(false);
  await page.goto('/alerts/end?token=x');
  await page.getByRole('button', { name: en['unsubscribe.button'], exact: true }).click();
  await page.getByRole('heading', { name: en['alerts.invalid'], level: 1 }).waitFor();
});
