/**
 * docs/security.md#c16: makes every call of the published API document as each kind of other caller, with the owner's
 * ids, numbers and names in every parameter and member. A new route, parameter or member fails here until `PARAMS` or
 * `VALUES` says how to fill it.
 */
import { getByIdPaths } from '@shop/contract/api/get-by-id-paths';
import { beforeAll, describe, expect, test } from 'vitest';
import { limitConcurrency } from '../../limit-concurrency.ts';
import {
  type DocumentSchema,
  listOperations,
  type Operation,
  type Parameter,
  withoutNull,
} from '../../testing/api-document.ts';
import { newCustomer } from '../../testing/customer.ts';
import { findRowsWithText } from '../../testing/database/rows-naming.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db } = server;
const operations = await listOperations(server);

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A product that other callers name, and one that only the owner chose: the product is public, her choice is not. */
const { body: productPage } = await api('GET', '/products?limit=100&show_available=1');
const [publicProduct, herProduct] = productPage.data.filter(
  (product: { type: string; min_sale_qty: number }) => product.type === 'simple' && product.min_sale_qty <= 1,
);

const NAME = 'Zulaikha Crossing';
const EMAIL = 'zulaikha.crossing@example.com';
const PHONE = '0187654321';
const STREET = '77, Lorong Rahsia';
const RECEIPT = 'RAHSIA-77';

/** The key of the first outlet's till in development. */
const TILL_KEY = 'demo-till';
const callTill = (path: string, body: object, key = TILL_KEY) =>
  api('POST', `/till/${path}`, { body, headers: { 'x-api-key': key } });

/** A voucher that anyone can buy; hers is one of them. */
const voucherOnSale = await makeVoucher(db, { cost_amount: 100 });

const QUESTION = { name: NAME, email: EMAIL, subject: 'Zulaikha asks', message: 'Where is my order?' };
const session: string = (await api('GET', '/session/id')).body.data;
/** Her session and her idempotency key of a call; another caller who sends them must learn nothing. */
const herHeaders = (path: string) => ({ 'x-session': session, 'idempotency-key': `hers for ${path}` });

/** Digits of a member card that stay the same; those after them change every minute. */
const MEMBER_NUMBER_DIGITS = 10;

