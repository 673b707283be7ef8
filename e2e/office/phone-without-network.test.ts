/** A picker and a driver go on without network, over a reload; their actions are sent once it is back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_STAFF } from '../../demo/data/personas.ts';
import { en } from '../../office/i18n/en.ts';
import { findings } from '../testing/axe.ts';
import { CODE_IN_VIEW } from '../testing/camera-picture.ts';
import { PASSWORD, uniqueDigits } from '../testing/customer.ts';
import { orderForCash } from '../testing/place-order.ts';
import { newShopper, type Shopper } from '../testing/shopper.ts';
import { callStaffApi } from '../testing/staff-api.ts';

/** Places an order for cash, one unit of each product. */
async function placeCashOrder(page: Page, slugs: readonly string[] = [CODE_IN_VIEW], more: object = {}) {
  const digits = uniqueDigits();
  const buyer = {
    recipient: `Encik ${digits}`,
    email: `phone-${digits}@example.com`,
    contact_number: `012-${digits}`,
    street_address: `${digits}, Jalan Telefon`,
  };
  const products = await Promise.all(
    slugs.map(async (slug) => (await page.request.get(`/api/products/${slug}`)).json()),
  );
  const items = products.map(({ id }) => ({ id, quantity: 1 }));
  return orderForCash(page, buyer, undefined, items, 'en', more);
}

/** Chooses a slot in the middle: other stories order in the first or the last one. */
async function chooseOwnSlot(page: Page): Promise<string> {
  const [method] = (await (await page.request.get('/api/shippings?zip=47300&state_id=MY-10')).json()).data;
  return method.slots.at(Math.floor(method.slots.length / 2)).id;
}

/** Waits until the office's files are stored on the device. */
const waitForStoredFiles = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

const findState = (page: Page, text: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) });

/** Counts the copies of screens and the actions that the office stores on the device. */
const countStoredRows = (page: Page): Promise<{ copies: number; actions: number }> =>
  page.evaluate(async () => {
    const wait = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await wait(indexedDB.open('office'));
    const count = (store: string) => wait(database.transaction(store).objectStore(store).count());
    const counts = { copies: await count('copies'), actions: await count('actions') };
    database.close();
    return counts;
  });

const readStatus = async (page: Page, id: string): Promise<string> =>
  (await callStaffApi(page, 'GET', `/orders/${id}`)).order.status;

async function signIn({ page }: Shopper, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel(en['sign_in.email']).fill(DEMO_STAFF);
  await page.getByLabel(en['sign_in.password']).fill(PASSWORD);
  await page.getByRole('button', { name: en['sign_in.submit'] }).click();
}

/** Expects no console errors except about requests without network or after a sign-out. */
const expectQuietButOffline = ({ complaints }: Shopper) =>
  expect(complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|status of 401 /.test(line))).toEqual([]);

test('a picker scans, and goes on without network over a reload', async () => {
  const picker = await newShopper();
  const { page, context } = picker;
  const slot = await chooseOwnSlot(page);
  const slugs = [CODE_IN_VIEW, 'kopi-lorong-kopi-o-bags'];
  const { id, order_number } = await placeCashOrder(page, slugs, { delivery_slot_id: slot });
  await signIn(picker, `/office/picking/${slot}`);
  const coffee = page.getByRole('heading', { name: 'Kopi O' });
  const kaya = page.getByRole('heading', { name: 'Pandan Kaya' });
  await kaya.or(coffee).first().waitFor();
  expect(await findings(page)).toEqual([]);

  // With a blocked camera the code can be typed, and after a wrong code the expected product is named.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: en['scan.open'], exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(en['scan.blocked']).waitFor();
  await sheet.getByLabel(en['scan.code']).fill('4006381333931');
  await page.keyboard.press('Enter');
  await sheet.getByText(/^4006381333931 is another product\. Scan .+\.$/).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });

  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
  await page.getByRole('button', { name: en['scan.open'], exact: true }).click();
  await sheet.getByText('Pandan Kaya: all found').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await coffee.waitFor();
  await findState(page, '').waitFor({ state: 'attached' });

  await waitForStoredFiles(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'found all 1' }).click();
  await findState(page, 'no network · 1 to send').waitFor();
  await page.reload();
  await page.getByText(en['offline.note']).waitFor();
  await findState(page, 'no network · 1 to send').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: en['pick.pack'], exact: true }).click();
  await page.getByRole('heading', { name: en['pick.done'] }).waitFor();
  await findState(page, 'no network · 2 to send').waitFor();

  await context.setOffline(false);
  await findState(page, '').waitFor({ state: 'attached' });
  await page.getByText(en['offline.note']).waitFor({ state: 'detached' });
  expect(await readStatus(page, id)).toBe('packed');
  await expect.poll(() => countStoredRows(page)).toEqual({ copies: 1, actions: 0 });
  const { order: pickedOrder } = await callStaffApi(page, 'GET', `/orders/${id}`);
  expect(pickedOrder).toMatchObject({ order_number, picking: { bags: { ambient: 1 } } });

  // Nothing of the list survives the sign-out.
  await page.getByRole('link', { name: en['pick.back'] }).first().click();
  await page.getByRole('button', { name: en['user.menu'].replace('{email}', DEMO_STAFF) }).click();
  await page.getByRole('menuitem', { name: en['user.sign_out'] }).click();
  await page.getByLabel(en['sign_in.email']).waitFor();
  await expect.poll(() => countStoredRows(page)).toEqual({ copies: 0, actions: 0 });
  expectQuietButOffline(picker);
});

