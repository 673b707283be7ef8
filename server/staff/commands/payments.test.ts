/** docs/api.md#staff-api: `npm run payments` of the running shop. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '@shop/core/time';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { insertCaptured } from '../../testing/database/insert-captured.ts';
import {
  makeSignedReport,
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  postForm,
} from '../../testing/orders/pay-online.ts';
import { runCommand } from '../../testing/processes/run-command.ts';
import { operator } from '../../testing/staff.ts';
import { testServer } from '../../testing/test-server.ts';

const server = await testServer();
const { api, db, url } = server;
await offerOnlinePayment(server);
const staff = operator(server);
const folder = mkdtempSync(join(tmpdir(), 'shop-settlement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await db.raw(`update payment_attempts set settled_on = '2020-01-01' where captured_at is not null`);
  await db.raw(`update refunds set settled_on = '2020-01-01' where state = 'settled'`);
});

const run = (...args: string[]) => runCommand(server, 'payments', args);
const TODAY = dayOf(new Date());

const sendNotice = (attempt: string, amount: string) =>
  postForm(`${url}/api/payments/ipay88/notice`, makeSignedReport(attempt, amount));

async function placePaid(): Promise<OnlineOrder> {
  const one = await placeOnline(server);
  await sendNotice(one.payment.attempt, one.order.grand_total);
  return one;
}

const cancel = ({ order }: OnlineOrder) => staff('POST', `/orders/${order.id}/cancel`, { comment: 'No stock' });

function writeSettlementFile(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\r\n')}\r\n`);
  return path;
}

test('attempts lists what is unresolved, or one order’s, and requery resolves it', async () => {
  const one = await placeOnline(server);
  const { attempt } = one.payment;
  await payAt((await openPayment(server, one.payment.url)).body.form, 'outcome=silent');
  expect((await run('attempts')).out).toContain(attempt);
  const requery = await run('requery', attempt);
  expect(requery.out).toMatch(new RegExp(`^The gateway says: paid\\n${attempt} .* paid .* gateway: 00\\n$`));
  expect((await run('attempts')).out).not.toContain(attempt);
  expect((await run('attempts', one.order.order_number)).out).toContain(`RM${one.order.grand_total}`);
  expect(await run('requery', 'KNOWN')).toMatchObject({ code: 1, err: 'Payment not found.\n' });
  expect((await run()).err).toContain('Usage');
});

test('withdraw takes a requested refund back, with a reason', async () => {
  const one = await placePaid();
  const { order_number } = one.order;
  await staff('POST', `/orders/${one.order.id}/refund`, { of: 'goodwill', amount: '2.00', comment: 'Late' });
  expect((await run('withdraw', order_number)).err).toContain('Usage');
  expect((await run('withdraw', order_number, '--reason', 'It was in time')).out).toContain(
    'withdrawn  goodwill  RM2.00',
  );
  expect((await run('withdraw', order_number, '--reason', 'Again')).err).toContain('has no refund to withdraw');
});

test('refunds, approve, send, settle, fail and request-again move an order’s refund', async () => {
  const one = await placePaid();
  await cancel(one);
  const { order_number } = one.order;
  expect((await run('refunds', 'requested')).out).toContain(`${order_number}  ${one.payment.attempt}`);
  expect(await run('send', order_number, '--reference', 'R-7')).toMatchObject({
    code: 1,
    err: `${order_number} has no refund to send: ${one.payment.attempt} is requested\n`,
  });
  expect((await run('approve', order_number)).out).toContain('approved');
  expect((await run('send', order_number)).err).toContain('Usage');
  expect((await run('send', order_number, '--reference', 'R-7')).out).toContain('sent');
  expect((await run('fail', order_number, '--reason', 'Account\nclosed')).out).toContain('Account closed');
  expect((await run('approve', order_number)).err).toContain('has no refund to approve');
  expect((await run('request-again', order_number)).out).toContain('requested');
  expect((await run('request-again', order_number)).err).toContain('has no refund to request-again');
  expect((await run('refunds', 'failed')).out).toContain('(requested again)');
  expect((await run('approve', order_number)).out).toContain('approved');
  await run('send', one.payment.attempt, '--reference', 'R-8');
  expect((await run('settle', one.payment.attempt, '--reference', 'R-8')).out).toMatch(/settled .* R-8\n$/);
  expect((await run('approve', 'NOSUCHNO')).err).toBe('NOSUCHNO has no refund\n');
});

test('an order with two refunds asks for the payment’s reference', async () => {
  const one = await placeOnline(server);
  const { order_number, view_token, grand_total } = one.order;
  await openPayment(server, one.payment.url);
  const body = { order_number, token: view_token };
  const again = (await api('POST', '/orders/payment', { token: one.shopper.token, body })).body.payment;
  for (const { attempt } of [again, one.payment]) await sendNotice(attempt, grand_total);
  await cancel(one);
  expect((await run('approve', order_number)).err).toContain(
    `${order_number} has 2 refunds to approve; name the payment or the refund:`,
  );
  expect((await run('approve', again.attempt)).out).toContain('approved');
  expect((await run('approve', order_number)).out).toContain(one.payment.attempt);
});

test('reconcile agrees with a file that has every payment, in any column order, twice', async () => {
  const [one, two] = [await placePaid(), await placePaid()];
  const amount = one.order.grand_total.replace(/(\d)(\d{3}\.)/, '$1,$2');
  const path = writeSettlementFile('agrees.csv', [
    '\ufeffTrans ID,Ref No,Currency,Amount,Status',
    `T1,${one.payment.attempt},MYR,"${amount}",1`,
    `T2,${two.payment.attempt},MYR,${two.order.grand_total},Success`,
    `T3,KFAILED00000000000X,MYR,1.00,0`,
  ]);
  for (let again = 0; again < 2; again++) {
    expect(await run('reconcile', path, '--day', TODAY)).toEqual({
      code: 0,
      out: `${TODAY}: 2 payments in the file, 2 as here, 0 differences\n`,
      err: '',
    });
  }
});

test('reconcile lists every difference in words, and ends with exit code 2', async () => {
  const [missing, differs, doubled, before] = [
    await placePaid(),
    await placePaid(),
    await placePaid(),
    await placePaid(),
  ];
  const unpaid = await placeOnline(server);
  await db.raw(`update payment_attempts set settled_on = '2026-01-05' where reference = $1`, [before.payment.attempt]);
  const path = writeSettlementFile('differs.csv', [
    'RefNo;Amount;Currency',
    `${differs.payment.attempt};1.00;MYR`,
    `${doubled.payment.attempt};${doubled.order.grand_total};MYR`,
    `${doubled.payment.attempt};${doubled.order.grand_total};MYR`,
    `${before.payment.attempt};${before.order.grand_total};MYR`,
    `${unpaid.payment.attempt};${unpaid.order.grand_total};MYR`,
    'KSTRANGE;5.00;MYR',
    'KSHORT;1,00;MYR',
    'KDOLLAR;1.00;USD',
    ';1.00;MYR',
  ]);
  const { code, out } = await run('reconcile', path, '--from', TODAY, '--to', TODAY);
  expect(code).toBe(2);
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toBe(`${TODAY}: 9 payments in the file, 1 as here, 9 differences`);
  expect(lines.slice(1).sort()).toEqual(
    [
      `line 2: ${differs.payment.attempt} RM1.00 there, but RM${differs.order.grand_total} here (order ${differs.order.order_number})`,
      `line 4: ${doubled.payment.attempt} RM${doubled.order.grand_total} is a duplicate of line 3`,
      `line 5: ${before.payment.attempt} RM${before.order.grand_total} was in the file of 2026-01-05 already (order ${before.order.order_number})`,
      `line 6: ${unpaid.payment.attempt} RM${unpaid.order.grand_total} is paid there, but created here (order ${unpaid.order.order_number}): npm run payments -- requery ${unpaid.payment.attempt}`,
      'line 7: KSTRANGE RM5.00 has a reference that is no payment of the shop',
      'line 8: has no readable amount: 1,00',
      'line 9: is in USD',
      'line 10: has no readable RefNo',
      `${missing.payment.attempt} RM${missing.order.grand_total} is paid here (order ${missing.order.order_number}), but not there`,
    ].sort(),
  );
});

test('reconcile compares refunds with those that are settled here, each once, and lists those that the file lacks', async () => {
  const [agrees, open, missing] = [await placePaid(), await placePaid(), await placePaid()];
  for (const one of [agrees, open, missing]) await cancel(one);
  for (const { order } of [agrees, missing]) {
    for (const step of ['approve', 'send', 'settle']) {
      await run(step, order.order_number, ...(step === 'approve' ? [] : ['--reference', 'R']));
    }
  }
  const amount = (one: OnlineOrder) => one.order.grand_total;
  const lines = [agrees, open, missing].map((one) => `${one.payment.attempt},${amount(one)},1`);
  const path = writeSettlementFile('refunds.csv', [
    'RefNo,Amount,Status',
    ...lines,
    `${agrees.payment.attempt},-${amount(agrees)},1`,
    `${open.payment.attempt},${amount(open)},Refunded`,
    `${agrees.payment.attempt},-1.00,1`,
  ]);
  for (let again = 0; again < 2; again++) {
    const { code, out } = await run('reconcile', path, '--day', TODAY);
    expect(code).toBe(2);
    expect(out).toContain('3 payments and 3 refunds in the file, 4 as here,');
    expect(out).toContain(
      `line 6: ${open.payment.attempt} RM${amount(open)} went back there, but the refund is requested here (order ${open.order.order_number})`,
    );
    expect(out).toContain(
      `line 7: ${agrees.payment.attempt} RM1.00 went back there, but the payment has no such refund`,
    );
    expect(out).toContain(
      `${missing.payment.attempt} RM${amount(missing)} went back here (order ${missing.order.order_number}), but not there`,
    );
    expect(out).not.toContain(`${agrees.payment.attempt} RM${amount(agrees)} went back`);
  }
});

test('a payment around midnight may be in the file of either day, and is missed in neither', async () => {
  const one = await placePaid();
  const moment = (time: string) =>
    db.raw(`update payment_attempts set captured_at = $2, settled_on = null where reference = $1`, [
      one.payment.attempt,
      time,
    ]);
  const [first, second] = [
    writeSettlementFile('first.csv', ['RefNo,Amount', `${one.payment.attempt},${one.order.grand_total}`]),
    writeSettlementFile('second.csv', ['RefNo,Amount', 'KOTHER,1.00']),
  ];
  // Paid at 23:59 in Malaysia; the notice arrives after midnight.
  await moment('2026-03-02T00:00:30+08:00');
  expect((await run('reconcile', first, '--day', '2026-03-01')).code).toBe(0);
  expect((await run('reconcile', second, '--day', '2026-03-02')).out).not.toContain(one.payment.attempt);
  await moment('2026-03-02T00:00:30+08:00');
  expect((await run('reconcile', second, '--day', '2026-03-01')).out).not.toContain('not there');
  expect((await run('reconcile', second, '--day', '2026-03-02')).out).toContain(
    `${one.payment.attempt} RM${one.order.grand_total} is paid here`,
  );
});

test('reconcile compares a file too long for one request, and lists every missing payment', async () => {
  const { order } = await placeOnline(server);
  const references = await insertCaptured(db, order.id, 2_300);
  const path = writeSettlementFile('many.csv', [
    'RefNo,Amount',
    ...references.slice(150).map((each) => `${each},12.90`),
  ]);
  const { code, out } = await run('reconcile', path, '--day', TODAY);
  expect([code, out.split('\n')[0]]).toEqual([2, `${TODAY}: 2150 payments in the file, 2150 as here, 150 differences`]);
  expect(out.split('\n').filter((line) => line.endsWith('but not there'))).toHaveLength(150);
});

test('reconcile names the first thousand missing payments and counts the rest', async () => {
  const { order } = await placeOnline(server);
  await db.raw('delete from payment_attempts where order_id <> $1 and reference like $2', [order.id, 'K000000%']);
  await insertCaptured(db, order.id, 1_050);
  const path = writeSettlementFile('empty.csv', ['RefNo,Amount']);
  const { out } = await run('reconcile', path, '--day', TODAY);
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toBe(`${TODAY}: 0 payments in the file, 0 as here, 1050 differences`);
  expect([lines.length, lines.at(-1)]).toEqual([1_002, '… and 50 more are paid here, but not there']);
});

test('reconcile refuses days and files that it cannot read', async () => {
  const path = writeSettlementFile('wrong.csv', ['Reference,Sum', 'K,1']);
  expect(await run('reconcile', path)).toMatchObject({
    code: 1,
    err: 'The first line must name the columns RefNo and Amount\n',
  });
  expect((await run('reconcile', path, '--day', '21.11.2026')).err).toContain('Give the days of the file');
  expect((await run('reconcile', path, '--from', '2026-11-21')).err).toContain('Give the days of the file');
  expect((await run('reconcile', join(folder, 'none.csv'))).err).toContain('There is no file');
});
