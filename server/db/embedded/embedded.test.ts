import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { dumpPath } from '../../testing/database/template.ts';
import { engine } from '../../testing/database/test-database.ts';
import { buildEmbeddedAddress } from '../pool.ts';
import { openInMemory } from './embedded.ts';

test.runIf(engine() === 'embedded')('accepts queries of several connections at once', async () => {
  const embedded = await openInMemory('several connections', new Uint8Array(readFileSync(dumpPath())));
  const address = { ...buildEmbeddedAddress(embedded.socketFolder), database: 'postgres', user: 'postgres' };
  const clients = Array.from({ length: 4 }, () => new pg.Client({ ...address, password: 'postgres' }));
  await Promise.all(clients.map((client) => client.connect()));
  const results = await Promise.all(clients.map((client) => client.query('select 1 as one')));
  expect(results.map(({ rows }) => rows)).toEqual(Array(4).fill([{ one: 1 }]));
  await Promise.all(clients.map((client) => client.end()));
  await embedded.close();
});
