import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CommandFailed } from '../command-line.ts';
import { buildLibpqEnvironment, requirePostgresProgram } from './postgres-programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('finds a program that is new enough, and names the package where none is', () => {
  const path = join(folder, 'pg_dump');
  writeFileSync(path, '#!/bin/sh\necho "pg_dump (PostgreSQL) 91.2 (Debian 91.2-1)"\n');
  chmodSync(path, 0o755);
  const env = { PATH: `${folder}:/nowhere` };
  expect(requirePostgresProgram('pg_dump', 90, env)).toEqual({ path, version: 91 });
  expect(() => requirePostgresProgram('pg_dump', 92, env)).toThrow(
    new CommandFailed(
      'pg_dump 91 is older than PostgreSQL 92: install postgresql-client-92 (Debian, from apt.postgresql.org if needed)',
    ),
  );
});

test('passes an address by the environment', () => {
  const buildEnvironment = (url: string) => buildLibpqEnvironment(url, 'shop', {});
  expect(
    buildEnvironment('postgres://ah%20meng:p%40ss@db.example:5433/shop?sslmode=no-verify&sslrootcert=/ca.pem'),
  ).toEqual({
    PGAPPNAME: 'shop backup',
    PGDATABASE: 'shop',
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'ah meng',
    PGPASSWORD: 'p@ss',
    PGSSLMODE: 'require',
    PGSSLROOTCERT: '/ca.pem',
  });
  expect(buildEnvironment('postgres:///shop?host=/run/postgresql').PGHOST).toBe('/run/postgresql');
  expect(buildEnvironment('postgres://[::1]/shop').PGHOST).toBe('::1');
});