/** Creates the owner, with data of every kind; `secrets` lists the texts that no other caller may receive. */
async function makeOwner() {
  const registration = await api('POST', '/register', {
    body: { name: NAME, email: EMAIL, contact_number: PHONE, password: 'hard to guess 77' },
  });
  const { token, me } = registration.body;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await api(method, path, { token, body, headers: herHeaders(path) });
    if (response.status >= 300) throw new Error(`${method} ${path} answered the owner ${response.text}`);
    return response;
  };
  const { body: endedLogin } = await api('POST', '/token', { body: { login: EMAIL, password: 'hard to guess 77' } });
  await api('POST', '/logout', { token: endedLogin.token });
  const { body: second } = await api('POST', '/token', { body: { login: PHONE, password: 'hard to guess 77' } });
  await call('PUT', `/users/${me.id}`, { date_of_birth: '1988-12-24', display_name: 'Zulai' });
  const { body: address } = await call('POST', '/address', {
    ...ADDRESS,
    title: 'Istana Zulaikha',
    recipient: 'Puan Zulaikha',
    street_address: STREET,
    email: EMAIL,
    contact_number: PHONE,
  });
  const { body: contact } = await call('POST', '/contact', { title: 'Kakak Zulaikha', number: '0176543210' });
  const { body: ticket } = await call('POST', '/contact-us', QUESTION);
  await call('POST', '/wishlist', { product_id: herProduct.id });
  const { id: alert } = (await call('POST', '/alerts', { kind: 'price-drop', product_id: herProduct.id })).body;
  await call('POST', '/recent-products', { slug: herProduct.slug });
  await call('PUT', '/payment', { payment_method: 'cod' });
  const shopper = await newShopper(server, { token });
  await shopper.fill([herProduct, 2]);
  const choices = { shipping_address: { id: address.id }, shipping_remarks: 'Zulaikha says ring twice' };
  const cart = await shopper.prepare(choices);
  const { order } = (await shopper.place(cart, {}, herHeaders('/orders/checkout'))).body;
  await shopper.fill([herProduct, 1]);
  await shopper.checkout(choices);
  const { body: refund } = await call('POST', '/refunds', {
    order_id: order.id,
    reason: 'Zulaikha ordered twice',
  });
  await fillWallet(server, me, 'point', 500);
  await call('POST', '/checkin');
  const { voucher } = (await call('POST', '/voucher/activated', { voucher_id: voucherOnSale })).body;
  await call('PUT', '/checkout', { voucher_id: voucher.id, use_points: 7 });
  const award = await callTill('award', { member_id: me.id, receipt: RECEIPT, amount: '43.00' });
  if (award.status !== 201) throw new Error(`The till's award was answered ${award.text}`);
  await db.raw(
    `insert into pending_earnings (id, customer_id, kind, amount, action, source, order_id, details, state, created_at)
     values (gen_random_uuid(), $1, 'point', 30, 'order', 'order:' || $2::text, $2::text::uuid,
       jsonb_build_object('order_number', $3::text), 'pending', now())`,
    [me.id, order.id, order.order_number],
  );
  const { data: entries } = (await call('GET', '/wallet_transactions')).body;
  await api('POST', '/register', {
    body: {
      name: 'Kawan Rahsia',
      email: 'kawan.rahsia@example.com',
      contact_number: '0187654322',
      password: 'hard to guess 78',
      referral_code: me.referral_code,
    },
  });
  const { data: friends } = (await call('GET', '/referrals')).body;
  const { code: card } = (await call('GET', '/qrcode')).body;
  const attempt = `K${'0'.repeat(16)}X`;
  await db.raw(
    `insert into payment_attempts (id, reference, order_id, gateway, payment_method, channel, amount, state, lang,
       created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'ipay88', 'fpx', '16', 100, 'created', 'en', now(), now())`,
    [attempt, order.id],
  );
  const phone = { token: 'token-of-her-phone', platform: 'ios', app_version: '1.0.0' };
  await api('POST', '/save-fcm-token', { token, body: phone, headers: { 'x-platform': 'ios' } });
  const { sessions } = (await call('GET', '/logins')).body;
  const { data: notifications } = (await call('GET', '/notifications')).body;
  const { id, order_number, view_token } = order;
  const secrets = [
    ...[
      me.id,
      me.referral_code,
      token,
      second.token,
      endedLogin.token,
      address.id,
      contact.id,
      id,
      order_number,
      view_token,
    ],
    ...[...sessions, ...entries, ...friends, ...notifications].map((each: { id: string }) => each.id),
    ...[voucher.id, voucher.code, card.slice(0, MEMBER_NUMBER_DIGITS), RECEIPT, phone.token, alert],
    ...[
      refund.id,
      'Zulaikha ordered twice',
      ticket.ticket.reference,
      NAME,
      'Zulai',
      EMAIL,
      PHONE.slice(1),
      '176543210',
      '1988-12-24',
      STREET,
    ],
  ];
  return {
    id: me.id as string,
    token,
    endedToken: endedLogin.token,
    call,
    address,
    contact,
    order,
    alert: alert as string,
    refund,
    attempt,
    voucher,
    entry: entries.find(({ action }: { action: string }) => action === 'store_reward'),
    card: card as string,
    /** The body with which she placed the order. */
    orderBody: { expected_total: cart.grand_total, cart_version: cart.version },
    sessions,
    notification: notifications[0].id as string,
    friend: friends[0].id as string,
    secrets,
  };
}

const owner = await makeOwner();

const COLLECTIONS = Object.values(getByIdPaths)
  .filter((path) => path.includes(' /products_'))
  .map((path) => path.split(' ')[1]?.replace('/:id', ''));

