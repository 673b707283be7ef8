/** Restores a dump into a new database on the same server, which then replaces the shop's or is dropped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { CommandFailed } from '../command-line.ts';
import { sqlState } from '../db/database.ts';
import { DatabaseUnreachable, openPostgres } from '../db/open.ts';
import { migrate } from '../db/schema/migrate.ts';
import { type CheckResult, checkShop } from './check-shop.ts';
import type { BackupManifest } from './manifest.ts';
import { buildLibpqEnvironment, requirePostgresProgram } from './postgres-programs.ts';
import { addressOfDatabase, openServerSession, type ServerSession } from './server-session.ts';
import { readShopFacts } from './write-backup.ts';

/** PostgreSQL cuts longer names silently. */
const MAX_NAME_BYTES = 63;
const INSUFFICIENT_PRIVILEGE = '42501';

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Names a database after another one, within PostgreSQL's limit. */
export function deriveName(database: string, suffix: string): string {
  let start = database;
  while (Buffer.byteLength(start) + suffix.length > MAX_NAME_BYTES) start = start.slice(0, -1);
  return `${start}${suffix}`;
}

/** Returns the name of the database in an address; an address without one means that of the user. */
export function databaseNameOf(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
}

/** Connects to a database beside the shop's, from which databases are made, renamed and dropped. */
export async function openMaintenance(url: string): Promise<ServerSession> {
  const [first, second] = databaseNameOf(url) === 'postgres' ? ['template1', 'postgres'] : ['postgres', 'template1'];
  try {
    return await openServerSession(addressOfDatabase(url, first));
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error;
    return openServerSession(addressOfDatabase(url, second));
  }
}

/** Builds the clauses of `create database` that repeat the encoding and collation of a database, if it exists. */
async function collationOf(client: pg.PoolClient, like: string): Promise<string> {
  const { rows } = await client.query<{ row: Record<string, string | null>; encoding: string }>(
    'select to_jsonb(d) as row, pg_encoding_to_char(encoding) as encoding from pg_database d where datname = $1',
    [like],
  );
  const [database] = rows;
  if (database === undefined) return `encoding 'UTF8'`;
  const { datcollate, datctype, datlocprovider, daticulocale, datlocale } = database.row;
  const literal = (value: string | null | undefined) => `'${String(value).replaceAll("'", "''")}'`;
  const icu = datlocprovider === 'i' ? ` locale_provider icu icu_locale ${literal(datlocale ?? daticulocale)}` : '';
  return `encoding ${literal(database.encoding)} lc_collate ${literal(datcollate)} lc_ctype ${literal(datctype)}${icu}`;
}

/** Makes an empty database with the collation of another one. Throws `CommandFailed` if the role may not. */
export async function createScratchDatabase(client: pg.PoolClient, name: string, like: string): Promise<void> {
  try {
    await client.query(
      `create database ${quoteIdentifier(name)} template template0 ${await collationOf(client, like)}`,
    );
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    const role = rows[0]?.role ?? '';
    throw new CommandFailed(
      `The role ${role} may not create databases. As a superuser: alter role ${quoteIdentifier(role)} createdb`,
    );
  }
}

export async function dropDatabase(client: pg.PoolClient, name: string): Promise<void> {
  await client.query(`drop database if exists ${quoteIdentifier(name)} with (force)`);
}

