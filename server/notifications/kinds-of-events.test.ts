/** Kinds that come from facts of loyalty and payments: tiers, vouchers given, payments, check-ins that would end. */
import { beforeEach, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { countSpend } from '../loyalty/membership/membership.ts';
import { giveRewards } from '../loyalty/rewards/rewards.ts';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { makeVoucher } from '../testing/make-voucher.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment, orderOnline, postForm } from '../testing/orders/pay-online.ts';
import { testServer } from '../testing/test-server.ts';
import { inTransaction } from '../transaction.ts';
import { remindOfCheckIns } from './check-in-reminders.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { app, db, url } = server;
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let mine: TestCustomer;
beforeEach(async () => {
  now = new Date('2026-11-20T02:00:00Z');
  mine = await newCustomer(server);
});

const listEntries = async (query = '') => (await mine.call('GET', `/notifications${query}`)).body.data;

test('another tier is an entry that opens the coin page; more spend within a tier is none', async () => {
  const spend = (source: string, amount: number) =>
    inTransaction(system(), (ctx) => countSpend(ctx, mine.id, source, amount));
  await spend('receipt:1', 100_00);
  expect(await listEntries('?search=kind:tier')).toEqual([]);
  await spend('receipt:2', 250_00);
  await spend('receipt:3', 10_00);
  expect(await listEntries('?search=kind:tier')).toMatchObject([
    { title: expect.stringMatching(/^Welcome to \w+/), action: null, action_data: {}, action_url: '/kk-coins' },
  ]);
});

test('vouchers that an action gives are one entry, which opens the vouchers', async () => {
  for (const name of ['Tea', 'Kopi']) {
    const id = await makeVoucher(db);
    await db.raw(`update vouchers set issued_for = 'birthday', name_en = $2 where id = $1`, [id, name]);
  }
  const before = (await listEntries('?search=kind:voucher')).length;
  await inTransaction(system(), (ctx) => giveRewards(ctx, mine.id, [{ action: 'birthday', source: 'birthday:2026' }]));
  const vouchers = await listEntries('?search=kind:voucher');
  expect(vouchers).toHaveLength(before + 1);
  expect(vouchers[0]).toMatchObject({ action_url: '/my-account/vouchers' });
  expect(vouchers[0].title).toMatch(/^You have \d+ new vouchers$/);
});

test('a payment that arrives is an entry beside the confirmation, and its mail reports both', async () => {
  await offerOnlinePayment(server);
  const { order, payment } = await orderOnline(
    server,
    await makeProduct(db, { stock: 10 }),
    { shipping_address: makeDistinctAddress() },
    mine,
  );
  expect(await listEntries('?tab=orders')).toEqual([]);
  await postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(payment.attempt, order.grand_total));
  const entries = await listEntries('?tab=orders');
  expect(entries.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['order-placed', 'payment']);
  for (const { action_data } of entries) expect(action_data).toEqual({ order_id: order.id });
});

test('check-ins in a row are recalled in the evening, once, to a phone', async () => {
  const phone = { token: 'phone of a collector' };
  await server.api('POST', '/save-fcm-token', { token: mine.token, body: phone, headers: { 'x-platform': 'android' } });
  await mine.call('POST', '/checkin');
  now = new Date('2026-11-21T02:00:00Z');
  await mine.call('POST', '/checkin');
  now = new Date('2026-11-22T11:00:00Z');
  const { push } = app.shop.partners;
  app.shop.partners.push = null;
  expect(await remindOfCheckIns(system())).toBe(0);
  app.shop.partners.push = push;
  await remindOfCheckIns(system());
  await remindOfCheckIns(system());
  const [entry, ...others] = await listEntries('?search=kind:check-in-reminder');
  expect(entry).toMatchObject({ title: 'Check in before midnight', action_url: '/kk-coins' });
  expect(others).toEqual([]);
});