/** The value of each path's parameter; `hers`: it names data of the owner, so other callers get a 404. */
const PARAMS: Readonly<Record<string, { value: string; hers: boolean }>> = {
  '/users/{id}': { value: owner.id, hers: true },
  '/logins/sessions/{id}': { value: owner.sessions[1].id, hers: true },
  '/logins/{provider}': { value: 'google', hers: false },
  '/address/{id}': { value: owner.address.id, hers: true },
  '/contact/{id}': { value: owner.contact.id, hers: true },
  '/orders/{id}': { value: owner.order.id, hers: true },
  '/orders/payment/{reference}/form': { value: owner.attempt, hers: true },
  '/refunds/{id}': { value: owner.refund.id, hers: true },
  '/wallet_transactions/{id}': { value: owner.entry.id, hers: true },
  '/voucher/activated/{id}': { value: owner.voucher.id, hers: true },
  '/voucher/activated/{id}/code': { value: owner.voucher.id, hers: true },
  '/vouchers/{id}': { value: voucherOnSale, hers: false },
  '/staff/wallets/{customer}': { value: owner.id, hers: false },
  '/staff/wallets/{customer}/adjust': { value: owner.id, hers: false },
  '/staff/campaigns/{id}': { value: owner.id, hers: false },
  '/staff/campaigns/{id}/cancel': { value: owner.id, hers: false },
  '/staff/till-keys/{id}/disable': { value: '1', hers: false },
  '/staff/accounts/{id}/disable': { value: owner.id, hers: false },
  '/staff/accounts/{id}/enable': { value: owner.id, hers: false },
  '/staff/accounts/{id}/end-sessions': { value: owner.id, hers: false },
  '/staff/products/{id}/prices': { value: '1', hers: false },
  '/staff/accounts/{id}/roles': { value: owner.id, hers: false },
  '/staff/accounts/{id}/reset-second-factor': { value: owner.id, hers: false },
  '/staff/sessions/{id}/end': { value: owner.id, hers: false },
  '/staff/approvals/{id}/approve': { value: owner.id, hers: false },
  '/staff/approvals/{id}/reject': { value: owner.id, hers: false },
  '/staff/orders/{id}': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/advance': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/cancel': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/change-delivery': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/fail-delivery': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/refund': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/payments': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/resend-mail': { value: owner.order.id, hers: false },
  '/staff/customers/{id}': { value: owner.id, hers: false },
  '/staff/customers/{id}/notes': { value: owner.id, hers: false },
  '/staff/customers/{id}/notes/{note}/remove': { value: owner.id, hers: false },
  '/staff/customers/{id}/block': { value: owner.id, hers: false },
  '/staff/customers/{id}/unblock': { value: owner.id, hers: false },
  '/staff/delivery/runs/{id}': { value: UNKNOWN, hers: false },
  '/staff/delivery/runs/{id}/link': { value: UNKNOWN, hers: false },
  '/staff/delivery/runs/{id}/revoke': { value: UNKNOWN, hers: false },
  '/staff/delivery/runs/{id}/close': { value: UNKNOWN, hers: false },
  '/staff/delivery/runs/{id}/cash': { value: UNKNOWN, hers: false },
  '/staff/delivery/runs/{id}/stops/{order_id}/photo': { value: owner.order.id, hers: false },
  '/delivery-runs/current/stops/{order_id}/photo': { value: owner.order.id, hers: false },
  '/delivery-runs/current/stops/{order_id}/deliver': { value: owner.order.id, hers: false },
  '/delivery-runs/current/stops/{order_id}/fail': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/claim': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/release': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/lines/{line}/found': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/lines/{line}/short': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/lines/{line}/replace': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/lines/{line}/undo': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/pack': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/notes': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/notes/{note}/remove': { value: owner.order.id, hers: false },
  '/staff/audit/{kind}/{id}': { value: owner.order.id, hers: false },
  '/staff/orders/{id}/tags': { value: owner.order.id, hers: false },
  '/staff/pick/{batch}': { value: 'none', hers: false },
  '/staff/refunds/{id}/approve': { value: owner.refund.id, hers: false },
  '/staff/refunds/{id}/reject': { value: owner.refund.id, hers: false },
  '/staff/payments/attempts/{reference}/requery': { value: owner.attempt, hers: false },
  '/staff/payments/refunds/{id}/approve': { value: owner.refund.id, hers: false },
  '/staff/payments/refunds/{id}/send': { value: owner.refund.id, hers: false },
  '/staff/payments/refunds/{id}/settle': { value: owner.refund.id, hers: false },
  '/staff/payments/refunds/{id}/fail': { value: owner.refund.id, hers: false },
  '/staff/payments/refunds/{id}/request-again': { value: owner.refund.id, hers: false },
  '/staff/payments/refunds/{id}/withdraw': { value: owner.refund.id, hers: false },
  '/staff/outlets/{code}/referral-link': { value: 'KUL01', hers: false },
  '/alerts/{id}': { value: owner.alert, hers: true },
  '/notifications/{id}': { value: owner.notification, hers: true },
  '/wishlist/{product_id}': { value: herProduct.id, hers: false },
  '/orders-products/{id}': { value: herProduct.id, hers: true },
  '/recent-products/{id}': { value: herProduct.id, hers: true },
  '/referrals/{id}': { value: owner.friend, hers: true },
  ...Object.fromEntries(COLLECTIONS.map((path) => [`${path}/{id}`, { value: publicProduct.id, hers: false }])),
  '/products/{slug}': { value: publicProduct.slug, hers: false },
  '/banners/{id}': { value: owner.id, hers: false },
  '/static_blocks/{id}': { value: owner.id, hers: false },
  '/shops/{id}': { value: owner.id, hers: false },
  '/categories/{id}': { value: '1', hers: false },
  '/brands/{id}': { value: '1', hers: false },
  '/dietary/{id}': { value: '1', hers: false },
};

