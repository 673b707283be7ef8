/**
 * docs/security.md#c17: makes every call that writes with a valid body and, in every object of it, members that the
 * contract does not name. None of them may be stored. A new call fails here until `GOOD` has a request for it.
 */

import { senToText } from '@shop/core/money';
import { dayOf } from '@shop/core/time';
import { expect, test, vi } from 'vitest';
import { buildMailLink, type MailLinkUse } from '../../notifications/mail-links.ts';
import { ipay88Provider } from '../../partners/ipay88/provider.ts';
import { computeTotpCode, totpStepOf } from '../../secrets/totp.ts';
import { type DocumentSchema, listOperations, type Operation, withoutNull } from '../../testing/api-document.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { findMatchingRows, findRowsWithText } from '../../testing/database/rows-naming.ts';
import { ARIF, authorize, MEI } from '../../testing/google-login.ts';
import { codeSentTo } from '../../testing/inbox.ts';
import { fillWallet, makeVoucher } from '../../testing/make-voucher.ts';
import { createFakeProvider } from '../../testing/orders/fake-provider.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { ADDRESS, newShopper } from '../../testing/orders/shopper.ts';
import { enrolStaff } from '../../testing/second-factor.ts';
import { newStaff } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

// Many calls in each test.
vi.setConfig({ testTimeout: 60_000 });

const fake = createFakeProvider({ isMiniProgram: true });
const server = await testServer({ jobs: true, paymentProviders: [ipay88Provider, fake.provider] });
const { api, app, db, url } = server;
const writes = (await listOperations(server)).filter(({ method, takesFile }) => method !== 'GET' && !takesFile);

/** The customer whose ids the extra members carry. */
const victim = await newCustomer(server);

/** Members that no contract names but a column might have; each value can be recognized in any column. */
const EXTRA: Readonly<Record<string, unknown>> = {
  id: '0bad0bad-0bad-4bad-8bad-0bad0bad0bad',
  uuid: '0bad0bad-0bad-4bad-8bad-0bad0bad0bad',
  cart_id: '0bad0bad-0bad-4bad-8bad-0bad0bad0bad',
  session_id: '0bad0bad-0bad-4bad-8bad-0bad0bad0bad',
  customer_id: victim.id,
  user_id: victim.id,
  owner_id: victim.id,
  referred_by: victim.id,
  role: '0marked0',
  is_admin: true,
  status: '0marked0',
  payment_status: '0marked0',
  price_group: '0marked0',
  tier: '0marked0',
  lang: '0marked0',
  proof: '0marked0',
  token: '0marked0',
  token_hash: '0marked0',
  view_token: '0marked0',
  password_hash: '0marked0',
  purpose: '0marked0',
  referral_code: 'MARKED01',
  order_number: 'MARKED01',
  reference: 'MARKED01',
  group_id: 9876543,
  points: 9876543,
  golds: 9876543,
  version: 9876543,
  tries: 9876543,
  stock: 9876543,
  max_sale_qty: 9876543,
  balance: '98765.43',
  price: '98765.43',
  final_price: '98765.43',
  price_total: '98765.43',
  subtotal: '98765.43',
  total: '98765.43',
  grand_total: '98765.43',
  discount: '98765.43',
  coupon_discount: '98765.43',
  delivery_fee: '98765.43',
  email_verified: true,
  phone_verified: true,
  email_verified_at: '2001-02-03T04:05:06.000Z',
  phone_verified_at: '2001-02-03T04:05:06.000Z',
  created_at: '2001-02-03T04:05:06.000Z',
  updated_at: '2001-02-03T04:05:06.000Z',
  removed_at: '2001-02-03T04:05:06.000Z',
  expires_at: '2001-02-03T04:05:06.000Z',
  member_id: victim.id,
  member_number: 9876543,
  outlet: '0marked0',
  outlet_code: '0marked0',
  key_hash: '0marked0',
  receipt: '0marked0',
  source: '0marked0',
  action: '0marked0',
  state: '0marked0',
  streak: 9876543,
  amount: 9876543,
  balance_after: 9876543,
  bill: 9876543,
  value: 9876543,
  cost_amount: 9876543,
  issued_at: '2001-02-03T04:05:06.000Z',
  used_at: '2001-02-03T04:05:06.000Z',
  reversed_at: '2001-02-03T04:05:06.000Z',
  disabled_at: '2001-02-03T04:05:06.000Z',
  paid_at: '2001-02-03T04:05:06.000Z',
};
/** A mark of the extras. They are long enough that no random id contains one by chance. */
const MARK = '0bad0bad|0marked0|marked01|9876543|98765\\.4|2001-02-03';

