/**
 * A process killed with -9 in the middle of moving an order to another slot and address: uncommitted changes leave no
 * trace, and the repeated request has its effect once (docs/security.md#c10, docs/readings.md#81).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProduct } from '../testing/catalog/make-product.ts';
import { type BlockedWrite, killAtWrite } from '../testing/database/kill-at-write.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { makeDistinctAddress } from '../testing/orders/distinct-buyer.ts';
import { makeSignedReport, offerOnlinePayment } from '../testing/orders/pay-online.ts';
import { ADDRESS, newShopper } from '../testing/orders/shopper.ts';
import { staffPayments } from '../testing/orders/staff-payments.ts';
import { type ApiProcess, startApiProcess } from '../testing/processes/start-api-process.ts';
import { testServer } from '../testing/test-server.ts';

const database = await testDatabase();
/** Prepares the orders; it shares database and secrets with the process that is killed. */
const server = await testServer({ database });
const { api, db, config } = server;
const { notify } = staffPayments(server);

type SlotWithPlaces = { id: string; places_left: number };

let shop: ApiProcess;
const start = async () => {
  shop = await startApiProcess({ DATABASE_URL: database.url, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' });
};

/** A slot with a fee of RM3, and one of another template without a fee. */
let dearSlotId: string;
let free: string;

beforeAll(async () => {
  await offerOnlinePayment(server);
  await db.raw('update delivery_slot_templates set capacity = 10000, fee = 0');
  const { token } = await newShopper(server);
  const { body } = await api('GET', `/shippings?zip=${ADDRESS.zip}&state_id=${ADDRESS.state_id}`, { token });
  const slots = body.data[0].slots
    .filter(({ places_left }: SlotWithPlaces) => places_left > 0)
    .map(({ id }: SlotWithPlaces) => id);
  const templateOf = (id: string) => id.split('-')[0];
  free = slots.at(-1);
  dearSlotId = slots.findLast((id: string) => templateOf(id) !== templateOf(free));
  await db.raw('update delivery_slot_templates set fee = 300 where id = $1', [templateOf(dearSlotId)]);
  await start();
});
afterAll(async () => {
  shop.child.kill('SIGKILL');
  await database.close();
});

type PaidDelivery = { id: string; order_number: string };

/** Places an order in the slot with a fee that is paid by FPX. */
async function placePaid(): Promise<PaidDelivery> {
  const product = await makeProduct(db, { price: 20_00, stock: 10 });
  const shopper = await newShopper(server);
  await shopper.fill([product, 2]);
  const choices = { payment_method: 'fpx', shipping_address: makeDistinctAddress(), delivery_slot_id: dearSlotId };
  const { order, payment } = (await shopper.place(await shopper.prepare(choices))).body;
  await notify(makeSignedReport(payment.attempt, order.grand_total));
  return order;
}

const NEW_STREET = '88, Lorong Baru';

/** Lists what a change changes: slot and its places, address, refund, history, audit and mails. */
async function readFacts({ id, order_number }: PaidDelivery): Promise<string[]> {
  const { rows } = await db.raw(
    `select 'slot ' || case when slot_template_id::text = $3 then 'dear' else 'free' end as fact from orders where id = $1
     union all select 'street ' || case when shipping_address ->> 'street_address' = $4 then 'new' else 'old' end
       from orders where id = $1
     union all select 'refunded fee ' || delivery_refunded from orders where id = $1 and delivery_refunded is not null
     union all select 'refund ' || state || ' ' || amount from refunds where order_id = $1
     union all select 'note ' || note_code from order_history where order_id = $1 and note_code is not null
     union all select 'audit ' || action from staff_audit where subject like '%' || $2
     union all select 'mail ' || n.kind from pgboss.job j join notifications n on n.id::text = j.data ->> 'notification_id'
       where j.name = 'mail' and n.order_id = $1 and n.kind in ('refund', 'delivery-changed')`,
    [id, order_number, dearSlotId.split('-')[0], NEW_STREET],
  );
  return rows.map(({ fact }) => String(fact)).toSorted();
}

/** Returns whether the places taken in all slots equal the orders in them. */
async function arePlacesRight(): Promise<boolean> {
  const { rows } = await db.raw(
    `select s.taken, (select count(*)::int from orders o
       where o.slot_template_id = s.template_id and o.slot_starts_at = s.starts_at and o.status <> 'canceled') as orders
     from delivery_slots s`,
  );
  return rows.length > 0 && rows.every(({ taken, orders }) => taken === orders);
}

const PAID = ['slot dear', 'street old'];
const CHANGED = [
  ...['slot free', 'street new', 'refunded fee 300', 'refund requested 300'],
  ...['note order_note.slot_and_address_changed', 'audit staff.changeDelivery'],
].toSorted();

test.each<[string, BlockedWrite]>([
  ['as the address is written', { held: 'before', write: 'update on orders' }],
  ['as it takes its place in the new slot', { held: 'before', write: 'update on delivery_slots' }],
  ['as the fee is refunded', { held: 'before', write: 'insert on refunds' }],
  ['as the history is written', { held: 'before', write: 'insert on order_history' }],
  ['as it is audited', { held: 'before', write: 'insert on staff_audit' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('a change of slot and address killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const paidOrder = await placePaid();
  expect(await readFacts(paidOrder)).toEqual(PAID);
  const body = {
    ...{ reason: 'As we agreed by phone', delivery_slot_id: free },
    shipping_address: { street_address: NEW_STREET },
  };
  const change = () =>
    shop.api('POST', `/staff/orders/${paidOrder.id}/change-delivery`, {
      ...{ token: config.operatorToken, body, headers: { 'idempotency-key': paidOrder.id } },
    });
  await killAtWrite(database, shop.child, write, change);
  const readFactsWithoutMails = async () => (await readFacts(paidOrder)).filter((fact) => !fact.startsWith('mail'));
  const countMails = async () => (await readFacts(paidOrder)).filter((fact) => fact.startsWith('mail')).length;
  expect(await readFactsWithoutMails()).toEqual(write.held === 'before' ? PAID : CHANGED);
  expect(await arePlacesRight()).toBe(true);

  await start();
  const [first, second] = [await change(), await change()];
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect(await readFactsWithoutMails()).toEqual(CHANGED);
  expect(await countMails()).toBe(2);
  expect(await arePlacesRight()).toBe(true);
});