const SEARCHES = [
  NAME,
  EMAIL,
  `order_number:${owner.order.order_number}`,
  `id:${owner.order.id}`,
  `customer_id:${owner.id}`,
];
const NOT_HERS = 'not.hers@example.com';

/**
 * Values for parameters and members, by name, or by `module.name` or `member.name`. Values that the shop stores and
 * shows again to their sender are not hers.
 */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'staff.subject': [`customer:${owner.id}`],
  'staff.action': ['staff.adjustWallet'],
  staff_email: ['staff@shop.example'],
  locks_when_idle: [true],
  version: [0],
  seen_history: [0],
  former: ['a tag'],
  off_sale: ['1'],
  'goods.variation_option_id': [null],
  'goods.price': ['1.00'],
  'sales.sale_price': ['0.90'],
  'sales.starts_at': [null],
  'sales.ends_at': [null],
  'sales.is_deal': [false],
  'group_prices.group': ['gold'],
  'group_prices.group_price': [null],
  'staff.of': ['whole_order', 'items', 'goodwill'],
  slot_date: ['2026-01-31'],
  ordered_from: ['2026-01-31'],
  ordered_to: ['2026-12-31'],
  tag: ['fragile'],
  'staff.ids': [owner.order.id],
  ready: ['1'],
  late: ['1'],
  expiring: ['1'],
  to_approve: ['1'],
  negative: ['1'],
  recent: ['1'],
  open: ['1'],
  differs: ['1'],
  driver: ['Azlan'],
  vehicle: ['Van 2'],
  order_ids: [owner.order.id],
  counted: ['1.00'],

  received_by: ['Mine'],
  at: ['2026-11-20T00:00:00.000Z'],
  'staff.kind': ['order-placed', 'point'],
  keep_fee: [false],
  'staff.on_sale': [true],
  'staff.code': [publicProduct.slug],
  restock: [true],
  // Queries
  lang: ['zh'],
  search: SEARCHES,
  keyword: [NAME, owner.order.order_number],
  searchJoin: ['or'],
  searchFields: ['order_number:like', 'email:like'],
  orderBy: ['created_at'],
  sortedBy: ['desc'],
  limit: ['100'],
  page: ['1'],
  next: ['24'],
  _search: ['1'],
  category_slugs: ['chips'],
  tagged_name: ['new'],
  category_id: ['1'],
  brand_id: ['1'],
  brand: ['1'],
  dietary: ['halal'],
  show_available: ['1'],
  show_in_sidemenu: ['1'],
  show_in_footer: ['1'],
  min_price: ['0'],
  max_price: ['1000'],
  on_sale: ['1'],
  unread: ['1'],
  open_now: ['1'],
  services: ['parking'],
  near: ['3.147,101.711'],
  near_zip: [ADDRESS.zip],
  tab: ['orders', 'rewards'],
  zip: [ADDRESS.zip],
  state_id: [ADDRESS.state_id],
  order_number: [owner.order.order_number],
  order_id: [owner.order.id],
  token: [`${'x'.repeat(43)}`, owner.order.id],
  'orders.contact': [NOT_HERS, '0123456789', owner.id],
  // Members
  id: [owner.id],
  photos: [UNKNOWN],
  'items.id': [publicProduct.id],
  product_id: [publicProduct.id],
  slug: [publicProduct.slug],
  variation_option_id: [null],
  quantity: [1],
  checkout: [true],
  login: [EMAIL, PHONE],
  email: [EMAIL],
  contact_number: [PHONE],
  contact: [EMAIL, PHONE],
  password: ['not her password'],
  old_password: ['not her password'],
  code: ['000000'],
  purpose: ['register', 'account', 'profile'],
  remember: [true],
  provider: ['google', 'tng'],
  // Without X-Platform of the app no token is saved, so hers does not move.
  platform: ['android'],
  app_version: ['1.0.0'],
  code_verifier: ['x'.repeat(43)],
  redirect_uri: ['http://localhost:3000/signin'],
  nonce: ['x'.repeat(22)],
  id_token: ['x'.repeat(64)],
  'app.type': ['02'],
  'app.url': ['/products'],
  name: ['Another Person'],
  first_name: ['Some'],
  last_name: ['Body'],
  display_name: ['Another Person'],
  date_of_birth: ['2000-01-01'],
  gender: ['female'],
  marketing_consent: [true],
  accept_terms: [true],
  referral_code: ['NOBODYS1'],
  ref: ['store'],
  ref_id: [owner.id],
  ref_token: ['x'],
  timestamp: [Date.now()],
  proof: [`${Date.now() + 60_000}.${'x'.repeat(43)}`],
  phone_proof: [`${Date.now() + 60_000}.${'x'.repeat(43)}`],
  subject: ['Mine'],
  message: ['What did she order?'],
  reason: ['Not mine'],
  outcome: ['retry', 'cancel'],
  cash_collected: ['1.00'],
  'orders.state': ['withdrawn'],
  comment: ['Not mine'],
  to: ['processing', '2026-11-20'],
  csv: [`RefNo,Amount\n${owner.attempt},1.00`],
  roles: ['owner'],
  en: ['Mine'],
  zh: ['我的'],
  audience: [{ of: 'all' }],
  action_url: ['/'],
  image: [null],
  starts_at: [null],
  title: ['Mine'],
  number: ['0123456789'],
  is_default: [true],
  recipient: ['Another Person'],
  'addresses.email': [NOT_HERS],
  'addresses.contact_number': ['0123456789'],
  'shipping_address.id': [owner.address.id],
  'shipping_address.email': [NOT_HERS],
  'shipping_address.contact_number': ['0123456789'],
  'billing_address.id': [owner.address.id],
  'billing_address.email': [NOT_HERS],
  'billing_address.contact_number': ['0123456789'],
  street_address: ['1, Jalan Lain'],
  city: ['Klang'],
  state: ['Selangor'],
  country: ['Malaysia'],
  company: ['None'],
  fax: ['03-1'],
  ship_to_bill_address: [false],
  shipping_method: ['1'],
  delivery_slot_id: [null],
  shipping_remarks: ['Mine'],
  leave_at_door: [true],
  if_missing: ['call', 'refund'],
  day: ['2026-01-31'],
  slot: ['none'],
  delivery_method: ['standard'],
  order: [owner.order.id],
  line: ['0'],
  q: [NAME],
  take_over: [true, false],
  done_at: ['2026-11-20T02:00:00.000Z'],
  stock_left: [3],
  quantity_found: [0],
  quantity_replaced: [1],
  shopper_agreed: [true],
  bags: [1, { chilled: 2 }],
  text: ['Guard house'],
  tags: ['fragile'],
  add: ['fragile'],
  remove: ['gift'],
  tip: ['1.00'],
  coupon_code: [owner.order.order_number],
  payment_method: ['cod'],
  payment_id: ['none'],
  RefNo: [owner.attempt],
  MerchantCode: ['M00003'],
  PaymentId: ['16'],
  Amount: ['1.00'],
  Currency: ['MYR'],
  Remark: [''],
  TransId: ['T1'],
  AuthCode: ['1'],
  Status: ['0', '1'],
  ErrDesc: ['Customer Cancel Transaction'],
  Signature: ['', 'a'.repeat(128)],
  customer_email: [NOT_HERS],
  voucher_id: [owner.voucher.id],
  'vouchers.voucher_id': [voucherOnSale, owner.voucher.id],
  use_points: [1],
  use_golds: [1],
  member_id: [owner.id],
  receipt: [RECEIPT],
  card: [owner.card],
  voucher_code: [owner.voucher.code],
  bill: ['40.00'],
  sku: [publicProduct.slug],
  barcode: ['9556000000000'],
  kind: ['point', 'store_credit'],
  'till.amount': ['1.00', 1],
  amount: [1],
  'payments.line': [1],
  'payments.reference': [owner.attempt],
  'payments.amount': ['1.00'],
  'refunds.line': [1],
  'refunds.reference': [owner.attempt],
  'refunds.amount': ['1.00'],
  operator_reference: ['R-1'],
  unresolved: ['1'],
  unsettled: ['1'],
  from: ['2026-11-20'],
  outlet: ['KUL01'],
  expected_total: ['10.00'],
  expected_delivery_fee: ['8.00'],
  expected_discount: ['0.00'],
  cart_version: [1],
  'texts.slug': ['terms'],
  'texts.version': ['2026-11-01'],
  all: [true],
  ids: [owner.notification],
  read: [true, false],
  topic: ['rewards', 'marketing'],
  inbox: [false, true],
  push: [true],
  'channels.email': [false],
  whatsapp: [true],
};