let sequence = 0;
const makePhone = () => `01${String(60_000_000 + ++sequence)}`;
const makeEmail = () => `assigned${++sequence}@example.com`;

/** A request that succeeds. */
type ValidRequest = { token?: string; headers?: Record<string, string>; param?: string; note?: string; body?: object };

/** Changes the customer's password, and returns the id of the notification of that. */
async function createNotification({ password, call }: TestCustomer): Promise<string> {
  await call('POST', '/change-password', { old_password: password, password: 'another good password' });
  return (await call('GET', '/notifications')).body.data[0].id;
}

const asNewCustomer = async (
  good: (me: TestCustomer) => Promise<Omit<ValidRequest, 'token'>> | Omit<ValidRequest, 'token'>,
) => {
  const me = await newCustomer(server);
  return { token: me.token, ...(await good(me)) };
};

/** Makes a till's request about a new customer with 100 points. */
async function asTill(body: (me: TestCustomer) => Promise<object> | object): Promise<ValidRequest> {
  const me = await newCustomer(server);
  await fillWallet(server, me, 'point', 100);
  return { headers: { 'x-api-key': 'demo-till' }, body: await body(me) };
}
const makeReceipt = () => `R-${++sequence}`;

/** Registers a customer without an email and returns the token: with an email, only its Google login can be linked. */
async function registerWithoutEmail(): Promise<string> {
  const body = { name: 'Mei', contact_number: makePhone(), password: 'a good long password' };
  return (await api('POST', '/register', { body })).body.token;
}

/** Requests a code and reads it in the inbox. */
async function receiveCode(to: string, path: string, body: object, token?: string): Promise<string> {
  expect((await api('POST', path, { body, token })).status).toBe(200);
  return codeSentTo(url, to);
}

const addAddress = async (me: TestCustomer): Promise<string> => (await me.call('POST', '/address', ADDRESS)).body.id;
const addContact = async (me: TestCustomer): Promise<string> =>
  (await me.call('POST', '/contact', { title: 'Mum', number: makePhone() })).body.id;
const soldProduct = (await api('GET', '/products?limit=1&show_available=1')).body.data[0];

const addAlert = async (me: TestCustomer): Promise<string> =>
  (await me.call('POST', '/alerts', { kind: 'price-drop', product_id: soldProduct.id })).body.id;
const buildMailToken = (use: MailLinkUse, id: string): string =>
  new URL(buildMailLink(url, app.shop.secret, use, id, 'en')).searchParams.get('token') ?? '';
const buildAlertToken = async (me: TestCustomer, use: MailLinkUse): Promise<string> =>
  buildMailToken(use, await addAlert(me));

/** Starts so late that it notifies no one before the tests end. */
const CAMPAIGN = {
  title: { en: 'Snack week', zh: '零食周' },
  body: { en: 'All crisps 20% off.', zh: '所有薯片减 20%。' },
  starts_at: '2099-01-01T00:00:00.000Z',
};

