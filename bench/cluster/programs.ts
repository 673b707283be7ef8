/** Finds the programs of a cluster, all from Debian's packages. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findServerPrograms } from '../../server/testing/database/own-cluster.ts';

/** Programs by Debian package. */
const PACKAGE_BY_PROGRAM: Readonly<Record<string, string>> = {
  'etcd-server': 'etcd',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
  pgbackrest: 'pgbackrest',
  faketime: 'faketime',
  iproute2: 'ip',
};

/** Folders of programs that only root has on its path. */
const PROGRAM_FOLDERS = ['/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(delimiter)];

/** Lists the packages that are missing on this machine. */
export function listMissingPackages(): string[] {
  const missing = Object.entries(PACKAGE_BY_PROGRAM)
    .filter(([, program]) => !PROGRAM_FOLDERS.some((folder) => existsSync(join(folder, program))))
    .map(([name]) => name);
  return findServerPrograms() === null ? ['postgresql', ...missing] : missing;
}