function listValues(operation: Operation, inside: string, name: string): readonly unknown[] {
  const [module] = operation.id.split('.');
  const values = VALUES[`${inside}.${name}`] ?? VALUES[`${module}.${name}`] ?? VALUES[name];
  if (values === undefined) throw new Error(`Say in VALUES how to fill ${inside}.${name} of ${operation.id}`);
  return values;
}

/** Builds a value of a schema, every member filled with the `nth` of its values. */
function fill(operation: Operation, schema: DocumentSchema, inside: string, name: string, nth: number): unknown {
  const { properties, items } = withoutNull(schema);
  if (items !== undefined) return [fill(operation, items, name, name, nth)];
  if (properties === undefined) {
    const values = listValues(operation, inside, name);
    return values[nth % values.length];
  }
  return Object.fromEntries(
    Object.entries(properties).map(([member, each]) => [member, fill(operation, each, name, member, nth)]),
  );
}

/** At least the number of values of any name in `VALUES`. */
const TIMES = 5;

/**
 * Returns the ways to fill a set of names: all of them, and each one together with the required ones; with every value.
 */
function listWaysToFill(
  operation: Operation,
  all: Record<string, DocumentSchema>,
  required: readonly string[],
): object[] {
  const names = Object.keys(all);
  const fillNames = (some: readonly string[], nth: number) =>
    Object.fromEntries(some.map((name) => [name, fill(operation, all[name] ?? {}, '', name, nth)]));
  const ways = Array.from({ length: TIMES }, (_, nth) => [
    fillNames(names, nth),
    ...names.map((name) => fillNames([...required, name], nth)),
  ]).flat();
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

const mapSchemas = (parameters: readonly Parameter[]) =>
  Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));