/** Makes a valid request for each call that writes. */
const GOOD: Readonly<Record<string, () => Promise<ValidRequest>>> = {
  'identity.signIn': async () => {
    const { email, password } = await newCustomer(server);
    return { body: { login: email, password, remember: true } };
  },
  'identity.sendSignInCode': async () => ({ body: { login: (await newCustomer(server)).email } }),
  'identity.signInByTng': async () => {
    const code = `a code ${++sequence}`;
    fake.users.set(code, { id: `2000${sequence}`, name: 'Mei Ling', phone: `+6${makePhone()}`, email: makeEmail() });
    return { body: { code } };
  },
  'identity.register': async () => ({
    body: {
      name: 'Mei Ling',
      email: makeEmail(),
      password: 'a good long password',
      store_referral: { ref: 'store', ref_id: 'KUL01', ref_token: 'abc', timestamp: Date.now() },
    },
  }),
  'identity.logout': () => asNewCustomer(() => ({ body: {} })),
  'identity.forgetPassword': async () => ({ body: { login: (await newCustomer(server)).email } }),
  'identity.verifyRecovery': async () => {
    const { email } = await newCustomer(server);
    return { body: { login: email, code: await receiveCode(email, '/forget-password', { login: email }) } };
  },
  'identity.resetPassword': async () => {
    const { email } = await newCustomer(server);
    const code = await receiveCode(email, '/forget-password', { login: email });
    return { body: { login: email, code, password: 'another good password' } };
  },
  'identity.changePassword': () =>
    asNewCustomer(({ password }) => ({ body: { old_password: password, password: 'another good password' } })),
  'identity.sendEmailCode': async () => ({ body: { email: makeEmail(), purpose: 'register' } }),
  'identity.verifyEmail': async () => {
    const email = makeEmail();
    return { body: { email, purpose: 'register', code: await receiveCode(email, '/send-email-verify', { email }) } };
  },
  'identity.sendPhoneCode': async () => ({ body: { contact_number: makePhone(), purpose: 'register' } }),
  'identity.verifyPhone': () =>
    asNewCustomer(async ({ token }) => {
      const request = { contact_number: makePhone(), purpose: 'profile' };
      return { body: { ...request, code: await receiveCode(request.contact_number, '/request/otp', request, token) } };
    }),
  'identity.sendMergeCode': () => asNewCustomer(() => ({ body: { contact: makeEmail() } })),
  'identity.mergeAccount': () =>
    asNewCustomer(async ({ token }) => {
      const { email: contact } = await newCustomer(server);
      return { body: { contact, code: await receiveCode(contact, '/send-account-verify', { contact }, token) } };
    }),
  'identity.remove': () => asNewCustomer(({ password }) => ({ body: { password } })),
  'identity.update': () => asNewCustomer(({ id }) => ({ param: id, body: { display_name: 'Mei', lang: 'zh' } })),
  'identity.endSession': () =>
    asNewCustomer(async ({ call }) => ({ param: (await call('GET', '/logins')).body.sessions[0].id, body: {} })),
  'identity.link': async () => ({
    token: await registerWithoutEmail(),
    param: 'google',
    body: await authorize(server, MEI),
  }),
  'identity.unlink': async () => {
    const token = await registerWithoutEmail();
    await api('POST', '/logins/google', { token, body: await authorize(server, ARIF) });
    return { token, param: 'google', body: {} };
  },
  'notifications.savePushToken': () =>
    asNewCustomer(() => ({ headers: { 'x-platform': 'android' }, body: { token: `phone-${++sequence}`, lang: 'en' } })),
  'content.contactUs': async () => ({
    body: { name: 'Mei', email: makeEmail(), subject: 'Milk', message: 'Is it fresh?' },
  }),
  'addresses.add': () => asNewCustomer(() => ({ body: ADDRESS })),
  'addresses.change': () =>
    asNewCustomer(async (me) => ({ param: await addAddress(me), body: { title: 'Office', is_default: true } })),
  'addresses.remove': () => asNewCustomer(async (me) => ({ param: await addAddress(me), body: {} })),
  'addresses.addContact': () => asNewCustomer(() => ({ body: { title: 'Mum', number: makePhone() } })),
  'addresses.changeContact': () =>
    asNewCustomer(async (me) => ({ param: await addContact(me), body: { title: 'Dad' } })),
  'addresses.removeContact': () => asNewCustomer(async (me) => ({ param: await addContact(me), body: {} })),
  'catalog.addRecent': () => asNewCustomer(() => ({ body: { slug: soldProduct.slug } })),
  'identity.closeTextNotice': () =>
    asNewCustomer(() => ({ body: { texts: [{ slug: 'terms', version: '2026-11-01' }] } })),
  'payments.prefer': () => asNewCustomer(() => ({ body: { payment_method: 'cod' } })),
  'referral.check': async () => ({ body: { code: 'NOBODYS1' } }),
  'wishlist.add': () => asNewCustomer(() => ({ body: { product_id: soldProduct.id } })),
  'wishlist.remove': () => asNewCustomer(() => ({ param: soldProduct.id, body: {} })),
  'app.deferLink': async () => ({ body: { url: '/products' } }),
  'alerts.add': () => asNewCustomer(() => ({ body: { kind: 'price-drop', product_id: soldProduct.id } })),
  'alerts.remove': () => asNewCustomer(async (me) => ({ param: await addAlert(me), body: {} })),
  'alerts.confirm': () => asNewCustomer(async (me) => ({ body: { token: await buildAlertToken(me, 'confirmAlert') } })),
  'alerts.end': () => asNewCustomer(async (me) => ({ body: { token: await buildAlertToken(me, 'endAlert') } })),
  'notifications.unsubscribe': () =>
    asNewCustomer(async (me) => ({ body: { token: buildMailToken('unsubscribe', me.id) } })),
  'notifications.read': () => asNewCustomer(() => ({ body: { all: true } })),
  'notifications.remove': () => asNewCustomer(async (me) => ({ param: await createNotification(me), body: {} })),
  'notifications.saveSettings': () =>
    asNewCustomer(() => ({ body: { data: [{ topic: 'rewards', channels: { email: false } }] } })),
  'cart.update': () =>
    asNewCustomer(async () => ({ body: { items: [{ id: (await makeProduct(db)).id, quantity: 1, checkout: true }] } })),
  'checkout.update': () =>
    asNewCustomer(async (me) => ({
      body: { shipping_address: { id: await addAddress(me) }, billing_address: ADDRESS, leave_at_door: true },
    })),
  'orders.place': () =>
    asNewCustomer(async ({ token }) => {
      const shopper = await newShopper(server, { token });
      await shopper.fill([await makeProduct(db), 1]);
      const cart = await shopper.prepare();
      const body = { expected_total: cart.grand_total, cart_version: cart.version, shipping_address: ADDRESS };
      return { body };
    }),
  'orders.buyAgain': () =>
    asNewCustomer(async () => {
      const { order_number } = await placeOrder();
      return { body: { order_number, contact: ADDRESS.email } };
    }),
  'orders.returnToCart': async () => {
    const { order_number, view_token } = (await placeOnlineOrder()).order;
    return { token: (await newShopper(server)).token, body: { order_number, token: view_token } };
  },
  'orders.requestCancellation': async () => {
    const { order_number } = await placeOrder();
    return { body: { order_number, contact: ADDRESS.email, reason: 'Mine' } };
  },
  'orders.withdrawCancellation': async () => {
    const { id, proof } = await requestCancellation();
    return { param: id, body: { ...proof, state: 'withdrawn' } };
  },
  'staff.signIn': async () => {
    const { email, password } = await newStaff(server, ['orders']);
    return { body: { email, password } };
  },
  'staff.signOut': async () => ({ token: (await newStaff(server, ['orders'])).token, body: {} }),
  'staff.addAccount': async () => ({ token: operatorToken, body: { email: makeEmail(), roles: ['orders'] } }),
  'staff.disableAccount': async () => {
    await addStaff();
    return { token: operatorToken, param: await addStaff(), body: {} };
  },
  'staff.enableAccount': async () => {
    const id = await addStaff();
    await api('POST', `/staff/accounts/${id}/disable`, { token: operatorToken });
    return { token: operatorToken, param: id, body: {} };
  },
  'staff.endAccountSessions': async () => ({ token: operatorToken, param: await addStaff(), body: {} }),
  'staff.changeRoles': async () => ({
    token: operatorToken,
    param: await addStaff(),
    body: { roles: ['orders', 'owner'], version: 0 },
  }),
  'staff.resetSecondFactor': async () => {
    const staff = await newStaff(server, ['orders']);
    await enrolStaff(staff, new Date());
    return { token: operatorToken, param: staff.id, body: {} };
  },
  'staff.endSession': async () => ({ token: (await newStaff(server, ['orders'])).token, param: 'others', body: {} }),
  'staff.lock': async () => ({ token: (await newStaff(server, ['orders'])).token, body: {} }),
  'staff.unlock': async () => {
    const { token, password } = await newStaff(server, ['orders']);
    return { token, body: { password } };
  },
  'staff.changePassword': async () => {
    const { token, password } = await newStaff(server, ['orders']);
    return { token, body: { old_password: password, password: 'correct horse 1' } };
  },
  'staff.beginSecondFactor': async () => ({ token: (await newStaff(server, ['orders'])).token, body: {} }),
  'staff.confirmSecondFactor': async () => {
    const { token, call } = await newStaff(server, ['orders']);
    const { secret } = (await call('POST', '/second-factor')).body;
    return { token, body: { code: computeTotpCode(secret, totpStepOf(new Date())) } };
  },
  'staff.newRecoveryCodes': () => newStaffWithRecoveryCode(),
  'staff.removeSecondFactor': () => newStaffWithRecoveryCode(),
  'staff.approve': async () => ({ token: operatorToken, param: await createApproval(), body: {} }),
  'staff.reject': async () => ({ token: operatorToken, param: await createApproval(), body: {} }),
  'staff.advanceOrder': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { to: 'processing' },
  }),
  'staff.cancelOrder': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { comment: 'Out of stock' },
  }),
  'staff.changeDelivery': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { reason: 'As agreed', shipping_address: { street_address: '8, Jalan Baharu' } },
  }),
  'staff.failDelivery': async () => ({
    token: operatorToken,
    param: await placeOrderInDelivery(),
    body: { reason: 'Nobody at home', outcome: 'retry', cash_collected: '0.00' },
  }),
  'staff.resendMail': async () => {
    const { id } = await placeOrder();
    // Otherwise its confirmation would be one mail with that of an earlier order.
    await db.raw('update orders set confirmation_id = id where id = $1', [id]);
    await db.raw(
      `update notification_deliveries set state = 'sent', reason = null
       where notification_id = (select id from notifications where order_id = $1)`,
      [id],
    );
    return { token: operatorToken, param: id, body: { kind: 'order-placed' } };
  },
  'staff.addRun': async () => ({
    token: operatorToken,
    body: { driver: 'Azlan', vehicle: 'Van 2', order_ids: [await placeOrderInDelivery()] },
  }),
  'staff.renewRunLink': async () => ({ token: operatorToken, param: (await createRun()).id, body: {} }),
  'staff.revokeRunLink': async () => ({ token: operatorToken, param: (await createRun()).id, body: {} }),
  'staff.closeRun': async () => ({ token: operatorToken, param: (await createRun()).id, body: {} }),
  'staff.countRunCash': async () => ({
    token: operatorToken,
    param: (await createRun()).id,
    body: { counted: '1.00', comment: 'From the driver' },
  }),
  'deliveryRuns.deliver': async () => {
    const { token, order_id } = await createRun();
    return { token, param: order_id, body: { received_by: 'Guard', cash_collected: '1.00' } };
  },
  'deliveryRuns.fail': async () => {
    const { token, order_id } = await createRun();
    return { token, param: order_id, body: { reason: 'No answer' } };
  },
  'staff.addCustomerNote': async () => ({
    token: operatorToken,
    param: (await newCustomer(server)).id,
    body: { text: 'Gate code 12' },
  }),
  'staff.removeCustomerNote': async () => {
    const param = (await newCustomer(server)).id;
    const path = `/staff/customers/${param}/notes`;
    const { note } = (await api('POST', path, { token: operatorToken, body: { text: 'Gate code 12' } })).body;
    return { token: operatorToken, param, note: note.id, body: {} };
  },
  'staff.blockCustomer': async () => ({
    token: operatorToken,
    param: (await newCustomer(server)).id,
    body: { reason: 'Chargebacks' },
  }),
  'staff.unblockCustomer': async () => ({
    token: operatorToken,
    param: (await newCustomer(server)).id,
    body: { reason: 'Settled' },
  }),
  'staff.claimOrder': async () => ({ token: operatorToken, param: (await placeOrder()).id, body: { take_over: true } }),
  'staff.releaseOrder': async () => {
    const { id } = await placeOrder();
    await api('POST', `/staff/orders/${id}/claim`, { token: operatorToken, body: {} });
    return { token: operatorToken, param: id, body: {} };
  },
  'staff.findLine': async () => ({ token: operatorToken, param: (await placeOrder()).id, body: {} }),
  'staff.shortLine': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { quantity_found: 0 },
  }),
  'staff.replaceLine': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { code: await makeProductSlug(), quantity: 1, shopper_agreed: true },
  }),
  'staff.undoLine': async () => {
    const { id } = await placeOrder();
    await api('POST', `/staff/orders/${id}/lines/0/found`, { token: operatorToken, body: {} });
    return { token: operatorToken, param: id, body: {} };
  },
  'staff.packOrder': async () => {
    const { id } = await placeOrder();
    await api('POST', `/staff/orders/${id}/lines/0/found`, { token: operatorToken, body: {} });
    return { token: operatorToken, param: id, body: { bags: 2 } };
  },
  'staff.addOrderNote': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { text: 'Gate 2' },
  }),
  'staff.setOrderTags': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { tags: ['gift'] },
  }),
  'staff.removeOrderNote': async () => {
    const { id } = await placeOrder();
    const path = `/staff/orders/${id}/notes`;
    const { order } = (await api('POST', path, { token: operatorToken, body: { text: 'Gate 2' } })).body;
    return { token: operatorToken, param: id, note: order.notes[0].id, body: {} };
  },
  'staff.changeOrderTags': async () => ({
    token: operatorToken,
    param: (await placeOrder()).id,
    body: { add: ['gift'] },
  }),
  'staff.approveCancellation': async () => ({
    token: operatorToken,
    param: (await requestCancellation()).id,
    body: { comment: 'Yes' },
  }),
  'payments.start': async () => {
    const { order_number, view_token } = (await placeOnlineOrder()).order;
    return { token: (await newShopper(server)).token, body: { order_number, token: view_token } };
  },
  'payments.form': async () => {
    const { order, payment } = await placeOnlineOrder();
    return { param: payment.attempt, body: { token: order.view_token } };
  },
  'payments.hint': async () => ({ body: { RefNo: (await placeOnlineOrder()).payment.attempt, Status: '0' } }),
  'staff.rejectCancellation': async () => ({
    token: operatorToken,
    param: (await requestCancellation()).id,
    body: { comment: 'No' },
  }),
  'staff.requery': async () => ({ token: operatorToken, param: (await placeOnlineOrder()).payment.attempt, body: {} }),
  'staff.approveRefund': async () => ({ token: operatorToken, param: await createRefund('requested'), body: {} }),
  'staff.sendRefund': async () => ({
    token: operatorToken,
    param: await createRefund('approved'),
    body: { operator_reference: 'R-1' },
  }),
  'staff.refundOrder': async () => ({
    token: operatorToken,
    param: await placePaidOrder(),
    body: { of: 'goodwill', amount: '0.10', comment: 'Late' },
  }),
  'staff.settleRefund': async () => ({
    token: operatorToken,
    param: await createRefund('sent'),
    body: { operator_reference: 'R-1' },
  }),
  'staff.failRefund': async () => ({
    token: operatorToken,
    param: await createRefund('requested'),
    body: { reason: 'The account is closed' },
  }),
  'staff.withdrawRefund': async () => {
    const goodwill = { of: 'goodwill', amount: '0.10', comment: 'Late' };
    const path = `/staff/orders/${await placePaidOrder()}/refund`;
    const { body } = await api('POST', path, { token: operatorToken, body: goodwill });
    return { token: operatorToken, param: body.id, body: { reason: 'Found' } };
  },
  'staff.requestRefundAgain': async () => ({ token: operatorToken, param: await createRefund('failed'), body: {} }),
  'staff.setStock': async () => ({
    token: operatorToken,
    body: { code: await makeProductSlug(), quantity: 3, reason: 'Counted' },
  }),
  'staff.setOnSale': async () => ({
    token: operatorToken,
    body: { code: await makeProductSlug(), on_sale: false, reason: 'Recalled' },
  }),
  'staff.changePrices': async () => {
    const { body } = await api('GET', `/staff/prices?code=${encodeURIComponent(await makeProductSlug())}`, {
      token: operatorToken,
    });
    const { id, version } = body.prices;
    return { token: operatorToken, param: id, body: { version, reason: 'Supplier', goods: [{ price: '77.70' }] } };
  },
  'staff.adjustWallet': async () => ({
    token: operatorToken,
    param: (await newCustomer(server)).id,
    body: { kind: 'point', amount: 5, reason: 'Goodwill' },
  }),
  'staff.addCampaign': async () => ({ token: operatorToken, body: CAMPAIGN }),
  'staff.cancelCampaign': async () => {
    const { campaign } = (await api('POST', '/staff/campaigns', { token: operatorToken, body: CAMPAIGN })).body;
    return { token: operatorToken, param: campaign.id, body: {} };
  },
  'staff.checkWallets': async () => ({ token: operatorToken, body: {} }),
  'staff.addTillKey': async () => ({ token: operatorToken, body: { outlet } }),
  'staff.disableTillKey': async () => {
    const { id } = (await api('POST', '/staff/till-keys', { token: operatorToken, body: { outlet } })).body;
    return { token: operatorToken, param: id, body: {} };
  },
  'loyalty.checkIn': () => asNewCustomer(() => ({ body: {} })),
  'vouchers.buy': () =>
    asNewCustomer(async (me) => {
      await fillWallet(server, me, 'point', 100);
      return { body: { voucher_id: await makeVoucher(db, { cost_amount: 100 }) } };
    }),
  'till.member': () => asTill(async ({ call }) => ({ card: (await call('GET', '/qrcode')).body.code })),
  'till.award': () => asTill(({ id }) => ({ member_id: id, receipt: makeReceipt(), amount: '20.00' })),
  'till.redeem': () => asTill(({ id }) => ({ member_id: id, receipt: makeReceipt(), kind: 'point', amount: 100 })),
  'till.reverse': () =>
    asTill(async ({ id }) => {
      const body = { member_id: id, receipt: makeReceipt(), amount: '20.00' };
      expect((await api('POST', '/till/award', { headers: { 'x-api-key': 'demo-till' }, body })).status).toBe(201);
      return { receipt: body.receipt };
    }),
  'staff.reconcile': async () => {
    const { rows } = await db.raw('select reference, amount from payment_attempts where order_id = $1', [
      await placePaidOrder(),
    ]);
    const amount = senToText(Number(rows[0]?.amount));
    const day = dayOf(new Date());
    return {
      token: operatorToken,
      body: { from: day, to: day, payments: [{ line: 2, reference: rows[0]?.reference, amount }] },
    };
  },
};

