/** docs/security.md#c4: an answer of the gateway that could not be settled fails its job, which is then retried. */
import { expect, onTestFinished, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import { makeDistinctAddress } from '../../testing/orders/distinct-buyer.ts';
import {
  type OnlineOrder,
  offerOnlinePayment,
  openPayment,
  payAt,
  placeOnline,
  postForm,
  readPayments,
} from '../../testing/orders/pay-online.ts';
import { testServer } from '../../testing/test-server.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { confirmPayments, GatewaySilent, handleEnquiryJob } from './enquire-payments.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { app, db, url } = server;
await offerOnlinePayment(server);
await db.raw(`create function refuse_confirmation() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);

const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

/** Places an order and pays it with an outcome. */
async function payOrder(query: string) {
  const one = await placeOnline(server, { shipping_address: makeDistinctAddress() });
  const { returns } = await payAt((await openPayment(server, one.payment.url)).body.form, query);
  return { ...one, returns };
}

/** Makes the database fail as it settles a confirmed payment. Returns a function that ends the fault. */
async function refuseConfirmation({ payment }: OnlineOrder): Promise<() => Promise<unknown>> {
  await db.raw(`create trigger refuse_confirmation before update on payment_attempts for each row
    when (new.is_confirmed and new.reference = '${payment.attempt}') execute function refuse_confirmation()`);
  const endFault = () => db.raw('drop trigger if exists refuse_confirmation on payment_attempts');
  onTestFinished(async () => void (await endFault()));
  return endFault;
}

const readOrder = async ({ order }: OnlineOrder) => (await readPayments(server, order.id)).order;

async function isConfirmed({ payment }: OnlineOrder): Promise<unknown> {
  const { rows } = await db.raw('select is_confirmed from payment_attempts where reference = $1', [payment.attempt]);
  return rows[0]?.is_confirmed;
}

test('the enquiry of a report fails while its result cannot be settled, and settles it once it can', async () => {
  const one = await payOrder('outcome=silent');
  const endFault = await refuseConfirmation(one);
  const run = () => handleEnquiryJob(system(), { reference: one.payment.attempt, cause: 'report' });
  await expect(run()).rejects.toThrow('No space left');
  expect(await readOrder(one)).toEqual(['pending', 'unpaid']);
  await endFault();
  await run();
  expect(await readOrder(one)).toEqual(['pending', 'paid']);
});

test('a gateway that does not respond fails a scheduled enquiry, and not that of a report', async () => {
  const { payment } = await payOrder('outcome=silent&enquiry=down');
  await expect(handleEnquiryJob(system(), { reference: payment.attempt })).rejects.toThrow(GatewaySilent);
  await handleEnquiryJob(system(), { reference: payment.attempt, cause: 'report' });
});

test('a captured payment that cannot be confirmed fails the job after the others are confirmed', async () => {
  const [one, other] = [await payOrder('outcome=return-only'), await payOrder('outcome=return-only')];
  for (const { returns } of [one, other]) await postForm(`${url}/api/payments/ipay88/notice`, returns ?? {});
  const endFault = await refuseConfirmation(one);
  now = new Date(now.getTime() + 11 * 60_000);
  await expect(confirmPayments(system())).rejects.toMatchObject({
    message: '1 payments could not be confirmed',
    errors: [{ message: expect.stringContaining('No space left') }],
  });
  expect([await isConfirmed(one), await isConfirmed(other)]).toEqual([false, true]);
  await endFault();
  now = new Date(now.getTime() + 11 * 60_000);
  await confirmPayments(system());
  expect(await isConfirmed(one)).toBe(true);
});

test('an overdue order whose payment cannot be settled fails the job, and is paid by the next one', async () => {
  const one = await payOrder('outcome=silent');
  const endFault = await refuseConfirmation(one);
  now = new Date(now.getTime() + 31 * 60_000);
  await expect(cancelUnpaidOrders(system())).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('No space left') }],
  });
  expect(await readOrder(one)).toEqual(['pending', 'unpaid']);
  await endFault();
  now = new Date(now.getTime() + 60_000);
  await cancelUnpaidOrders(system());
  expect(await readOrder(one)).toEqual(['pending', 'paid']);
});