/** Fills a path: its parameters by a value, and the line of an order by its first. */
const fillPath = (path: string, value: string) =>
  path
    .replace('{line}', '0')
    .replace('{kind}', 'order')
    .replaceAll(/\{\w+\}/g, value);

/** Returns the requests of a call, each with the same request for an id that does not exist. */
function makeRequests(operation: Operation): { path: string; unknown: string; body: unknown }[] {
  const param = operation.params.length === 0 ? { value: '', hers: false } : PARAMS[operation.path];
  if (param === undefined) throw new Error(`Say in PARAMS how to fill ${operation.path}`);
  const requiredQuery = operation.query.filter((each) => each.required).map(({ name }) => name);
  const queries = [{}, ...listWaysToFill(operation, mapSchemas(operation.query), requiredQuery)];
  const bodies = operation.bodies.flatMap(({ properties = {}, required = [] }) =>
    listWaysToFill(operation, properties, required),
  );
  const unknown = /^\d+$/.test(param.value) ? '999999999999999999' : UNKNOWN;
  const at = (value: string, query: object) =>
    `${fillPath(operation.path, encodeURIComponent(value))}?${new URLSearchParams(Object.entries(query))}`;
  const requests =
    bodies.length === 0
      ? queries.map((query) => ({ query, body: undefined }))
      : bodies.map((body) => ({ query: {}, body }));
  return requests.map(({ query, body }) => ({ path: at(param.value, query), unknown: at(unknown, query), body }));
}

const toPattern = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

type Stranger = {
  kind: 'customer' | 'guest' | 'anonymous' | 'bad' | 'till';
  token: string | undefined;
  headers?: Record<string, string>;
};

/** Creates each kind of other caller; called again after it signed out. */
const STRANGERS: Readonly<Record<string, () => Promise<Stranger>>> = {
  'another customer': async () => ({ kind: 'customer', token: (await newCustomer(server)).token }),
  'a guest': async () => {
    const guest = await newShopper(server);
    await guest.fill([publicProduct, 1]);
    return { kind: 'guest', token: guest.token };
  },
  'a caller without a token': async () => ({ kind: 'anonymous', token: undefined }),
  'a made-up token of a guest': async () => ({ kind: 'guest', token: `g${'A'.repeat(43)}` }),
  'her id for a guest’s token': async () => ({ kind: 'guest', token: owner.id }),
  'a made-up token of a customer': async () => ({ kind: 'bad', token: `c_${'A'.repeat(43)}` }),
  'a guest’s token as a customer’s': async () => ({ kind: 'bad', token: `c_${(await newShopper(server)).token}` }),
  'a till': async () => ({ kind: 'till', token: undefined, headers: { 'x-api-key': TILL_KEY } }),
  'a made-up key of a till': async () => ({
    kind: 'anonymous',
    token: undefined,
    headers: { 'x-api-key': `t_${'A'.repeat(43)}` },
  }),
  'a token that she signed out': async () => ({ kind: 'bad', token: owner.endedToken }),
};

