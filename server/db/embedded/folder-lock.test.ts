import * as v from 'valibot';
import { expect, test } from 'vitest';
import '../../import/stock-and-prices/update-stock.ts';
import { testServer } from '../../testing/test-server.ts';
import { type LOCK_ORDER, listDeclaredStatements, lockingStatement, lockRows } from '../database.ts';

const { db } = await testServer();

const locking = (locks: (typeof LOCK_ORDER)[number]) =>
  lockingStatement(locks, `test.lock.${locks}`, v.object({ one: v.number() }), 'select 1 as one');
const [cart, stock, slot] = [locking('cart'), locking('stock'), locking('slot')];

test('takes locks in the fixed order; any may be left out', async () => {
  await db.transaction(async (tx) => {
    for (const of of [cart, stock, slot]) expect(await lockRows(tx, of, [])).toEqual([{ one: 1 }]);
  });
});

test('throws for a lock of an earlier or the same kind: one statement locks all rows of a kind', async () => {
  for (const second of [cart, stock]) {
    const wrong = db.transaction(async (tx) => {
      await lockRows(tx, stock, []);
      await lockRows(tx, second, []);
    });
    await expect(wrong).rejects.toThrow('against the one order');
  }
});

test('throws for a lock outside a transaction, which would end with its statement', async () => {
  await expect(lockRows(db, cart, [])).rejects.toThrow('outside a transaction');
});

/** Statements that update stock whose rows their transaction has locked before. */
const LOCKED_BEFORE = ['import.addToStock', 'orders.changePickedStock'];

test('every statement that locks rows of carts, stock or slots declares it', () => {
  const waiting = listDeclaredStatements().filter(
    ({ name, text }) =>
      !LOCKED_BEFORE.includes(name) &&
      /\bupdate (inventory|delivery_slots)\b|insert into (carts|delivery_slots)\b|from carts\b[^;]*for update(?! skip)/i.test(
        text,
      ),
  );
  expect(waiting.map(({ name }) => name).sort()).toEqual([
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
    'shopFolder.resizeSlots',
  ]);
  for (const statement of waiting) expect(statement).toHaveProperty('locks');
});
