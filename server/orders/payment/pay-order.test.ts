/** Payments over the protocol of the stand-in gateway, and what attackers send instead. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { signMessage } from '../../partners/ipay88/signature.ts';
import { buildResponseMessage } from '../../partners/ipay88/signed-message.ts';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import {
  GATEWAY_KEY,
  makeSignedReport,
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  postForm,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { newShopper } from '../../testing/orders/shopper.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { enquirePayment, handleEnquiryJob } from './enquire-payments.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db, app, url } = server;
await offerOnlinePayment(server);
const NOTICE = `${url}/api/payments/ipay88/notice`;
const RETURN = `${url}/api/payments/ipay88/return`;

const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

const placeOrder = (fields?: Parameters<typeof placeOnline>[1]): Promise<OnlineOrder> => placeOnline(server, fields);

/** Opens the attempt's page and pays with an outcome. */
async function pay(payment: { url: string }, query: string) {
  const { status, body } = await openPayment(server, payment.url);
  expect(status).toBe(200);
  return payAt(body.form, query);
}

/** Reads the order's status from its row: a page would enquire about the payment. */
const readStatus = async ({ order }: OnlineOrder) => (await readPayments(server, order.id)).order;

const listAttempts = async ({ order }: OnlineOrder) => (await readPayments(server, order.id)).attempts;
const readVerdicts = async (attempt: string): Promise<string[]> => {
  const { rows } = await db.raw(
    `select n.source || ' ' || n.verdict as line from payment_notices n join payment_attempts a on a.id = n.attempt_id
     where a.reference = $1 order by n.id`,
    [attempt],
  );
  return rows.map(({ line }) => String(line));
};
const refunds = async ({ order }: OnlineOrder) => (await readPayments(server, order.id)).refunds;

async function waitUntil(met: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100 && !(await met()); i++) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('GET /payment_gateways and /payment_methods list what is set up, with banks', async () => {
  expect((await api('GET', '/payment_gateways')).body).toEqual({
    data: [{ id: 'ipay88', code: 'ipay88', name: 'iPay88' }],
  });
  const { data } = (await api('GET', '/payment_methods')).body;
  expect(data.map(({ code }: { code: string }) => code)).toEqual(['fpx', 'ewallet', 'card', 'cod']);
  expect(data[0].channels).toEqual([
    { id: '16', name: 'FPX' },
    { id: '6', name: 'Maybank2u' },
  ]);
});

describe('POST /orders/checkout with an online method', () => {
  test('returns the payment page’s address; the form has the frozen amount and the chosen bank', async () => {
    const { order, payment } = await placeOrder({ payment_id: '6' });
    expect(order.payment_status).toBe('unpaid');
    expect(payment.url).toContain(`/checkout/web-payment?attempt=${payment.attempt}`);
    const { body, headers } = await openPayment(server, payment.url);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.form.action).toMatch(/^http:\/\/localhost:\d+\/entry\.asp$/);
    expect(body.form.fields).toMatchObject({ RefNo: payment.attempt, PaymentId: '6', Currency: 'MYR' });
    expect(body.form.fields.Amount.replace(',', '')).toBe(order.grand_total);
    expect(body.form.fields.Amount).toMatch(/^1,\d{3}\.\d\d$/);
  });

  test('a repeated confirmation returns the same order and the same attempt', async () => {
    const shopper = await newShopper(server);
    await shopper.fill([await makeProduct(db, { price: 5_00, stock: 10 }), 1]);
    const cart = await shopper.prepare({ payment_method: 'fpx' });
    const key = { 'idempotency-key': `pays ${shopper.token.slice(-20)}` };
    const [one, two, three] = [
      await shopper.place(cart, {}, key),
      await shopper.place(cart),
      await shopper.place(cart, {}, key),
    ];
    expect(one.status).toBe(201);
    expect(two.body.order.id).toBe(one.body.order.id);
    expect([two.body.payment, three.body.payment]).toEqual([one.body.payment, one.body.payment]);
  });

  test('refuses an unknown bank: "No Payment Method Found"', async () => {
    const shopper = await newShopper(server);
    await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
    const cart = await shopper.prepare({ payment_method: 'fpx' });
    const { status, body } = await shopper.place(cart, { payment_id: '999' });
    expect([status, body.errors]).toEqual([422, { payment_id: ['No Payment Method Found'] }]);
  });

  test('allows unattended delivery', async () => {
    const shopper = await newShopper(server);
    await shopper.fill([await makeProduct(db, { stock: 10 }), 1]);
    const cart = await shopper.prepare({ payment_method: 'fpx', leave_at_door: true });
    expect((await shopper.place(cart)).status).toBe(201);
  });
});