/**
 * The allowed statuses (docs/api.md#conventions): 401 where a customer is required, 403 for an invalid customer token.
 */
function expectedStatuses({ access, params, path }: Operation, { kind }: Stranger): RegExp {
  if (access === 'staff' || access === 'till' || access === 'driver') return /^401$/;
  if (kind === 'bad' && access !== 'open') return /^403$/;
  if (kind !== 'customer' && access === 'me') return /^401$/;
  if (params.length > 0 && PARAMS[path]?.hers) return /^404$/;
  return /^(200|201|4(?!03)\d\d)$/;
}

/**
 * Returns the texts that a response must not contain. Catalogue responses may name the owner's product, which is
 * public.
 */
const listSecrets = ({ id }: Operation): string[] =>
  id.startsWith('catalog.') && !id.startsWith('catalog.recent') ? owner.secrets : [...owner.secrets, herProduct.slug];

/** Returns the secrets that a response contains, except those that were sent. */
function listLeakedSecrets(secrets: readonly string[], { text, headers }: TestResponse, request: string): string[] {
  const response = `${text}\n${JSON.stringify([...headers])}`;
  return secrets.filter((secret) => response.includes(secret) && !request.includes(secret));
}

/** Reads every row of the database that names the owner, her cart or her order. */
async function readHerRows(): Promise<Record<string, string[]>> {
  const { rows: carts } = await db.raw('select id from carts where customer_id = $1', [owner.id]);
  return findRowsWithText(db, [owner.id, owner.order.id, ...carts.map(({ id }) => String(id))]);
}

const readHerData = async () => (await owner.call('GET', '/me/export')).body.data;

let before: { rows: Record<string, string[]>; data: unknown };
beforeAll(async () => {
  before = { rows: await readHerRows(), data: await readHerData() };
});

test('the owner has the secrets and can read them herself', async () => {
  const readOperations = operations.filter(({ method }) => method === 'GET');
  // A few at a time: a busy shop would refuse some of all at once.
  const runLimited = limitConcurrency(8);
  const responses = await Promise.all(
    readOperations
      .flatMap(makeRequests)
      .map(({ path }) => runLimited(async () => (await api('GET', path, { token: owner.token })).text)),
  );
  const everything = responses.join('\n');
  // Tokens are returned once or never, and the ticket's number only by mail.
  const shownSecrets = owner.secrets.filter((secret) => everything.includes(secret));
  expect(owner.secrets.length - shownSecrets.length).toBeLessThanOrEqual(6);
  expect(Object.keys(before.rows)).toEqual(
    expect.arrayContaining(
      [
        ...['addresses', 'carts', 'cart_lines', 'contacts', 'customers', 'customer_sessions', 'orders', 'order_lines'],
        ...['recent_products', 'wishlist'],
        ...['wallets', 'wallet_entries', 'pending_earnings', 'own_vouchers', 'check_ins', 'referrals'],
        ...['qualifying_spend', 'till_receipts', 'push_tokens', 'notifications', 'notification_deliveries', 'alerts'],
      ].map((table) => `public.${table}`),
    ),
  );
});