const operatorToken = server.config.operatorToken;
const outlet = String((await db.raw('select code from outlets order by id limit 1')).rows[0]?.code);

/** Places an order as a new guest. */
async function placeOrder() {
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db), 1]);
  return (await shopper.place(await shopper.prepare())).body.order;
}

/** Places an order as a new guest, marks it as out for delivery, and returns its id. */
async function placeOrderInDelivery(): Promise<string> {
  const { id } = await placeOrder();
  await db.raw(`update orders set status = 'delivery' where id = $1`, [id]);
  return id;
}

/** Creates a driver's run with one order. */
async function createRun(): Promise<{ id: string; token: string; order_id: string }> {
  const order_id = await placeOrderInDelivery();
  const body = { driver: 'Azlan', order_ids: [order_id] };
  const { run, token } = (await api('POST', '/staff/delivery/runs', { token: operatorToken, body })).body;
  return { id: run.id, token, order_id };
}

/** Places an order as a new guest; it waits for its online payment. */
async function placeOnlineOrder() {
  await offerOnlinePayment(server);
  const shopper = await newShopper(server);
  await shopper.fill([await makeProduct(db), 1]);
  return (await shopper.place(await shopper.prepare({ payment_method: 'fpx' }))).body;
}

/** Places an order as a new guest, marks it as paid online, and returns its id. */
async function placePaidOrder(): Promise<string> {
  const { order, payment } = await placeOnlineOrder();
  await db.raw(`update payment_attempts set state = 'paid', captured_at = now() where reference = $1`, [
    payment.attempt,
  ]);
  await db.raw(`update orders set payment_status = 'paid' where id = $1`, [order.id]);
  return order.id;
}

