/**
 * A process killed with -9 in the middle of a decision on a line, of undoing it and of packing: uncommitted changes
 * leave no trace, and the repeated action has its effect once (docs/security.md#c10, docs/readings.md#95).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProduct } from '../../testing/catalog/make-product.ts';
import { newCustomer } from '../../testing/customer.ts';
import { type BlockedWrite, killAtWrite } from '../../testing/database/kill-at-write.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fillWallet } from '../../testing/make-voucher.ts';
import { offerOnlinePayment } from '../../testing/orders/pay-online.ts';
import { pickOrders } from '../../testing/orders/pick-orders.ts';
import { type ApiProcess, startApiProcess } from '../../testing/processes/start-api-process.ts';
import { testServer } from '../../testing/test-server.ts';

const database = await testDatabase();
/** Prepares the orders; it shares database and secrets with the process that is killed. */
const server = await testServer({ database });
const { db, config } = server;
const { place, act } = pickOrders(server);

let shop: ApiProcess;
const start = async () => {
  shop = await startApiProcess({ DATABASE_URL: database.url, DATA_DIR: config.dataDir, LOG_LEVEL: 'silent' });
};

beforeAll(async () => {
  await offerOnlinePayment(server);
  await db.raw('update delivery_slot_templates set capacity = 10000');
  await start();
});
afterAll(async () => {
  shop.child.kill('SIGKILL');
  await database.close();
});

/** Prepares an order of three units, paid by FPX and 300 coins, and goods that could replace them. */
async function prepare() {
  const customer = await newCustomer(server);
  await fillWallet(server, customer, 'store_credit', 300);
  const goods = await makeProduct(db, { price: 20_00, stock: 10 });
  const other = await makeProduct(db, { price: 12_00, stock: 10 });
  const testOrder = await place([[goods, 3]], { payment_method: 'fpx', use_golds: 300 }, customer);
  return { testOrder, id: testOrder.order.id, goods: goods.id, other: other.id };
}
type PreparedOrder = Awaited<ReturnType<typeof prepare>>;

/** Lists what picking changes: order, line, refund, stock, audit and messages. */
async function readFacts({ id, goods, other, testOrder }: PreparedOrder): Promise<string[]> {
  const { rows } = await db.raw(
    `select 'order ' || status as fact from orders where id = $1
     union all select 'pick ' || state || ' ' || quantity || ' ' || value from order_picks where order_id = $1
     union all select 'refund ' || state || ' ' || amount from refunds where order_id = $1
     union all select 'pending ' || amount from pending_earnings where order_id = $1 and action = 'order'
     union all select 'goods ' || quantity from inventory where product_id = $2
     union all select 'other ' || quantity from inventory where product_id = $3
     union all select 'pieces ' || sum(quantity) from order_stock where order_id = $1
     union all select 'audit ' || action from staff_audit where subject like '%' || $4
     union all select 'notified' from notifications where order_id = $1 and kind = 'order-items-changed'`,
    [id, goods, other, testOrder.order.order_number],
  );
  return rows.map(({ fact }) => String(fact)).toSorted();
}

const call = ({ id }: PreparedOrder, path: string, body: object, key: string) =>
  shop.api('POST', `/staff/orders/${id}/${path}`, {
    token: config.operatorToken,
    body,
    headers: { 'idempotency-key': `${id} ${key}` },
  });

const NEW = ['goods 7', 'order pending', 'other 10', 'pieces 3'];
const REPLACED = [
  ...['audit staff.replaceLine', 'goods 0', 'order processing', 'other 9', 'pick replaced 1 2800', 'pieces 2'],
  'refund requested 2800',
];
const UNDONE = [
  ...['audit staff.replaceLine', 'audit staff.undoLine', 'goods 7', 'order processing', 'other 10', 'pieces 3'],
  'refund withdrawn 2800',
];
const PACKED = [
  ...['audit staff.packOrder', 'audit staff.replaceLine', 'goods 0', 'notified', 'order packed', 'other 9'],
  ...['pick replaced 1 2800', 'pieces 2', 'refund requested 2800'],
];
const dropPoints = (facts: readonly string[]) => facts.filter((fact) => !fact.startsWith('pending '));
const filterPoints = (facts: readonly string[]) => facts.filter((fact) => fact.startsWith('pending '));