describe.each(Object.entries(STRANGERS))('"nothing of A’s given to another": %s', (_, createStranger) => {
  test('receives none of her data from any call of the document', { timeout: 180_000 }, async () => {
    let stranger = await createStranger();
    const failures: unknown[] = [];
    // Calls that read come before calls that write.
    const readsFirst = [...operations].sort((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
    for (const operation of readsFirst) {
      // A till may name members: what its own calls may do is tested below.
      if (operation.access === 'till' && stranger.kind === 'till') continue;
      const statuses = expectedStatuses(operation, stranger);
      for (const { path, unknown, body } of makeRequests(operation)) {
        const options = { token: stranger.token, body, headers: { 'x-session': session, ...stranger.headers } };
        const response = await api(operation.method, path, options);
        const leaks = listLeakedSecrets(
          listSecrets(operation),
          response,
          `${decodeURIComponent(path)} ${JSON.stringify(body)} ${stranger.token}`,
        );
        if (leaks.length > 0 || !statuses.test(String(response.status))) {
          failures.push({ call: operation.id, path, body, status: response.status, leaks });
        }
        if (response.status === 404 && PARAMS[operation.path]?.hers) {
          const absent = await api(operation.method, unknown, options);
          if (absent.text !== response.text)
            failures.push({ call: operation.id, path, differs: [response.text, absent.text] });
        }
        if (operation.id === 'identity.logout') stranger = await createStranger();
      }
    }
    expect(failures).toEqual([]);
  });

  test('gets a 404 from calls that the document does not name', { timeout: 60_000 }, async () => {
    const { token, headers } = await createStranger();
    const paths = [...new Set(operations.map(({ path }) => path))];
    for (const path of paths) {
      const others = METHODS.filter(
        (method) => !operations.some((each) => each.path === path && each.method === method),
      );
      for (const method of others) {
        const at = path.replaceAll(/\{\w+\}/g, PARAMS[path]?.value ?? '');
        // `/orders/checkout` is read as the order of that id.
        if (operations.some((each) => each.method === method && toPattern(each).test(at))) continue;
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const { status } = await api(method, at, { token, body, headers });
        expect([method, path, status]).toEqual([method, path, 404]);
      }
    }
  });

  test('does not receive her stored response by her idempotency key', async () => {
    const { token, headers } = await createStranger();
    for (const [path, body] of [
      ['/contact-us', QUESTION],
      ['/voucher/activated', { voucher_id: voucherOnSale }],
      ['/orders/checkout', owner.orderBody],
    ] as const) {
      const response = await api('POST', path, { token, body, headers: { ...headers, ...herHeaders(path) } });
      expect(listLeakedSecrets([...owner.secrets, herProduct.slug], response, `${token}`)).toEqual([]);
    }
  });

  test('has changed none of her rows', async () => {
    expect(await readHerRows()).toEqual(before.rows);
    expect(await readHerData()).toEqual(before.data);
  });
});

describe('a till names members by their card, which is its right', () => {
  const listShownSecrets = (response: TestResponse) =>
    listLeakedSecrets([...owner.secrets, herProduct.slug], response, '').filter(
      (secret) => secret !== owner.id && !NAME.includes(secret),
    );
  const checkStatus = async (response: Promise<TestResponse>) => {
    const { status, body, text } = await response;
    expect(owner.secrets.filter((secret) => text.includes(secret))).toEqual([]);
    return [status, body.code];
  };

  test('receives her id, name, tier and balances, and nothing else of hers', async () => {
    const { code: card } = (await owner.call('GET', '/qrcode')).body;
    const response = await callTill('members', { card });
    expect([response.status, Object.keys(response.body.member)]).toEqual([200, ['id', 'name', 'tier', 'balances']]);
    expect(listShownSecrets(response)).toEqual([]);
    const repeat = await callTill('award', { member_id: owner.id, receipt: RECEIPT, amount: '43.00' });
    expect([repeat.status, listShownSecrets(repeat)]).toEqual([201, [RECEIPT]]);
  });

  test('does not find her by contacts that she did not prove, or by digits of a card made up', async () => {
    const absent = [404, 'till.member_not_found'];
    expect(await checkStatus(callTill('members', { contact: EMAIL }))).toEqual(absent);
    expect(await checkStatus(callTill('members', { contact: PHONE }))).toEqual(absent);
    expect(await checkStatus(callTill('members', { card: owner.card.slice(0, MEMBER_NUMBER_DIGITS) }))).toEqual(absent);
    const { token } = await newCustomer(server);
    const { code } = (await api('GET', '/qrcode', { token })).body;
    const mixed = owner.card.slice(0, MEMBER_NUMBER_DIGITS) + code.slice(MEMBER_NUMBER_DIGITS);
    expect(await checkStatus(callTill('members', { card: mixed }))).toEqual(absent);
  });

  test('gives another member neither her voucher nor her receipt', async () => {
    const { id: member_id } = await newCustomer(server);
    const redemption = callTill('redeem', { member_id, receipt: 'R-1', voucher_code: owner.voucher.code });
    expect(await checkStatus(redemption)).toEqual([404, 'voucher.not_found']);
    const award = callTill('award', { member_id, receipt: RECEIPT, amount: '43.00' });
    expect(await checkStatus(award)).toEqual([409, 'till.receipt_differs']);
    const { rows } = await db.raw('select 1 from wallet_entries where customer_id = $1', [member_id]);
    expect(rows).toEqual([]);
  });

  test('does not reverse her receipt of another outlet', async () => {
    const { rows } = await db.raw('select code from outlets order by id desc limit 1');
    const { body } = await operator(server)('POST', '/till-keys', { outlet: rows[0]?.code });
    const reversal = callTill('reverse', { receipt: RECEIPT }, body.key);
    expect(await checkStatus(reversal)).toEqual([404, 'till.receipt_unknown']);
  });

  test('has changed none of her rows by these calls', async () => {
    expect(await readHerRows()).toEqual(before.rows);
  });
});
