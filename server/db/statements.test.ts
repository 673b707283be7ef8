/** Every declared statement is SQL that the engine understands, on both engines. */
import { afterAll, expect, test } from 'vitest';
import '../app.ts';
import '../import/import.ts';
import { testDatabase } from '../testing/test-database.ts';
import { declaredStatements } from './database.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('there are statements', () => {
  expect(declaredStatements().length).toBeGreaterThan(20);
});

test.each(declaredStatements().map(({ name, text }) => [name, text]))('%s can be prepared', async (name, text) => {
  await database.db.raw(`prepare "${name}" as ${text}`);
  await database.db.raw(`deallocate "${name}"`);
});
