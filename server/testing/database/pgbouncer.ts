/** Starts PgBouncer, where the machine has it, in transaction mode; it ends with the test that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { findFreePort } from '../processes/free-port.ts';
import { findServerUser } from './own-cluster.ts';

/** Returns the path of PgBouncer, or null. Debian installs it in a folder that only root's PATH has. */
export function findPgbouncer(): string | null {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}

/** Returns whether a port accepts connections. */
function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/**
 * Starts PgBouncer in front of a database, which may come later, with more settings of its address and more lines of
 * configuration; returns the URL through it.
 */
export async function startPgbouncer(
  url: string,
  { target = '', lines = [] }: { target?: string; lines?: readonly string[] } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-pooler-'));
  const { hostname, port: serverPort, pathname, username, password } = new URL(url);
  const port = await findFreePort();
  const address = [
    `host=${hostname} port=${serverPort || 5432} dbname=${pathname.slice(1)}`,
    ...(username === '' ? [] : [`user=${username}`]),
    ...(password === '' ? [] : [`password=${password}`]),
    target,
  ].join(' ');
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users');
  writeFileSync(users, '"shop" ""\n');
  writeFileSync(
    config,
    `[databases]\nshop = ${address}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `auth_type = trust\nauth_file = ${users}\nquery_wait_timeout = 5\npool_mode = transaction\n${lines.join('\n')}\n`,
  );
  const user = findServerUser();
  chmodSync(folder, 0o755);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(config, user.uid, user.gid);
  const child = spawn(findPgbouncer() ?? '', [config], { ...user, stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  while (!(await isOpen(port))) await sleep(20);
  return `postgres://shop@127.0.0.1:${port}/shop`;
}
