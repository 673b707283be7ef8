import pg from 'pg';
import { makeSocketFolder } from '../../server/db/embedded/embedded.ts';
import { buildEmbeddedAddress } from '../../server/db/pool.ts';

/**
 * Opens a second connection to the database of a running shop, by its data folder. It sends plain SQL only: the embedded
 * database shares named statements between connections.
 */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...buildEmbeddedAddress(makeSocketFolder(dataDir)),
    database: 'postgres',
    user: 'postgres',
    password: 'postgres',
  });
  await client.connect();
  return client;
}