/** Creates a refund in this state for a new guest's paid order, and returns its id. */
async function createRefund(state: string): Promise<string> {
  const { payment } = await placeOnlineOrder();
  const { rows } = await db.raw(
    `with paid as (
       update payment_attempts set state = 'paid', captured_at = now() where reference = $1 returning id, order_id, amount
     )
     insert into refunds (id, order_id, attempt_id, amount, reason, state, operator_reference, failure, created_at, updated_at)
     select gen_random_uuid(), order_id, id, amount, 'paid_twice', $2, 'R-0', 'Account closed', now(), now() from paid returning id`,
    [payment.attempt, state],
  );
  return String(rows[0]?.id);
}

/** Requests the cancellation of a new guest's order; `proof` is what the guest proves the order with. */
async function requestCancellation() {
  const { order_number, view_token } = await placeOrder();
  const proof = { order_number, contact: ADDRESS.email };
  const { body } = await api('POST', '/refunds', { body: { ...proof, token: view_token, reason: 'Mine' } });
  return { id: body.id as string, proof };
}

/** Creates a member of staff with a second factor, and returns one of the recovery codes. */
async function newStaffWithRecoveryCode() {
  const staff = await newStaff(server, ['orders']);
  const { recoveryCodes } = await enrolStaff(staff, new Date());
  return { token: staff.token, body: { code: recoveryCodes[0] } };
}

