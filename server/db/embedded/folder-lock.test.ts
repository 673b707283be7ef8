import * as v from 'valibot';
import { expect, test } from 'vitest';
import '../../../demo/seed-personas.sql.ts';
import '../../import/stock-and-prices/update-stock.ts';
import { testServer } from '../../testing/test-server.ts';
import { type LOCK_ORDER, listDeclaredStatements, lockingStatement, lockRows } from '../database.ts';

const { db } = await testServer();

const makeLock = (locks: (typeof LOCK_ORDER)[number]) =>
  lockingStatement(locks, `test.lock.${locks}`, v.object({ one: v.number() }), 'select 1 as one');
const [cart, stock, slot] = [makeLock('cart'), makeLock('stock'), makeLock('slot')];

test('takes locks in the fixed order; any may be left out', async () => {
  await db.transaction(async (tx) => {
    for (const lock of [cart, stock, slot]) expect(await lockRows(tx, lock, [])).toEqual([{ one: 1 }]);
  });
});

test('throws for a lock of an earlier or the same kind: one statement locks all rows of a kind', async () => {
  for (const second of [cart, stock]) {
    const transaction = db.transaction(async (tx) => {
      await lockRows(tx, stock, []);
      await lockRows(tx, second, []);
    });
    await expect(transaction).rejects.toThrow('against the one order');
  }
});

test('throws for a lock outside a transaction, which would end with its statement', async () => {
  await expect(lockRows(db, cart, [])).rejects.toThrow('outside a transaction');
});

/** Statements that update stock rows which an earlier statement of their transaction has locked. */
const LOCKED_BEFORE = ['import.addToStock', 'orders.changePickedStock'];

test('every statement that locks rows of carts, stock or slots declares it', () => {
  const lockingStatements = listDeclaredStatements().filter(
    ({ name, text }) =>
      !LOCKED_BEFORE.includes(name) &&
      /\bupdate (inventory|delivery_slots)\b|insert into (carts|delivery_slots)\b|from carts\b[^;]*for update(?! skip)/i.test(
        text,
      ),
  );
  expect(lockingStatements.map(({ name }) => name).sort()).toEqual([
    'cart.lock',
    'cart.lockBoth',
    'cart.lockCustomers',
    'delivery.lockSlot',
    'delivery.returnPlace',
    'orders.insert',
    'orders.moveToSlot',
    'orders.restoreStock',
    'orders.returnStock',
    'orders.returnUnits',
    'orders.takeStock',
    'seed.personaOrders',
    'shopFolder.resizeSlots',
  ]);
  for (const statement of lockingStatements) expect(statement).toHaveProperty('locks');
});
