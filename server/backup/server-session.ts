/** Connections of the backup programs, which may run statements of any length. */
import type pg from 'pg';
import { openPostgres } from '../db/open.ts';
import { allowSilence } from '../db/watch-connection.ts';

export type ServerSession = { client: pg.PoolClient; close(): Promise<void> };

/** Returns the address of another database on the same server. */
export function addressOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}

/** Connects without the time limits of the shop's statements. Throws `DatabaseUnreachable`. */
export async function openServerSession(url: string): Promise<ServerSession> {
  const { pool } = await openPostgres('DATABASE_URL', url);
  const client = await pool.connect();
  allowSilence(client);
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return {
    client,
    async close() {
      client.release(true);
      await pool.end();
    },
  };
}