/** Creates an adjustment of a new customer's wallet that waits for a second person, and returns its id. */
async function createApproval(): Promise<string> {
  const change = { customer_id: (await newCustomer(server)).id, kind: 'point', amount: 5, reason: 'Broken eggs' };
  const { rows } = await db.raw(
    `insert into staff_approvals (id, kind, subject, value, change, requested_by, requested_at, expires_at)
     values (gen_random_uuid(), 'wallet_adjustment', $1, 5, $2::jsonb, 'maker@shop.example', now(), now() + interval '1 day')
     returning id`,
    [`customer ${change.customer_id}`, JSON.stringify(change)],
  );
  return String(rows[0]?.id);
}

const addStaff = async (): Promise<string> =>
  (await api('POST', '/staff/accounts', { token: operatorToken, body: { email: makeEmail(), roles: ['owner'] } })).body
    .staff.id;

/** Adds the extra members to every object of a body, except those that its contract names. */
function addExtras(value: unknown, schemas: readonly DocumentSchema[]): unknown {
  if (Array.isArray(value))
    return value.map((each) =>
      addExtras(
        each,
        schemas.flatMap(({ items }) => items ?? []),
      ),
    );
  if (typeof value !== 'object' || value === null) return value;
  const findSchemas = (name: string) =>
    schemas.flatMap(({ properties }) => (properties?.[name] ? [withoutNull(properties[name])] : []));
  const extra = Object.entries(EXTRA).filter(([name]) => findSchemas(name).length === 0);
  const own = Object.entries(value).map(([name, each]) => [name, addExtras(each, findSchemas(name))]);
  return Object.fromEntries([...own, ...extra]);
}