describe('a payment', () => {
  test('is paid by the notice, whose response is exactly RECEIVEOK, and packed once an enquiry has confirmed it', async () => {
    const one = await placeOrder();
    const { returns } = await pay(one.payment, 'outcome=return-only');
    const response = await postForm(NOTICE, returns ?? {});
    expect([response.status, response.text, response.headers.get('content-type')]).toEqual([
      200,
      'RECEIVEOK',
      'text/plain',
    ]);
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
    const staff = operator(server);
    const advance = async () => (await staff('POST', `/orders/${one.order.id}/advance`, {})).body;
    expect((await advance()).order.status).toBe('processing');
    expect((await advance()).code).toBe('order.unconfirmed');
    await handleEnquiryJob(system(), { reference: one.payment.attempt });
    expect((await advance()).order.status).toBe('packed');
  });

  test('is paid once, for reports from any side, in any order and repeated', async () => {
    const one = await placeOrder();
    const { returns } = await pay(one.payment, 'outcome=return-only');
    const fields = returns ?? {};
    const reports = [
      ...Array.from({ length: 5 }, () => postForm(NOTICE, fields)),
      ...Array.from({ length: 5 }, () => postForm(RETURN, fields)),
      enquirePayment(system(), one.payment.attempt, 'schedule'),
      api('POST', '/orders/payment/callback/ipay88', { body: { RefNo: one.payment.attempt, Status: '0' } }),
    ];
    await Promise.all(reports);
    now = new Date(now.getTime() + 24 * 3_600_000);
    await postForm(NOTICE, fields);
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
    expect([await listAttempts(one), await refunds(one)]).toEqual([['paid'], []]);
    const { rows } = await db.raw(
      `select count(*)::int as n from order_history where order_id = $1 and payment_status = 'paid'`,
      [one.order.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('by the gateway’s own notice, while the shopper never comes back', async () => {
    const one = await placeOrder();
    expect(await pay(one.payment, 'outcome=notice-only')).toEqual({ returns: null });
    await waitUntil(async () => (await readStatus(one))[1] === 'paid');
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
  });

  test('by the return alone, which leads on to /checkout/callback with the order', async () => {
    const one = await placeOrder();
    const { form } = (await openPayment(server, one.payment.url)).body;
    const { returns } = await payAt(form, 'outcome=return-only');
    const response = await postForm(form.fields.ResponseURL, returns ?? {});
    expect([response.status, response.text]).toEqual([303, '']);
    const to = new URL(response.headers.get('location') ?? '');
    expect([to.pathname, to.searchParams.get('order_number'), to.searchParams.get('token')]).toEqual([
      '/checkout/callback',
      one.order.order_number,
      one.order.view_token,
    ]);
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
  });

  test('docs/security.md#c4: by an enquiry, where neither notice nor return arrives', async () => {
    const one = await placeOrder();
    await pay(one.payment, 'outcome=silent');
    expect(await readStatus(one)).toEqual(['pending', 'unpaid']);
    const jobs = await db.raw(
      `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
       where name = 'payment' and data ->> 'reference' = $1 order by start_after`,
      [one.payment.attempt],
    );
    expect(jobs.rows).toHaveLength(3);
    await handleEnquiryJob(system(), { reference: one.payment.attempt });
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
    expect(await readVerdicts(one.payment.attempt)).toEqual(['enquiry paid']);
  });

  test.each(['html', 'empty', 'pending', 'limited', 'invalid', 'not_found'])(
    'an enquiry that answers %s changes nothing',
    async (response) => {
      const one = await placeOrder();
      await pay(one.payment, `outcome=silent&enquiry=${response}`);
      await handleEnquiryJob(system(), { reference: one.payment.attempt });
      expect([await readStatus(one), await listAttempts(one)]).toEqual([['pending', 'unpaid'], ['sent']]);
    },
  );

  test('fails by an enquiry, is retried with another bank, and pays the order', async () => {
    const one = await placeOrder();
    const { returns } = await pay(one.payment, 'outcome=fail');
    const response = await postForm(RETURN, returns ?? {});
    expect(response.headers.get('location')).toContain('failed=1');
    expect(await readStatus(one)).toEqual(['pending', 'unpaid']);
    await handleEnquiryJob(system(), { reference: one.payment.attempt });
    expect(await readStatus(one)).toEqual(['pending', 'failed']);
    const { order_number, view_token } = one.order;
    now = new Date(now.getTime() + 60_000);
    const again = await api('POST', '/orders/payment', {
      token: one.shopper.token,
      body: { order_number, token: view_token, payment_method: 'ewallet', payment_id: '6' },
    });
    expect(again.status).toBe(200);
    expect(again.body.payment.attempt).not.toBe(one.payment.attempt);
    expect(await readStatus(one)).toEqual(['pending', 'unpaid']);
    await postForm(NOTICE, (await pay(again.body.payment, 'outcome=return-only')).returns ?? {});
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
    expect(await listAttempts(one)).toEqual(['failed', 'paid']);
    const order = (await api('GET', `/order?order_number=${order_number}&token=${view_token}`)).body.order;
    expect(order.payment_method).toBe('ewallet');
  });

  test('a second payment of an order is refunded in full', async () => {
    const one = await placeOrder();
    const { order_number, view_token } = one.order;
    const form = (await openPayment(server, one.payment.url)).body.form;
    const body = { order_number, token: view_token };
    now = new Date(now.getTime() + 60_000);
    const again = (await api('POST', '/orders/payment', { token: one.shopper.token, body })).body.payment;
    await postForm(NOTICE, (await pay(again, 'outcome=return-only')).returns ?? {});
    await postForm(NOTICE, (await payAt(form, 'outcome=return-only')).returns ?? {});
    expect([await readStatus(one), await listAttempts(one)]).toEqual([
      ['pending', 'paid'],
      ['paid_late', 'paid'],
    ]);
    const sen = Number(one.order.grand_total.replace('.', ''));
    expect(await refunds(one)).toEqual([{ reason: 'paid_twice', state: 'requested', amount: sen }]);
  });

  test('an order that expires is canceled; if paid late, its money is refunded', async () => {
    const one = await placeOrder();
    const form = (await openPayment(server, one.payment.url)).body.form;
    now = new Date(now.getTime() + 31 * 60_000);
    await cancelUnpaidOrders(system());
    expect([await readStatus(one), await listAttempts(one)]).toEqual([['canceled', 'unpaid'], ['expired']]);
    await postForm(NOTICE, (await payAt(form, 'outcome=return-only')).returns ?? {});
    expect([await readStatus(one), await listAttempts(one)]).toEqual([['canceled', 'refund_due'], ['paid_late']]);
    expect(await refunds(one)).toMatchObject([{ reason: 'paid_late', state: 'requested' }]);
  });

  test('an order that was paid without a report is enquired before it would expire', async () => {
    const one = await placeOrder();
    await pay(one.payment, 'outcome=silent');
    now = new Date(now.getTime() + 31 * 60_000);
    await cancelUnpaidOrders(system());
    expect(await readStatus(one)).toEqual(['pending', 'paid']);
  });

  test('a paid order that is canceled has its money refunded, once', async () => {
    const one = await placeOrder();
    await postForm(NOTICE, (await pay(one.payment, 'outcome=return-only')).returns ?? {});
    await operator(server)('POST', `/orders/${one.order.id}/cancel`, { comment: 'Out of stock' });
    expect(await readStatus(one)).toEqual(['canceled', 'refund_due']);
    expect(await refunds(one)).toMatchObject([{ reason: 'order_canceled', state: 'requested' }]);
  });
});

describe('attacks', () => {
  const TRY: Record<string, (one: OnlineOrder, amount: string) => Record<string, string> | string> = {
    'another key': (one, amount) => ({
      ...makeSignedReport(one.payment.attempt, amount),
      Signature: signMessage('pear', `pearM0000316${one.payment.attempt}${amount}MYR1`),
    }),
    'a truncated signature': (one, amount) => {
      const fields = makeSignedReport(one.payment.attempt, amount);
      return { ...fields, Signature: fields.Signature?.slice(0, 127) ?? '' };
    },
    'a legacy hash': (one, amount) => {
      const fields = makeSignedReport(one.payment.attempt, amount);
      const text = buildResponseMessage(GATEWAY_KEY, fields as never);
      return { ...fields, Signature: createHash('sha256').update(text).digest('hex') };
    },
    'a signature that is a list': (one, amount) => {
      const { Signature = '', ...fields } = makeSignedReport(one.payment.attempt, amount);
      return `${new URLSearchParams(fields)}&Signature[]=${Signature}`;
    },
    'a field that comes twice': (one, amount) =>
      `${new URLSearchParams(makeSignedReport(one.payment.attempt, amount))}&Amount=0.01`,
    'no signature': (one, amount) => ({ ...makeSignedReport(one.payment.attempt, amount), Signature: '' }),
    'one sen less': (one, amount) =>
      makeSignedReport(
        one.payment.attempt,
        amount.replace(/.$/, (d) => String((Number(d) + 9) % 10)),
      ),
    'the amount without separators': (one, amount) => ({
      ...makeSignedReport(one.payment.attempt, amount),
      Amount: amount.replace(/[.,]/g, ''),
    }),
    'the amount 1,00': (one) => makeSignedReport(one.payment.attempt, '1,00'),
    'another currency': (one, amount) => makeSignedReport(one.payment.attempt, amount, { Currency: 'USD' }),
    'another merchant': (one, amount) => makeSignedReport(one.payment.attempt, amount, { MerchantCode: 'M00004' }),
    'a status that does not exist': (one, amount) => makeSignedReport(one.payment.attempt, amount, { Status: '11' }),
    'an unsigned failure': (one, amount) => ({
      ...makeSignedReport(one.payment.attempt, amount, { Status: '0' }),
      Signature: '',
    }),
    'a signed failure': (one, amount) => makeSignedReport(one.payment.attempt, amount, { Status: '0' }),
    // The signed text of the next two is that of the correct report.
    'a digit shifted from the bank to the reference': (one, amount) => ({
      ...makeSignedReport(one.payment.attempt, amount),
      PaymentId: '1',
      RefNo: `6${one.payment.attempt}`,
    }),
    'a digit shifted from the amount to the currency': (one, amount) => {
      const digits = amount.replace(/[.,]/g, '');
      return {
        ...makeSignedReport(one.payment.attempt, amount),
        Amount: `${digits.slice(0, -3)}.${digits.slice(-3, -1)}`,
        Currency: `${digits.slice(-1)}MYR`,
      };
    },
    'a reference in small letters': (one, amount) => makeSignedReport(one.payment.attempt.toLowerCase(), amount),
    nothing: () => '',
    'no form at all': () => '{"a":\u0000',
  };

  test.each(Object.keys(TRY))('%s changes no order, is recorded, and is no 5xx', async (name) => {
    const one = await placeOrder();
    const { form } = (await openPayment(server, one.payment.url)).body;
    const count = async () => Number((await db.raw('select count(*)::int as n from payment_notices')).rows[0]?.n);
    const before = await count();
    const report = TRY[name]?.(one, form.fields.Amount) ?? '';
    const [notice, back] = [await postForm(NOTICE, report), await postForm(RETURN, report)];
    expect([notice.status, notice.text, back.status]).toEqual([400, 'INVALID', 303]);
    expect(back.headers.get('location')).toContain('/checkout/callback');
    expect(await readStatus(one)).toEqual(['pending', 'unpaid']);
    expect((await count()) - before).toBe(2);
    expect(back.headers.get('location')).not.toContain(one.order.view_token);
  });

  test('a payment of RM1 does not pay another order', async () => {
    const [cheap, dear] = [await placeOrder({ price: 1_00 }), await placeOrder({ price: 900_00 })];
    const { returns } = await pay(cheap.payment, 'outcome=return-only');
    await postForm(NOTICE, { ...returns, RefNo: dear.payment.attempt });
    expect(await readStatus(dear)).toEqual(['pending', 'unpaid']);
  });

  test('records no more than 200 reports about one attempt', async () => {
    const one = await placeOrder();
    await db.raw(
      `insert into payment_notices (attempt_id, source, verdict, fields, received_at)
       select id, 'notice', 'forged', '{}', now() from payment_attempts, generate_series(1, 199) where reference = $1`,
      [one.payment.attempt],
    );
    for (let i = 0; i < 3; i++) await postForm(NOTICE, { RefNo: one.payment.attempt });
    expect(await readVerdicts(one.payment.attempt)).toHaveLength(200);
  });
});

describe('POST /orders/payment', () => {
  test('needs the order’s proof or owner, and refuses orders with nothing to pay', async () => {
    const one = await placeOrder();
    const stranger = await newShopper(server);
    const start = (body: object, token = stranger.token) => api('POST', '/orders/payment', { token, body });
    const { order_number, view_token } = one.order;
    expect((await start({ order_number })).status).toBe(404);
    expect((await start({ order_number, token: 'x' })).status).toBe(404);
    expect((await start({ order_id: one.order.id })).status).toBe(422);
    const other = await newCustomer(server);
    expect((await other.call('POST', '/orders/payment', { order_id: one.order.id })).status).toBe(404);
    expect((await start({ order_number, token: view_token, payment_method: 'nothing' })).body.code).toBe(
      'checkout.no_payment_method',
    );
    await postForm(NOTICE, (await pay(one.payment, 'outcome=return-only')).returns ?? {});
    expect((await start({ order_number, token: view_token })).body.code).toBe('payment.closed');
    expect((await openPayment(server, one.payment.url)).body.code).toBe('payment.closed');
  });

  test('a stranger does not get the form of an attempt', async () => {
    const one = await placeOrder();
    const path = `/orders/payment/${one.payment.attempt}/form`;
    const wrong = await api('POST', path, { body: { token: 'wrong' } });
    const unknown = await api('POST', `/orders/payment/K${'0'.repeat(16)}X/form`, { body: { token: 'wrong' } });
    expect([wrong.status, wrong.text]).toEqual([404, unknown.text]);
  });
});

describe('POST /orders/payment/callback/ipay88', () => {
  const sendHint = (body: object) => api('POST', '/orders/payment/callback/ipay88', { body });

  test('a hint without a signature changes nothing and causes an enquiry', async () => {
    const one = await placeOrder();
    await pay(one.payment, 'outcome=silent');
    const { body } = await sendHint({ RefNo: one.payment.attempt, Status: '1' });
    expect([body, await readStatus(one)]).toEqual([{ state: 'pending' }, ['pending', 'unpaid']]);
    await handleEnquiryJob(system(), { reference: one.payment.attempt });
    expect((await sendHint({ RefNo: one.payment.attempt, Status: '0' })).body).toEqual({ state: 'paid' });
  });

  test('a rightly signed one is believed; an unknown reference is a 404, a list a 422', async () => {
    const one = await placeOrder();
    const { returns } = await pay(one.payment, 'outcome=return-only');
    const { CCName: _, CCNo: __, S_bankname: ___, S_country: ____, TranDate: _____, ...fields } = returns ?? {};
    const { Optional: ______, Xfield1: _______, ...hintFields } = fields;
    expect((await sendHint(hintFields)).body).toEqual({ state: 'paid' });
    expect((await sendHint({ RefNo: `K${'0'.repeat(16)}X` })).status).toBe(404);
    expect((await sendHint({ RefNo: one.payment.attempt, Signature: ['a'] })).status).toBe(422);
  });
});
