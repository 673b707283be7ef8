/** docs/spec.md §3 "Notification", §7 `/notifications`, `/notifications/read`: entries of orders and other events. */
import { KIND_NAMES } from '@shop/core/notifications/kinds';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { readInbox, sentTo } from '../testing/inbox.ts';
import { makeDistinctAddress, prepareOrder } from '../testing/orders/distinct-buyer.ts';
import { operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { removeOldNotifications } from './customer-notifications.ts';
import { type CallerData, notify } from './notify.ts';

const server = await testServer({ jobs: true });
const { api, app, db, url } = server;
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let mine: TestCustomer;
beforeEach(async () => {
  mine = await newCustomer(server);
});

async function place(customer?: TestCustomer) {
  const address = makeDistinctAddress();
  const { shopper, cart } = await prepareOrder(server, address, customer && { customer });
  const { body } = await shopper.place(cart);
  return { order: body.order as { id: string; order_number: string }, email: address.email };
}

let sequence = 0;
/** Notifies a customer of points that expire. */
const notifyOfExpiry = ({ id: customer_id }: TestCustomer) =>
  inTransaction(system(), (ctx) =>
    notify(
      ctx,
      'points-expiring',
      { points: 250, expires_at: '2026-12-31T16:00:00.000Z', days: 7 },
      { source: `test.${++sequence}`, customer_id },
    ),
  );

const list = async ({ call }: TestCustomer, query = '') => (await call('GET', `/notifications${query}`)).body;
const listTitles = async (customer: TestCustomer, query = '') =>
  (await list(customer, query)).data.map(({ title }: { title: string }) => title);

test('an order that staff lead from placed to complete leaves an entry and a mail for each step', async () => {
  const { order, email } = await place(mine);
  for (const to of ['processing', 'packed', 'delivery', 'complete']) {
    expect((await staff('POST', `/orders/${order.id}/advance`, { to })).status).toBe(200);
  }
  const number = order.order_number;
  const steps = ['received', 'is being prepared', 'is packed', 'is on its way', 'was delivered'];
  expect(await listTitles(mine, '?tab=orders')).toEqual(steps.map((step) => `Order ${number} ${step}`).toReversed());
  const { data } = await list(mine, '?tab=orders&orderBy=created_at&sortedBy=asc');
  expect(data[0]).toEqual({
    id: expect.any(String),
    kind: 'order-placed',
    title: `Order ${number} received`,
    body: expect.stringMatching(/^We are getting your order ready\. Total: RM[\d.]+\.$/),
    action: 'order-placed',
    action_data: { order_id: order.id },
    action_url: null,
    image: null,
    read_at: null,
    created_at: expect.any(String),
  });
  expect(data[4]).toMatchObject({
    kind: 'order-updated',
    action: 'order-updated',
    action_data: { order_id: order.id },
  });
  for (const subject of ['received', 'preparing', 'packed', 'on its way', 'delivered']) {
    await sentTo(url, email, (mail) => mail.subject.includes(subject));
  }
  const listSeenByStaff = async () => (await staff('GET', `/orders/${order.id}`)).body.order.notifications;
  await expect
    .poll(async () => (await listSeenByStaff()).flatMap(({ deliveries }: { deliveries: object[] }) => deliveries))
    .toEqual(
      Array(5)
        .fill([
          { channel: 'email', state: 'sent', reason: null, at: expect.any(String) },
          { channel: 'inbox', state: 'sent', reason: null, at: expect.any(String) },
        ])
        .flat(),
    );
  expect((await listSeenByStaff()).map(({ kind }: { kind: string }) => kind)).toEqual([
    'order-placed',
    ...Array(4).fill('order-updated'),
  ]);
});

test('a guest’s order is mailed, and its notification is in no inbox', async () => {
  const { order, email } = await place();
  await sentTo(url, email, ({ text }) => text.includes(order.order_number));
  const { rows } = await db.raw('select customer_id, in_inbox from notifications where order_id = $1', [order.id]);
  expect(rows).toEqual([{ customer_id: null, in_inbox: false }]);
});

test('an order that another order’s mail confirms has its own entry, and staff see why it has no mail', async () => {
  const address = makeDistinctAddress();
  const orders = [];
  for (let count = 0; count < 3; count++) {
    const { shopper, cart } = await prepareOrder(server, address, { customer: mine });
    orders.push((await shopper.place(cart)).body.order);
  }
  expect(await listTitles(mine)).toEqual(
    orders.map(({ order_number }) => `Order ${order_number} received`).toReversed(),
  );
  const { body } = await staff('GET', `/orders/${orders[2].id}`);
  expect(body.order.notifications[0].deliveries).toMatchObject([
    { channel: 'email', state: 'suppressed', reason: 'joined' },
    { channel: 'inbox', state: 'sent' },
  ]);
});

test('texts follow the reader’s language; the list filters by tab, kind and unread, and counts what is unread', async () => {
  const { order } = await place(mine);
  await notifyOfExpiry(mine);
  expect(await listTitles(mine, '?lang=zh')).toEqual(['250 积分即将到期', `已收到订单 ${order.order_number}`]);
  expect(await listTitles(mine, '?tab=rewards')).toEqual(['250 points expire soon']);
  expect(await listTitles(mine, '?tab=offers')).toEqual([]);
  expect(await listTitles(mine, '?search=kind:order-placed')).toEqual([`Order ${order.order_number} received`]);
  expect(await list(mine, '?limit=1&page=2')).toMatchObject({ total: 2, per_page: 1, from: 2, to: 2, unread: 2 });
  const [{ id }] = (await list(mine)).data;
  expect((await mine.call('GET', `/notifications/${id}`)).body).toMatchObject({
    body: 'Use them by 31 Dec 2026.',
    action: 'points-expiring',
    action_data: {},
  });
  const response = await mine.call('POST', '/notifications/read', { ids: [id] });
  expect([response.status, response.body]).toEqual([200, { success: true, unread: 1, ids: [id] }]);
  expect(await list(mine, '?unread=1')).toMatchObject({ total: 1, unread: 1, data: [{ kind: 'order-placed' }] });
  expect((await mine.call('GET', '/me')).body.me.unread_notifications).toBe(1);
});

test('all are marked as read, and those that changed as unread again', async () => {
  for (let count = 0; count < 3; count++) await notifyOfExpiry(mine);
  const [first] = (await list(mine)).data;
  await mine.call('POST', '/notifications/read', { ids: [first.id] });
  const all = await mine.call('POST', '/notifications/read', { all: true });
  expect(all.body).toMatchObject({ unread: 0 });
  expect(all.body.ids).toHaveLength(2);
  expect((await mine.call('POST', '/notifications/read', { all: true })).body.ids).toEqual([]);
  const undo = await mine.call('POST', '/notifications/read', { ids: all.body.ids, read: false });
  expect(undo.body.unread).toBe(2);
  expect((await mine.call('GET', `/notifications/${first.id}`)).body.read_at).not.toBeNull();
});

test('a removed notification is gone from the inbox, and staff still see its deliveries', async () => {
  const { order } = await place(mine);
  const [{ id }] = (await list(mine)).data;
  const removal = await mine.call('DELETE', `/notifications/${id}`);
  expect([removal.status, removal.body]).toEqual([200, { success: true, unread: 0 }]);
  expect(await list(mine)).toMatchObject({ total: 0, data: [], unread: 0 });
  for (const [method, path, body] of [
    ['GET', `/notifications/${id}`],
    ['DELETE', `/notifications/${id}`],
    ['POST', '/notifications/read', { ids: [id] }],
  ] as const) {
    expect((await mine.call(method, path, body)).status).toBe(404);
  }
  expect((await staff('GET', `/orders/${order.id}`)).body.order.notifications).toHaveLength(1);
});

test('another customer’s notification does not exist, and a guest is asked to sign in', async () => {
  await notifyOfExpiry(mine);
  const [{ id }] = (await list(mine)).data;
  const other = await newCustomer(server);
  await notifyOfExpiry(other);
  const [theirs] = (await list(other)).data;
  expect((await other.call('GET', `/notifications/${id}`)).status).toBe(404);
  expect((await other.call('DELETE', `/notifications/${id}`)).status).toBe(404);
  expect((await other.call('POST', '/notifications/read', { ids: [theirs.id, id] })).status).toBe(404);
  expect((await list(other)).unread).toBe(1);
  expect((await list(mine)).unread).toBe(1);
  for (const [method, path, body] of [
    ['GET', '/notifications'],
    ['GET', `/notifications/${id}`],
    ['DELETE', `/notifications/${id}`],
    ['POST', '/notifications/read', { all: true }],
    ['GET', '/notification-settings'],
    ['PUT', '/notification-settings', { data: [] }],
  ] as const) {
    expect((await api(method, path, { body })).status).toBe(401);
  }
});

test.each([
  ['?tab=everything', 422],
  ['?search=owner:1', 422],
  ['?orderBy=title', 422],
  ['?limit=0', 422],
  ['/not-an-id', 404],
])('GET /notifications%s responds with %i', async (path, status) => {
  expect((await mine.call('GET', `/notifications${path}`)).status).toBe(status);
});

describe('every kind', () => {
  const at = '2026-11-20T02:00:00.000Z';
  const names = { name_en: 'Kaya', name_zh: '咖椰酱' };
  const alert = { alert_id: 'a', slug: 'kaya' };
  /** Data of each kind, its English title and its Chinese title. */
  const KINDS: { [Kind in (typeof KIND_NAMES)[number]]: [CallerData<Kind>, string, string][] } = {
    'order-placed': [[{}, 'Order N received', '已收到订单 N']],
    'order-updated': [[{ status: 'packed', at, failed: true }, 'We could not deliver order N', '订单 N 未能送达']],
    'order-items-changed': [
      [
        { at, lines: [{ ...names, ordered: 3, quantity: 2 }], less: 760, is_refunded: true },
        'Order N is packed, with changes',
        '订单 N 已打包，部分商品有变动',
      ],
    ],
    'delivery-changed': [[{ at }, 'New delivery details for order N', '订单 N 的配送资料已更改']],
    payment: [
      [{ state: 'unpaid' }, 'Order N is waiting for payment', '订单 N 待付款'],
      [{ state: 'paid' }, 'Payment for order N received', '已收到订单 N 的付款'],
    ],
    cancellation: [
      [{ state: 'canceled', at }, 'Order N was cancelled', '订单 N 已取消'],
      [{ state: 'rejected', cancellation_id: 'c' }, 'Order N cannot be cancelled', '订单 N 不能取消'],
    ],
    refund: [[{ refund_id: 'r', state: 'settled', amount: 500 }, 'Refund for order N is paid', '订单 N 已退款']],
    'points-expiring': [[{ points: 1, expires_at: at, days: 7 }, '1 point expires soon', '1 积分即将到期']],
    'offline-transaction-reward': [
      [{ entry_id: 'e', wallet: 'point', amount: 48 }, 'You earned 48 points', '您获得 48 积分'],
    ],
    'offline-transaction-redeem': [
      [{ entry_id: 'e', wallet: 'store_credit', amount: -1 }, 'You used 1 coin', '您使用了 1 金币'],
    ],
    voucher: [
      [{ ...names, vouchers: 2 }, 'You have 2 new vouchers', '您有 2 张新礼券'],
      [{}, 'Your vouchers are ready', '您的礼券可以使用了'],
    ],
    tier: [[{ ...names, direction: 'up' }, 'Welcome to Kaya', '欢迎成为咖椰酱会员']],
    'check-in-reminder': [[{ streak: 3 }, 'Check in before midnight', '今天还没签到']],
    'back-in-stock': [[{ ...names, ...alert }, 'Kaya is back in stock', '咖椰酱 到货了']],
    'price-drop': [[{ ...names, ...alert, price: 900, was: 1_000 }, 'Kaya is now RM9.00', '咖椰酱 现售 RM9.00']],
    security: [
      [{ about: 'new_device', at, device: 'Chrome' }, 'New sign-in to your account', '您的账户在新设备上登录'],
      [{ about: 'phone_changed', at, lang: 'en' }, 'Your phone number was changed', '您的手机号码已更改'],
    ],
    marketing: [
      [
        { title_en: 'Durian week', title_zh: null, body_en: 'Musang King', body_zh: '猫山王' },
        'Durian week',
        'Durian week',
      ],
    ],
  };

  test('has a title and a body in both languages, without a gap', async () => {
    await mine.call('PUT', '/notification-settings', { data: [{ topic: 'marketing', channels: { inbox: true } }] });
    const { order } = await place(mine);
    const ofOrder = [
      'order-placed',
      'order-updated',
      'order-items-changed',
      'delivery-changed',
      'payment',
      'cancellation',
      'refund',
    ];
    for (const kind of KIND_NAMES) {
      for (const [data, en, zh] of KINDS[kind]) {
        const isOrders = ofOrder.includes(kind) || en.includes('are ready');
        const options = {
          source: `kinds.${++sequence}`,
          customer_id: mine.id,
          ...(isOrders && { order_id: order.id }),
        };
        await inTransaction(system(), (ctx) => notify(ctx, kind, data as never, options));
        const [english] = (await list(mine, '?limit=1')).data;
        const [chinese] = (await list(mine, '?limit=1&lang=zh')).data;
        const number = order.order_number;
        expect([english.kind, english.title, chinese.title]).toEqual([
          ...[kind, en.replace('N ', `${number} `).replace(/N$/, number), zh.replace('N', number)],
        ]);
        for (const { body } of [english, chinese]) expect(body).toMatch(/^[^{}]{3,}$/);
      }
    }
  });
});

test('merged accounts have one inbox; a removed account has none; the export lists it without contacts', async () => {
  const [customer, other] = [await newCustomer(server), mine];
  await notifyOfExpiry(other);
  await other.call('PUT', '/notification-settings', { data: [{ topic: 'rewards', channels: { email: false } }] });
  await customer.call('POST', '/send-account-verify', { contact: other.email });
  const { code } = await sentTo(url, other.email, (mail) => mail.code !== '');
  const { status, body } = await customer.call('POST', '/verify-account-merge', { contact: other.email, code });
  expect(status).toBe(200);
  expect(await listTitles(customer, '?tab=rewards')).toEqual(['250 points expire soon']);
  expect(body.me.unread_notifications).toBe((await list(customer)).unread);
  const data = (await customer.call('GET', '/me/export')).body.data;
  expect(data.notifications.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'points-expiring',
    'security',
  ]);
  expect(data.notification_choices).toEqual([{ topic: 'rewards', channel: 'email', enabled: false }]);
  expect(JSON.stringify(data.notifications)).not.toContain('sealed');

  expect((await customer.call('POST', '/me/delete', { password: customer.password })).status).toBe(200);
  const leftovers = await db.raw(
    `select 'notification' from notifications where customer_id = any($1)
     union all select 'choice' from notification_choices where customer_id = any($1)`,
    [[customer.id, other.id]],
  );
  expect(leftovers.rows).toEqual([]);
});