const replaceBody = ({ other }: PreparedOrder) => ({ product: { id: other }, quantity: 1, quantity_found: 1 });

test.each<[string, BlockedWrite]>([
  ['as the order is claimed', { held: 'before', write: 'insert on order_picking' }],
  ['as stock changes', { held: 'before', write: 'update on inventory' }],
  ['as the refund is written', { held: 'before', write: 'insert on refunds' }],
  ['as points are taken back', { held: 'before', write: 'update on pending_earnings' }],
  ['as the line is decided', { held: 'before', write: 'insert on order_picks' }],
  ['as it is audited', { held: 'before', write: 'insert on staff_audit' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('a replacement killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const preparedOrder = await prepare();
  const points = filterPoints(await readFacts(preparedOrder));
  const replace = () => call(preparedOrder, 'lines/0/replace', replaceBody(preparedOrder), 'replace');
  await killAtWrite(database, shop.child, write, replace);
  const facts = await readFacts(preparedOrder);
  expect(dropPoints(facts)).toEqual(write.held === 'before' ? NEW : REPLACED);
  if (write.held === 'before') expect(filterPoints(facts)).toEqual(points);

  await start();
  const [first, second] = [await replace(), await replace()];
  expect([first.status, second.status, second.body.order.items]).toEqual([200, 200, first.body.order.items]);
  expect(dropPoints(await readFacts(preparedOrder))).toEqual(REPLACED);
  expect(filterPoints(await readFacts(preparedOrder))).not.toEqual(points);
});

test.each<[string, BlockedWrite]>([
  ['as the decision is removed', { held: 'before', write: 'delete on order_picks' }],
  ['as the refund is withdrawn', { held: 'before', write: 'update on refunds', when: `new.state = 'withdrawn'` }],
  ['as it is audited', { held: 'before', write: 'insert on staff_audit' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('undoing it killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const preparedOrder = await prepare();
  const points = filterPoints(await readFacts(preparedOrder));
  await act(preparedOrder.testOrder, 'lines/0/replace', replaceBody(preparedOrder));
  const undo = () => call(preparedOrder, 'lines/0/undo', {}, 'undo');
  await killAtWrite(database, shop.child, write, undo);
  expect(dropPoints(await readFacts(preparedOrder))).toEqual(write.held === 'before' ? REPLACED : UNDONE);

  await start();
  expect([(await undo()).status, (await undo()).status]).toEqual([200, 200]);
  expect(dropPoints(await readFacts(preparedOrder))).toEqual(UNDONE);
  expect(filterPoints(await readFacts(preparedOrder))).toEqual(points);
});

test.each<[string, BlockedWrite]>([
  ['as the order becomes packed', { held: 'before', write: 'update on orders', when: `new.status = 'packed'` }],
  ['as the shopper is notified', { held: 'before', write: 'insert on notifications' }],
  ['as bags are counted', { held: 'before', write: 'update on order_picking' }],
  ['once it is committed, before the answer', { held: 'at commit', write: 'insert on staff_audit' }],
])('packing killed %s: all of it or nothing, and once when it is repeated', async (_, write) => {
  const preparedOrder = await prepare();
  await act(preparedOrder.testOrder, 'lines/0/replace', replaceBody(preparedOrder));
  const pack = () => call(preparedOrder, 'pack', { bags: 2 }, 'pack');
  await killAtWrite(database, shop.child, write, pack);
  expect(dropPoints(await readFacts(preparedOrder))).toEqual(write.held === 'before' ? REPLACED : PACKED);

  await start();
  expect([(await pack()).status, (await pack()).status]).toEqual([200, 200]);
  expect(dropPoints(await readFacts(preparedOrder))).toEqual(PACKED);
});
