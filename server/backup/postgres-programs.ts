/** Finds and runs PostgreSQL's own programs, `pg_dump` and `pg_restore`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandFailed } from '../command-line.ts';
import type { Environment } from '../config.ts';

/** The folder in which Debian and its derivatives install the programs of each version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

export type PostgresProgram = { path: string; version: number };

function readMajorVersion(path: string): number {
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/\) (\d+)/.exec(version)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Finds the oldest installed program of at least a major version. Throws `CommandFailed`, which names the package to
 * install.
 */
export function requirePostgresProgram(
  name: 'pg_dump' | 'pg_restore',
  version: number,
  env: Environment,
): PostgresProgram {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const folders = [
    ...versions.map((each) => join(DEBIAN_FOLDER, each, 'bin')),
    ...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  const programs = folders
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, version: readMajorVersion(path) }))
    .sort((a, b) => a.version - b.version);
  const program = programs.find((each) => each.version >= version);
  if (program !== undefined) return program;
  const newest = programs.at(-1)?.version ?? 0;
  const why = newest === 0 ? `${name} is not installed` : `${name} ${newest} is older than PostgreSQL ${version}`;
  throw new CommandFailed(`${why}: install postgresql-client-${version} (Debian, from apt.postgresql.org if needed)`);
}

/** Parts of a database's address and libpq's environment variables for them. */
const LIBPQ_VARIABLES = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

/**
 * Returns the environment with which libpq's programs connect to a database. Every user of the machine can see the
 * arguments of a program, but not its environment.
 */
export function buildLibpqEnvironment(
  url: string,
  database: string,
  env: Environment,
): Record<string, string | undefined> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const parts: Record<string, string> = {
    host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...Object.fromEntries(searchParams),
  };
  // `no-verify` is the driver's own word for an encrypted connection to any server.
  if (parts.sslmode === 'no-verify') parts.sslmode = 'require';
  const variables = Object.entries(LIBPQ_VARIABLES).flatMap(([part, variable]): [string, string][] => {
    const value = parts[part];
    return value === undefined || value === '' ? [] : [[variable, value]];
  });
  return { ...env, PGDATABASE: database, PGAPPNAME: 'shop backup', ...Object.fromEntries(variables) };
}
