/** docs/readings.md#63: alerts of customers and guests when a product is back in stock or costs less. */
import type { AlertKind } from '@shop/contract/alerts';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { changeProduct, type MadeProduct, makeProduct, setStock } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { readInbox, sentTo } from '../../testing/inbox.ts';
import { testServer } from '../../testing/test-server.ts';
import { removeOldAlerts } from './customer-alerts.ts';
import { notifyOfAlerts } from './notify-of-alerts.ts';

let now = new Date();
const server = await testServer({ jobs: true, clock: () => now });
const { api, app, db, url } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let mine: TestCustomer;
beforeEach(async () => {
  mine = await newCustomer(server);
});

const request = (kind: AlertKind, { id: product_id }: { id: string }, more: object = {}) => ({
  kind,
  product_id,
  ...more,
});
const add = (customer: TestCustomer, kind: AlertKind, product: MadeProduct, more: object = {}) => {
  now = new Date(now.getTime() + 1_000);
  return customer.call('POST', '/alerts', request(kind, product, more));
};
const addAsGuest = (email: string, kind: AlertKind, product: MadeProduct) =>
  api('POST', '/alerts', { body: request(kind, product, { email }) });

const list = async ({ call }: TestCustomer, query = '') => (await call('GET', `/alerts${query}`)).body;
const listTitles = async ({ call }: TestCustomer): Promise<string[]> =>
  (await call('GET', '/notifications?tab=offers')).body.data.map(({ title }: { title: string }) => title);

/** Runs the minutely step a minute later. */
async function runNextMinute(): Promise<void> {
  now = new Date(now.getTime() + 60_000);
  await notifyOfAlerts(system());
}

let sequence = 0;
const newEmail = () => `guest${++sequence}@alerts.example`;
const makeSoldOutProduct = (name?: string) => makeProduct(db, { stock: 0, ...(name !== undefined && { name }) });

/** Finds the token of a link in a mail; empty without one. */
const findToken = (text: string, use: 'confirm' | 'end'): string =>
  new RegExp(`/alerts/${use}\\?token=([\\w.-]+)`).exec(text)?.[1] ?? '';

async function confirmAlertOf(email: string): Promise<void> {
  const { text } = await sentTo(url, email, ({ subject }) => subject.includes('confirm your alert'));
  expect((await api('POST', '/alerts/confirm', { body: { token: findToken(text, 'confirm') } })).status).toBe(200);
}

