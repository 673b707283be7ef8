/** Alerts of a product that costs less (docs/readings.md#63): a customer's by one tap, a guest's by a link. */
import { accountPath, notificationSettingsPath, productPath, productsPath } from '@shop/core/links/paths';
import { expect, test } from 'vitest';
import { en } from '../../web/i18n/en/bundles/all.ts';
import { zh } from '../../web/i18n/zh/bundles/all.ts';
import { findings } from '../testing/axe.ts';
import { asCustomer, newCustomer, uniqueDigits } from '../testing/customer.ts';
import { readInbox } from '../testing/inbox.ts';
import { DESKTOP, expectQuiet, newShopper, PHONE, type Shopper } from '../testing/shopper.ts';

/** A sold-out product of the demo. */
const SOLD_OUT = 'kebun-kabus-okra';

async function readFirstProduct({ page }: Shopper): Promise<{ slug: string; name: string }> {
  const response = await page.request.get('/api/products?limit=1&show_available=1');
  return ((await response.json()) as { data: { slug: string; name: string }[] }).data[0] ?? { slug: '', name: '' };
}

test('a customer requests an alert by one tap, sees it under the settings, and ends it there', async () => {
  const shopper = await newCustomer({ lang: 'zh', viewport: PHONE });
  const { page } = shopper;
  const { slug } = await readFirstProduct(shopper);
  await shopper.visit(productPath(slug));
  await page.getByRole('button', { name: zh['alerts.price-drop'], exact: true }).click();
  const alertButton = page.getByRole('button', { name: zh['alerts.on_price-drop'], exact: true });
  await expect.poll(() => alertButton.getAttribute('aria-pressed')).toBe('true');
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
  const { slug, name } = await readFirstProduct(shopper);
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

test('on the card of a sold-out product an alert is set by one tap and undone', async () => {
  const shopper = await newCustomer({ viewport: PHONE });
  const { page } = shopper;
  const product = await (await page.request.get(`/api/products/${SOLD_OUT}`)).json();
  await page.request.post('/api/wishlist', { headers: asCustomer(shopper), data: { product_id: product.id } });
  await shopper.visit(accountPath('wishlist'));
  const card = page.getByRole('article').filter({ hasText: product.name });
  await card.getByRole('button', { name: en['alerts.back-in-stock'] }).click();
  await card.getByText(en['alerts.on_back-in-stock'], { exact: true }).waitFor();
  const { total } = await (await page.request.get('/api/alerts', { headers: asCustomer(shopper) })).json();
  expect(total).toBe(1);
  expect(await findings(page)).toEqual([]);
  await card.getByRole('button', { name: en['cart.undo'] }).click();
  await card.getByRole('button', { name: en['alerts.back-in-stock'] }).waitFor();
  expectQuiet(shopper);
});

test('on the card of a product in the wishlist a price alert is set by one tap, listed, and undone', async () => {
  const shopper = await newCustomer({ lang: 'zh', viewport: PHONE });
  const { page } = shopper;
  const headers = asCustomer(shopper);
  const { slug } = await readFirstProduct(shopper);
  const product = await (await page.request.get(`/api/products/${slug}?lang=zh`)).json();
  await page.request.post('/api/wishlist', { headers, data: { product_id: product.id } });
  await shopper.visit(accountPath('wishlist'));
  const card = page.getByRole('article').filter({ hasText: product.name });
  const request = card.getByRole('button', { name: zh['alerts.price-drop'] });
  await request.click();
  await card.getByText(zh['alerts.on_price-drop'], { exact: true }).waitFor();
  const listAlerts = async () => (await (await page.request.get('/api/alerts', { headers })).json()).data;
  expect(await listAlerts()).toMatchObject([{ kind: 'price-drop', state: 'active' }]);
  expect(await findings(page)).toEqual([]);
  await card.getByRole('button', { name: zh['cart.undo'] }).click();
  await request.waitFor();
  expect(await listAlerts()).toMatchObject([{ kind: 'price-drop', state: 'ended' }]);
  expect(await card.getByRole('button', { name: zh['alerts.back-in-stock'] }).count()).toBe(0);
  expectQuiet(shopper);
});

test('a guest’s tap on such a card opens the form for an email', async () => {
  const shopper = await newShopper({ viewport: DESKTOP, lang: 'zh' });
  const { page } = shopper;
  await shopper.visit(productsPath('?keyword=okra'));
  await page.getByRole('button', { name: zh['alerts.back-in-stock'] }).first().click();
  await page.getByRole('dialog', { name: zh['alerts.title'] }).getByLabel(zh['alerts.email']).waitFor();
  expectQuiet(shopper);
});