test('a driver delivers, fails and is refused without network, over a reload', async () => {
  const driver = await newShopper();
  const { page, context } = driver;
  const orders = [await placeCashOrder(page), await placeCashOrder(page), await placeCashOrder(page)];
  for (const { id } of orders) {
    for (const to of ['processing', 'packed']) await callStaffApi(page, 'POST', `/orders/${id}/advance`, { to });
  }
  const [delivered, failed, moved] = orders;
  const order_ids = orders.map(({ id }) => id);
  const { run, link } = await callStaffApi(page, 'POST', '/delivery/runs', { driver: 'Azlan', order_ids });
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  await page.getByRole('heading', { name: '0 of 3 stops · RM0.00 in hand' }).waitFor();
  expect(await findings(page)).toEqual([]);

  await waitForStoredFiles(page);
  await context.setOffline(true);
  const dialog = page.getByRole('dialog');
  const deliver = async () => {
    await page.getByRole('button', { name: /^Delivered, / }).click();
    await dialog.getByLabel(en['driver.received_by']).fill('Puan Tan');
    await dialog.getByRole('button', { name: /^Delivered, / }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await deliver();
  await page.getByRole('heading', { name: /^1 of 3 stops · RM\d+\.\d\d in hand$/ }).waitFor();
  await page.reload();
  await page.getByText(en['offline.note']).waitFor();
  await page.getByRole('heading', { name: /^1 of 3 stops · / }).waitFor();
  await page.getByRole('button', { name: en['driver.fail'] }).click();
  await dialog.getByLabel(en['driver.reason']).fill('No one at home');
  await dialog.getByRole('button', { name: en['pick.save'] }).click();
  await page.getByRole('heading', { name: /^2 of 3 stops · / }).waitFor();
  await deliver();
  await page.getByRole('heading', { name: en['driver.done'] }).waitFor();
  await findState(page, 'no network · 3 to send').waitFor();
  expect(await findings(page)).toEqual([]);

  // Meanwhile the shop takes the third order off the run.
  await callStaffApi(page, 'POST', `/orders/${moved?.id}/fail-delivery`, { reason: 'Recalled', outcome: 'retry' });
  await context.setOffline(false);
  await page.getByText(`${moved?.order_number} was not recorded: `).waitFor();
  await findState(page, '').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: en['offline.read'] }).click();
  await expect.poll(() => countStoredRows(page)).toEqual({ copies: 1, actions: 0 });
  expect(await Promise.all(order_ids.map((id) => readStatus(page, id)))).toEqual(['complete', 'packed', 'packed']);
  const { order: paidOrder } = await callStaffApi(page, 'GET', `/orders/${delivered?.id}`);
  expect(paidOrder.cash_collections).toMatchObject([{ recorded_by: 'driver Azlan' }]);
  const { order: failedOrder } = await callStaffApi(page, 'GET', `/orders/${failed?.id}`);
  expect(failedOrder.history.at(-1).note).toContain('No one at home');

  // Nothing of the stops survives the end of the link.
  await callStaffApi(page, 'POST', `/delivery/runs/${run.id}/revoke`, {});
  await page.reload();
  await page.getByRole('heading', { name: en['driver.no_link'] }).waitFor();
  expect(await countStoredRows(page)).toEqual({ copies: 0, actions: 0 });
  expect(driver.complaints.filter((line) => !/ERR_INTERNET_DISCONNECTED|status of (401|409|422) /.test(line))).toEqual(
    [],
  );
});
