/** Alerts of a product that costs less (docs/readings.md#63): a customer's by one tap, a guest's by a link. */
import { notificationSettingsPath, productPath } from '@shop/core/links/paths';
import { expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { newCustomer, uniqueDigits } from '../testing/customer.ts';
import { readInbox } from '../testing/inbox.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

async function firstProduct({ page }: Shopper): Promise<{ slug: string; name: string }> {
  const response = await page.request.get('/api/products?limit=1&show_available=1');
  return ((await response.json()) as { data: { slug: string; name: string }[] }).data[0] ?? { slug: '', name: '' };
}

test('a customer requests an alert by one tap, sees it under the settings, and ends it there', async () => {
  const shopper = await newCustomer({ lang: 'zh', viewport: PHONE });
  const { page } = shopper;
  const { slug } = await firstProduct(shopper);
  await shopper.visit(productPath(slug));
  await page.getByRole('button', { name: zh['alerts.price-drop'], exact: true }).click();
  const on = page.getByRole('button', { name: zh['alerts.on_price-drop'], exact: true });
  await expect.poll(() => on.getAttribute('aria-pressed')).toBe('true');
  await shopper.visit(notificationSettingsPath());
  const list = page.getByRole('region', { name: zh['alerts.list'] });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await list.getByRole('button').click();
  await expect.poll(() => list.count()).toBe(0);
  expectQuiet(shopper);
});

test('a guest confirms an alert by the link of a mail', async () => {
  const shopper = await newShopper({ viewport: DESKTOP });
  const { page } = shopper;
  const { slug, name } = await firstProduct(shopper);
  await shopper.visit(productPath(slug));
  await page.getByRole('button', { name: en['alerts.price-drop'], exact: true }).click();
  const email = `alert.${uniqueDigits()}@e2e.example`;
  const form = page.getByRole('dialog', { name: en['alerts.title'] });
  await form.getByLabel(en['alerts.email']).fill(email);
  expect(await findings(page)).toEqual([]);
  await form.getByRole('button', { name: en['alerts.send'] }).click();
  await expect.poll(() => form.count()).toBe(0);
  const [link = ''] = /\/alerts\/confirm\?token=[\w.-]+/.exec((await readInbox(page, email)).text) ?? [];
  await shopper.visit(link);
  await page.getByRole('heading', { name: en['alerts.confirmed'], level: 1 }).waitFor();
  // The chosen option follows the name.
  await page.getByRole('main').getByText(name).waitFor();
  expectQuiet(shopper);
});