test('removes notifications after 180 days', async () => {
  await notifyOfExpiry(mine);
  await notifyOfExpiry(mine);
  await db.raw(
    `update notifications set created_at = created_at - interval '181 days'
     where id = (select min(id::text)::uuid from notifications where customer_id = $1)`,
    [mine.id],
  );
  await removeOldNotifications(system());
  expect((await list(mine)).total).toBe(1);
});

test('PUT /notification-settings takes the body of GET as it is, and changes nothing', async () => {
  const readSettings = () => mine.call('GET', '/notification-settings');
  const choices = [
    { topic: 'rewards', channels: { email: false } },
    { topic: 'marketing', channels: { inbox: true, email: true } },
  ];
  for (const data of [[], choices, [{ topic: 'marketing', channels: { inbox: false, email: false } }]]) {
    await mine.call('PUT', '/notification-settings', { data });
    const before = await readSettings();
    const countConsents = async () =>
      (await db.raw('select count(*)::int from consents where customer_id = $1', [mine.id])).rows;
    const consentsBefore = await countConsents();
    const response = await mine.call('PUT', '/notification-settings', before.body);
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'Notification settings updated', data: before.body.data },
    ]);
    expect((await readSettings()).body).toEqual(before.body);
    expect(await countConsents()).toEqual(consentsBefore);
  }
});