/** Sends the dump to `pg_restore`. Throws `CommandFailed` with its errors. */
async function runRestore(
  url: string,
  name: string,
  { manifest, dump, env }: { manifest: BackupManifest; dump: AsyncIterable<Uint8Array>; env: NodeJS.ProcessEnv },
): Promise<void> {
  const { client, close } = await openServerSession(addressOfDatabase(url, name));
  const { rows } = await client
    .query<{ version: number }>(`select current_setting('server_version_num')::int / 10000 as version`)
    .finally(close);
  const program = requirePostgresProgram('pg_restore', Math.max(manifest.dump_version, rows[0]?.version ?? 0), env);
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', '--no-password', `--dbname=${name}`];
  const child = spawn(program.path, args, {
    env: buildLibpqEnvironment(url, name, env),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  exit.catch(() => {});
  const errors = text(child.stderr);
  // `pg_restore` exits before it has read everything if a statement fails; its own message says why.
  child.stdin.on('error', () => {});
  try {
    for await (const bytes of dump) {
      if (child.exitCode === null && !child.stdin.write(bytes) && child.stdin.writable) {
        await Promise.race([once(child.stdin, 'drain').catch(() => {}), exit]);
      }
    }
    child.stdin.end();
    const code = await exit;
    if (code !== 0) throw new CommandFailed(`pg_restore failed: ${(await errors).trim()}`);
  } finally {
    child.kill();
  }
}

/**
 * Fills a new database: restores the dump, compares the numbers of rows with the backup's, runs missing migrations and
 * checks the shop.
 */
export async function fillScratchDatabase(
  url: string,
  name: string,
  restore: { manifest: BackupManifest; dump: AsyncIterable<Uint8Array>; env: NodeJS.ProcessEnv },
): Promise<CheckResult[]> {
  await runRestore(url, name, restore);
  const { client, close } = await openServerSession(addressOfDatabase(url, name));
  try {
    const { rows } = await readShopFacts((sql) => client.query(sql));
    requireSameRows(restore.manifest, rows);
    // The change feed would take the changes for future ones: they have transaction numbers of the other server.
    await client.query('delete from catalog_changes');
    await client.query('analyze');
  } finally {
    await close();
  }
  const { pool, db } = await openPostgres('DATABASE_URL', addressOfDatabase(url, name));
  try {
    await migrate(pool);
    return await checkShop(db);
  } finally {
    await pool.end();
  }
}

/** Throws `CommandFailed` if a table has another number of rows than when the backup was made. */
export function requireSameRows(manifest: BackupManifest, rows: BackupManifest['rows']): void {
  for (const [table, expected] of Object.entries(manifest.rows)) {
    if (rows[table] === expected) continue;
    throw new CommandFailed(
      `The restored ${table} has ${rows[table]} rows, the backup ${expected}: nothing was changed`,
    );
  }
}

/** The state of the database that a restore would replace; `connections` are those of other programs. */
export type TargetState = { exists: boolean; tables: number; connections: number };

/** Reads whether the shop's database exists, has tables, and is in use. */
export async function readTargetState(client: pg.PoolClient, url: string): Promise<TargetState> {
  const name = databaseNameOf(url);
  const { rows } = await client.query('select from pg_database where datname = $1', [name]);
  if (rows.length === 0) return { exists: false, tables: 0, connections: 0 };
  const session = await openServerSession(url);
  try {
    const { rows: tables } = await session.client.query<{ count: number }>(
      `select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
    );
    const { rows: others } = await session.client.query<{ count: number }>(
      `select count(*) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
    );
    return { exists: true, tables: tables[0]?.count ?? 0, connections: others[0]?.count ?? 0 };
  } finally {
    await session.close();
  }
}

const OBJECT_IN_USE = '55006';
const MAX_RENAME_ATTEMPTS = 20;

/**
 * Renames the shop's database to `aside`, if there is one, and the filled database to the shop's name, in one
 * transaction. Throws `CommandFailed`, with nothing changed, while another program is connected or if the role does not
 * own the database.
 */
export async function swapDatabases(
  client: pg.PoolClient,
  { name, filled, aside }: { name: string; filled: string; aside: string | null },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin');
      if (aside !== null)
        await client.query(`alter database ${quoteIdentifier(name)} rename to ${quoteIdentifier(aside)}`);
      await client.query(`alter database ${quoteIdentifier(filled)} rename to ${quoteIdentifier(name)}`);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (sqlState(error) === INSUFFICIENT_PRIVILEGE) {
        throw new CommandFailed(
          `The role of DATABASE_URL does not own ${name}, so it cannot rename it. Nothing was changed.`,
        );
      }
      if (sqlState(error) !== OBJECT_IN_USE) throw error;
      // PostgreSQL itself waits 5 s for connections that are closing, such as our own.
      if (tries < MAX_RENAME_ATTEMPTS && (await isOnlyAutovacuum(client, [name, filled]))) continue;
      throw new CommandFailed(`Another program is connected to ${name}: stop the shop first. Nothing was changed.`);
    }
  }
}

/** Returns whether no client is connected to these databases. */
async function isOnlyAutovacuum(client: pg.PoolClient, names: readonly string[]): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = any ($1) and usesysid is not null`,
    [names],
  );
  return rows.length === 0;
}
