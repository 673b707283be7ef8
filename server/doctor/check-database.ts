/** Checks the database: version, extensions, encoding, collation, time zone, connections, clock. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { type Db, statement } from '../db/database.ts';
import { FolderInUse } from '../db/embedded/folder-lock.ts';
import { openDatabase } from '../db/open.ts';
import { POOL_SIZE } from '../db/pool.ts';
import { type Finding, reportAction, reportFine } from './check.ts';
import { judgeClock } from './clock.ts';

/** PostgreSQL 15, as the server numbers versions. */
const OLDEST_VERSION = 150_000;

/** Extensions of the migrations: PL/pgSQL, which every PostgreSQL has unless it was dropped. */
const REQUIRED_EXTENSIONS = ['plpgsql'];

const readVersion = statement(
  'doctor.version',
  v.object({ number: v.number(), name: v.string() }),
  `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
);

const readDatabase = statement(
  'doctor.database',
  v.object({
    encoding: v.string(),
    collation: v.string(),
    collation_version: v.nullable(v.string()),
    library_version: v.nullable(v.string()),
    time_zone: v.string(),
    extensions: v.array(v.string()),
  }),
  `select pg_encoding_to_char(encoding) as encoding, datcollate as collation, datcollversion as collation_version,
    pg_database_collation_actual_version(oid) as library_version, current_setting('TimeZone') as time_zone,
    array(select extname::text from pg_extension) as extensions
  from pg_database where datname = current_database()`,
);

const readConnections = statement(
  'doctor.connections',
  v.object({ maximum: v.number(), reserved: v.number(), limit: v.nullable(v.number()) }),
  `select current_setting('max_connections')::int as maximum,
    current_setting('superuser_reserved_connections')::int as reserved,
    (select least(nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1)) from pg_database d, pg_roles r
      where d.datname = current_database() and r.rolname = current_user) as "limit"`,
);

const readClock = statement(
  'doctor.clock',
  v.object({ ms: v.number() }),
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
);

const readMalaysianTime = statement(
  'doctor.malaysianTime',
  v.object({ offset_hours: v.number() }),
  `select (extract(epoch from now() at time zone 'Asia/Kuala_Lumpur' - now() at time zone 'UTC') / 3600)::float8
    as offset_hours`,
);

async function checkSettingsOfDatabase(db: Db): Promise<Finding[]> {
  const database = await db.row(readDatabase);
  if (database === null) return [];
  const { encoding, collation, collation_version, library_version, time_zone, extensions } = database;
  const missing = REQUIRED_EXTENSIONS.filter((name) => !extensions.includes(name));
  const isOutdated = collation_version !== null && library_version !== null && collation_version !== library_version;
  return [
    missing.length === 0
      ? reportFine('extensions', REQUIRED_EXTENSIONS.join(', '))
      : reportAction(
          'extensions',
          `run in the database: ${missing.map((name) => `create extension ${name};`).join(' ')}`,
        ),
    encoding === 'UTF8'
      ? reportFine('encoding', encoding)
      : reportAction('encoding', `is ${encoding}; create the database with encoding UTF8 and move the shop there`),
    isOutdated
      ? reportAction(
          'collation',
          `${collation} is of version ${library_version}, the indexes of ${collation_version}; run REINDEX DATABASE and then ALTER DATABASE … REFRESH COLLATION VERSION`,
        )
      : reportFine('collation', collation),
    await checkTimeZone(db, time_zone),
  ];
}

/**
 * Checks that the database knows Malaysia's time zone, which the statements name. The server's own makes no difference.
 */
async function checkTimeZone(db: Db, timeZone: string): Promise<Finding> {
  const offset = await db.row(readMalaysianTime).then(
    (row) => row?.offset_hours,
    () => undefined,
  );
  return offset === 8
    ? reportFine('time zone', `${timeZone}; the database knows Asia/Kuala_Lumpur`)
    : reportAction(
        'time zone',
        'the database does not know Asia/Kuala_Lumpur; update the time zone data of its machine',
      );
}

/** Judges whether the connections suffice for the processes, and for one more while an upgrade replaces them. */
export function judgeConnections(available: number, processes: number): Finding {
  const needed = (processes + 1) * POOL_SIZE;
  const text = `${available} for ${processes} ${processes === 1 ? 'process' : 'processes'} and one more during an upgrade, each with up to ${POOL_SIZE}`;
  return available >= needed
    ? reportFine('connections', text)
    : reportAction('connections', `${text}: raise max_connections by at least ${needed - available}`);
}

async function checkConnections(db: Db, processes: number): Promise<Finding[]> {
  const row = await db.row(readConnections);
  if (row === null) return [];
  const available = row.maximum - row.reserved;
  return [judgeConnections(row.limit === null ? available : Math.min(available, row.limit), processes)];
}

async function checkClock(db: Db): Promise<Finding[]> {
  const before = Date.now();
  const row = await db.row(readClock);
  return row === null ? [] : [judgeClock('the database', row.ms - (before + Date.now()) / 2)];
}

async function examineDatabase(db: Db, isEmbedded: boolean, processes: number): Promise<Finding[]> {
  const version = await db.row(readVersion);
  if (version === null) return [];
  if (version.number < OLDEST_VERSION) {
    return [reportAction('database', `is PostgreSQL ${version.name}; the shop needs version 15 or later`)];
  }
  return [
    reportFine('database', isEmbedded ? 'embedded, for trying out' : `PostgreSQL ${version.name}`),
    ...(await checkSettingsOfDatabase(db)),
    // The embedded database has one connection and the clock of this machine.
    ...(isEmbedded ? [] : [...(await checkConnections(db, processes)), ...(await checkClock(db))]),
  ];
}

/** Checks the configured database for a number of processes of the shop. */
export async function checkDatabase(config: Config, processes: number): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(join(config.dataDir, 'database'))) {
    return [reportFine('database', 'embedded, for trying out; the first start makes it')];
  }
  try {
    const { db, close } = await openDatabase(config);
    try {
      return await examineDatabase(db, isEmbedded, processes);
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof FolderInUse) return [reportFine('database', 'embedded and in use by the shop: not examined')];
    throw error;
  }
}