test('a switched-off channel is silent, and only that one; locked topics cannot be switched off', async () => {
  const put = (data: object) => mine.call('PUT', '/notification-settings', { data });
  const { body: before } = await mine.call('GET', '/notification-settings');
  expect(before.data).toEqual([
    {
      topic: 'orders',
      name: 'Orders and payments',
      locked: true,
      channels: { inbox: true, push: true, email: true, whatsapp: null },
    },
    {
      topic: 'rewards',
      name: 'Points, vouchers and tiers',
      locked: false,
      channels: { inbox: true, push: true, email: true, whatsapp: null },
    },
    {
      topic: 'alerts',
      name: 'Back in stock and price drops',
      locked: false,
      channels: { inbox: true, push: true, email: true, whatsapp: null },
    },
    {
      topic: 'security',
      name: 'Account security',
      locked: true,
      channels: { inbox: true, push: true, email: true, whatsapp: true },
    },
    {
      topic: 'marketing',
      name: 'Offers and news',
      locked: false,
      channels: { inbox: false, push: false, email: false, whatsapp: null },
    },
  ]);
  const response = await put([
    { topic: 'rewards', channels: { email: false } },
    { topic: 'orders', channels: { inbox: true, email: true, push: null } },
  ]);
  expect([response.status, response.body.message]).toEqual([200, 'Notification settings updated']);
  expect(response.body.data).toEqual((await mine.call('GET', '/notification-settings')).body.data);
  expect(response.body.data[1].channels).toMatchObject({ inbox: true, email: false });
  const chinese = await mine.call('PUT', '/notification-settings?lang=zh', { data: [] });
  expect([chinese.body.message, chinese.body.data[0].name]).toEqual(['通知设置已更新', '订单与付款']);

  await notifyOfExpiry(mine);
  expect(await listTitles(mine)).toEqual(['250 points expire soon']);
  const { rows } = await db.raw(
    `select channel, state, reason from notification_deliveries where customer_id = $1 order by channel`,
    [mine.id],
  );
  expect(rows).toEqual([
    { channel: 'email', state: 'suppressed', reason: 'switched_off' },
    { channel: 'inbox', state: 'sent', reason: null },
  ]);
  expect(await readInbox(url, mine.email)).toEqual([]);

  for (const topic of ['orders', 'security']) {
    const refusal = await put([{ topic, channels: { email: false } }]);
    expect([refusal.status, refusal.body.code]).toEqual([422, 'notifications.locked']);
  }
  expect((await put([{ topic: 'orders', channels: { email: false } }])).body.message).toBe(
    'Orders and payments cannot be switched off',
  );
  expect((await put([{ topic: 'weather', channels: {} }])).status).toBe(422);
});

