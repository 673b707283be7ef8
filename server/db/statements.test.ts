/** Checks every declared statement: both engines can prepare it, and it declares the watched writes in its text. */
import { afterAll, expect, test } from 'vitest';
import '../all-statements.ts';
import { testDatabase } from '../testing/database/test-database.ts';
import { listDeclaredStatements } from './database.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('finds the statements', () => {
  expect(listDeclaredStatements().length).toBeGreaterThan(20);
});

test.each(listDeclaredStatements().map(({ name, text }) => [name, text]))('%s can be prepared', async (name, text) => {
  await database.db.raw(`prepare "${name}" as ${text}`);
  await database.db.raw(`deallocate "${name}"`);
});

test('a statement that inserts catalogue changes or deletes sessions declares it', () => {
  for (const { name, text, writes } of listDeclaredStatements()) {
    // An order's change of stock waits for the next poll.
    if (name === 'orders.takeStock') expect(writes).toBe(undefined);
    else if (/insert into catalog_changes/.test(text)) expect([name, writes]).toEqual([name, 'catalog_change']);
    else if (/delete from customer_sessions/.test(text)) expect([name, writes]).toEqual([name, 'session_end']);
    else if (!name.startsWith('test.')) expect([name, writes]).toEqual([name, undefined]);
  }
});