describe('a customer', () => {
  test('hears once that a sold-out product is back, and the alert ends', async () => {
    const kaya = await makeSoldOutProduct('Kaya');
    const first = await add(mine, 'back-in-stock', kaya);
    expect([first.status, first.body]).toEqual([201, { success: true, id: expect.any(String) }]);
    expect((await add(mine, 'back-in-stock', kaya)).body).toEqual(first.body);
    expect((await list(mine)).data).toEqual([
      {
        id: first.body.id,
        kind: 'back-in-stock',
        product: expect.objectContaining({ id: kaya.id, out_of_stock: true }),
        variation_option_id: null,
        price: null,
        state: 'active',
        created_at: expect.any(String),
        notified_at: null,
        ended_at: null,
      },
    ]);
    await runNextMinute();
    expect(await listTitles(mine)).toEqual([]);
    await setStock(db, kaya, 3);
    await runNextMinute();
    await runNextMinute();
    expect(await listTitles(mine)).toEqual(['Kaya is back in stock']);
    const { data } = await list(mine);
    expect(data[0]).toMatchObject({ state: 'ended', notified_at: expect.any(String), ended_at: expect.any(String) });
    expect((await mine.call('GET', '/notifications')).body.data[0].action_url).toMatch(/^\/products\/view\?slug=/);
    const { text } = await sentTo(url, mine.email, ({ subject }) => subject.includes('Kaya is back in stock'));
    const response = await api('POST', '/alerts/end', { body: { token: findToken(text, 'end') } });
    expect(response.body).toMatchObject({ kind: 'back-in-stock', state: 'ended', product: { name: 'Kaya' } });
  });

  test('hears of a fall of at least 5 %, once per fall, until the alert ends', async () => {
    const milo = await makeProduct(db, { name: 'Milo', price: 1_000 });
    const { id } = (await add(mine, 'price-drop', milo)).body;
    expect((await list(mine, '?search=state:active')).data).toMatchObject([{ id, price: '10.00' }]);
    await changeProduct(db, milo, { price: 951 });
    await runNextMinute();
    expect(await listTitles(mine)).toEqual([]);
    await changeProduct(db, milo, { price: 950 });
    await runNextMinute();
    await runNextMinute();
    expect(await listTitles(mine)).toEqual(['Milo is now RM9.50']);
    await changeProduct(db, milo, { price: 1_200 });
    await runNextMinute();
    await changeProduct(db, milo, { price: 930 });
    await runNextMinute();
    expect(await listTitles(mine)).toHaveLength(1);
    await changeProduct(db, milo, { price: 900 });
    await runNextMinute();
    expect(await listTitles(mine)).toEqual(['Milo is now RM9.00', 'Milo is now RM9.50']);
    expect((await mine.call('DELETE', `/alerts/${id}`)).status).toBe(200);
    await changeProduct(db, milo, { price: 500 });
    await runNextMinute();
    expect(await listTitles(mine)).toHaveLength(2);
    expect((await list(mine)).data).toMatchObject([{ id, price: '9.00', state: 'ended' }]);
  });

  test('waits for an option, or for any option of a product', async () => {
    const options = [{ stock: 0 }, { stock: 0 }];
    const tea = await makeProduct(db, { name: 'Tea', options });
    const other = await newCustomer(server);
    expect((await add(mine, 'back-in-stock', tea, { variation_option_id: tea.options[1] })).status).toBe(201);
    expect((await add(other, 'back-in-stock', tea)).status).toBe(201);
    await db.raw('update inventory set quantity = 1 where variation_option_id = $1', [tea.options[0]]);
    await runNextMinute();
    expect([await listTitles(mine), await listTitles(other)]).toEqual([[], ['Tea is back in stock']]);
    await db.raw('update inventory set quantity = 1 where variation_option_id = $1', [tea.options[1]]);
    await runNextMinute();
    expect(await listTitles(mine)).toEqual(['Tea · Option 1 is back in stock']);
  });

  test('has a product in stock, an unknown one and the 101st alert refused', async () => {
    const inStock = await makeProduct(db);
    const refusal = await add(mine, 'back-in-stock', inStock);
    expect([refusal.status, refusal.body.code]).toEqual([422, 'alerts.in_stock']);
    expect((await add(mine, 'price-drop', { id: '999999999', options: [] })).status).toBe(404);
    expect((await add(mine, 'price-drop', inStock, { variation_option_id: '999999999' })).status).toBe(404);
    await db.raw(
      `insert into alerts (id, kind, product_id, customer_id, lang, price_seen, state, created_at, confirmed_at)
       select gen_random_uuid(), 'price-drop', product_id, $1, 'en', 100, 'active', $2, $2 from product_listing
       where product_id <> $3 limit 100`,
      [mine.id, now, inStock.id],
    );
    expect((await add(mine, 'price-drop', inStock)).body.code).toBe('alerts.too_many');
  });

  test('sees and ends only own alerts', async () => {
    const { id } = (await add(mine, 'price-drop', await makeProduct(db))).body;
    const other = await newCustomer(server);
    expect((await other.call('DELETE', `/alerts/${id}`)).status).toBe(404);
    expect((await list(other)).data).toEqual([]);
    expect((await api('GET', '/alerts')).status).toBe(401);
    expect((await api('DELETE', `/alerts/${id}`)).status).toBe(401);
    expect((await list(mine)).data).toMatchObject([{ id, state: 'active' }]);
  });

  test('who switched mails of alerts off gets none', async () => {
    const body = { data: [{ topic: 'alerts', channels: { email: false } }] };
    expect((await mine.call('PUT', '/notification-settings', body)).status).toBe(200);
    const jam = await makeSoldOutProduct('Jam');
    await add(mine, 'back-in-stock', jam);
    await setStock(db, jam, 1);
    await runNextMinute();
    expect(await listTitles(mine)).toEqual(['Jam is back in stock']);
    const { rows } = await db.raw(
      `select state, reason from notification_deliveries d join notifications n on n.id = d.notification_id
       where n.customer_id = $1 and n.kind = 'back-in-stock' and channel = 'email'`,
      [mine.id],
    );
    expect(rows).toEqual([{ state: 'suppressed', reason: 'switched_off' }]);
  });

  test('takes alerts along into a joined account, exports them, and removes them with the account', async () => {
    const [both, one] = [await makeProduct(db), await makeProduct(db)];
    const old = await newCustomer(server);
    const { id: own } = (await add(mine, 'price-drop', both)).body;
    await add(old, 'price-drop', both);
    const { id: moved } = (await add(old, 'price-drop', one)).body;
    await app.shop.handleEvent(system(), { type: 'account.merged', from: [old.id], into: mine.id });
    expect((await list(mine)).data.map(({ id }: { id: string }) => id).toSorted()).toEqual([own, moved].toSorted());
    const alerts = (await mine.call('GET', '/me/export')).body.data.alerts;
    expect(alerts.map(({ kind, state }: Record<string, string>) => [kind, state])).toEqual([
      ['price-drop', 'active'],
      ['price-drop', 'active'],
    ]);
    expect((await mine.call('POST', '/me/delete', { password: mine.password })).status).toBe(200);
    expect((await db.raw('select from alerts where customer_id = any($1)', [[mine.id, old.id]])).rows).toEqual([]);
  });
});