test('marketing needs consent, which its channels record and withdraw; the profile’s consent switches them on', async () => {
  const put = (inbox: boolean) =>
    mine.call('PUT', '/notification-settings', { data: [{ topic: 'marketing', channels: { inbox } }] });
  const listConsents = async () =>
    (
      await db.raw(
        `select given, version, channel from consents where customer_id = $1 and kind = 'marketing' order by id`,
        [mine.id],
      )
    ).rows;
  const isOn = async () => (await mine.call('GET', '/notification-settings')).body.data[4].channels.inbox;
  const advertise = () =>
    inTransaction(system(), (ctx) =>
      notify(
        ctx,
        'marketing',
        { title_en: 'Durian week', title_zh: null, body_en: 'Musang King', body_zh: null },
        { source: `offer.${++sequence}`, customer_id: mine.id },
      ),
    );
  await advertise();
  expect(await listTitles(mine)).toEqual([]);
  await put(true);
  await put(true);
  expect(await listConsents()).toEqual([{ given: true, version: expect.any(String), channel: 'web' }]);
  expect((await mine.call('GET', '/me')).body.me.marketing_consent).toBe(true);
  await advertise();
  expect(await listTitles(mine)).toEqual(['Durian week']);
  await put(false);
  expect((await listConsents()).map(({ given }) => given)).toEqual([true, false]);
  expect(await isOn()).toBe(false);
  await mine.call('PUT', `/users/${mine.id}`, { marketing_consent: true });
  expect(await isOn()).toBe(true);
});