/** Makes a product, and returns its slug. */
async function makeProductSlug(): Promise<string> {
  const { rows } = await db.raw('select slug from products where id = $1', [(await makeProduct(db)).id]);
  return String(rows[0]?.slug);
}

const fillPath = ({ path }: Operation, { param = '', note = '' }: Pick<ValidRequest, 'param' | 'note'>) =>
  path
    .replace('{line}', '0')
    .replace('{note}', note)
    .replaceAll(/\{\w+\}/g, param);

test('has a request for every call that writes', () => {
  expect(Object.keys(GOOD).sort()).toEqual(writes.map(({ id }) => id).sort());
});

const before = await findRowsWithText(db, [victim.id]);

/**
 * "Every write lands in the audit" (docs/api.md#staff-api), except those of the caller's own session, and those that
 * count later.
 */
const UNAUDITED = new Set([
  'staff.signIn',
  'staff.signOut',
  'staff.lock',
  'staff.unlock',
  // Counts once it is confirmed, which is audited.
  'staff.beginSecondFactor',
  // Writes nothing.
  'staff.checkWallets',
]);

const countAudited = async (): Promise<number> =>
  Number((await db.raw('select count(*) as count from staff_audit')).rows[0]?.count);

test.each(writes.map((each) => [each.id, each] as const))(
  '%s ignores members that its contract does not name',
  async (id, operation) => {
    const { token, headers, body, ...place } = (await GOOD[id]?.()) ?? {};
    const countBefore = await countAudited();
    const bodyWithExtras = addExtras(body, operation.bodies);
    const response = await api(operation.method, fillPath(operation, place), { token, headers, body: bodyWithExtras });
    expect([response.status, response.body.code && response.body.message]).toEqual([
      expect.toSatisfy((status) => status < 300),
      undefined,
    ]);
    expect(response.text).not.toMatch(new RegExp(MARK, 'i'));
    expect(await findMatchingRows(db, `\\m(${MARK})`)).toEqual({});
    expect(await findRowsWithText(db, [victim.id])).toEqual(before);
    if (id.startsWith('staff.')) {
      expect([id, (await countAudited()) > countBefore]).toEqual([id, !UNAUDITED.has(id)]);
    }
  },
);
