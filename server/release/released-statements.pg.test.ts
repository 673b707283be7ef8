/** The previous version runs on the tables of this one: each of its statements can be prepared there. */
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database/test-database.ts';
import { readRelease, readReleasedStatements } from '../testing/released.ts';

const database = await testDatabase();
afterAll(() => database.close());

test(`every statement of ${readRelease().version} can be prepared on the tables of this version`, async () => {
  const statements = Object.entries(readReleasedStatements());
  expect(statements.length).toBeGreaterThan(500);
  const failures: string[] = [];
  for (const [name, text] of statements) {
    await database.db
      .raw(`prepare released as ${text}`)
      .then(() => database.db.raw('deallocate released'))
      .catch((error: Error) => failures.push(`${name}: ${error.message}`));
  }
  expect(failures).toEqual([]);
});