test('those who wait longest hear first, twice as many as came in', async () => {
  const rice = await makeSoldOutProduct('Rice');
  const customers: TestCustomer[] = [];
  for (let n = 0; n < 7; n++) {
    const customer = await newCustomer(server);
    customers.push(customer);
    await add(customer, 'back-in-stock', rice);
  }
  const countNotifications = async () => (await Promise.all(customers.map(listTitles))).map((each) => each.length);
  await setStock(db, rice, 2);
  await runNextMinute();
  expect(await countNotifications()).toEqual([1, 1, 1, 1, 0, 0, 0]);
  // No stock came in: it stays the same, then a unit is sold.
  await runNextMinute();
  await setStock(db, rice, 1);
  await runNextMinute();
  expect(await countNotifications()).toEqual([1, 1, 1, 1, 0, 0, 0]);
  await setStock(db, rice, 2);
  await runNextMinute();
  expect(await countNotifications()).toEqual([1, 1, 1, 1, 1, 1, 0]);
});

describe('a guest', () => {
  test('confirms by a link, hears of falls, and ends the alert by one click without signing in', async () => {
    const email = newEmail();
    const oats = await makeProduct(db, { name: 'Oats', price: 1_000 });
    const { status, body } = await addAsGuest(email, 'price-drop', oats);
    expect([status, body]).toEqual([201, { success: true, id: null }]);
    await changeProduct(db, oats, { price: 900 });
    await runNextMinute();
    await confirmAlertOf(email);
    await runNextMinute();
    const { text } = await sentTo(url, email, ({ subject }) => subject.includes('Oats now costs RM9.00'));
    expect(text).toContain('It was RM10.00.');
    const [newest] = (
      await fetch(`${url}/dev/inbox?to=${email}`, { headers: { accept: 'application/json' } }).then((response) =>
        response.json(),
      )
    ).data;
    const link = new URL(newest.unsubscribe);
    const oneClick = await fetch(`${url}${link.pathname}${link.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.status).toBe(200);
    const { rows } = await db.raw('select state from alerts where email = $1', [email]);
    expect(rows).toEqual([{ state: 'ended' }]);
  });

  test('hears of a product that came back before the confirmation', async () => {
    const email = newEmail();
    const soap = await makeSoldOutProduct('Soap');
    await addAsGuest(email, 'back-in-stock', soap);
    await setStock(db, soap, 5);
    await runNextMinute();
    await confirmAlertOf(email);
    await runNextMinute();
    await sentTo(url, email, ({ subject }) => subject.includes('Soap is back in stock'));
  });

  test('gets the same answer for any address, and an address at most five mails a day', async () => {
    const product = await makeSoldOutProduct();
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await addAsGuest(mine.email, 'back-in-stock', product));
    answers.push(await addAsGuest(newEmail(), 'back-in-stock', product));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { rows } = await db.raw(
      `select count(*) from pgboss.job where data ->> 'alert_id' = (select id::text from alerts where email = $1)`,
      [mine.email],
    );
    expect(rows).toEqual([{ count: 5 }]);
  });

  test('must name an email, and a made-up link does nothing', async () => {
    const body = request('price-drop', await makeProduct(db));
    expect((await api('POST', '/alerts', { body })).body.code).toBe('email.required');
    expect((await api('POST', '/alerts', { body: { ...body, email: 'x' } })).body.code).toBe('email.invalid');
    const { id } = (await add(mine, 'price-drop', await makeProduct(db))).body;
    for (const token of ['', 'x', `${id}.${'a'.repeat(43)}`]) {
      for (const use of ['confirm', 'end']) {
        const { status, body } = await api('POST', `/alerts/${use}`, { body: { token } });
        expect([status, body.code]).toEqual([422, 'alerts.link']);
      }
    }
    expect((await fetch(`${url}/alerts/end?token=x`, { method: 'POST' })).status).toBe(422);
    expect((await list(mine)).data[0].state).toBe('active');
  });

  test('cannot confirm after seven days', async () => {
    const email = newEmail();
    await addAsGuest(email, 'price-drop', await makeProduct(db));
    const { text } = await sentTo(url, email, ({ subject }) => subject.includes('confirm'));
    now = new Date(now.getTime() + 7 * 86_400_000);
    const late = await api('POST', '/alerts/confirm', { body: { token: findToken(text, 'confirm') } });
    expect(late.body.code).toBe('alerts.link');
    expect((await readInbox(url, email)).length).toBe(1);
  });

  test('is limited to 20 requests an hour from one network', async () => {
    const product = await makeSoldOutProduct();
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await addAsGuest(newEmail(), 'back-in-stock', product)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('rows are removed 180 days after their end, and unconfirmed ones after seven', async () => {
  const { id } = (await add(mine, 'price-drop', await makeProduct(db))).body;
  const { id: active } = (await add(mine, 'price-drop', await makeProduct(db))).body;
  await mine.call('DELETE', `/alerts/${id}`);
  now = new Date(now.getTime() + 179 * 86_400_000);
  await removeOldAlerts(system());
  const listAlerts = async () =>
    (await db.raw('select id from alerts where customer_id = $1', [mine.id])).rows.map((row) => row.id).toSorted();
  expect(await listAlerts()).toEqual([id, active].toSorted());
  now = new Date(now.getTime() + 2 * 86_400_000);
  await removeOldAlerts(system());
  expect(await listAlerts()).toEqual([active]);
  expect((await db.raw("select from alerts where state = 'unconfirmed'")).rows).toEqual([]);
});
