/**
 * A PostgreSQL server of a test's own with a copy of the seeded shop, which the test may stop in any way. It may have a
 * streaming replica.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../processes/free-port.ts';
import { databaseUrl, templateName } from './template.ts';

/**
 * Folder in which Debian and its derivatives install the programs of each version; elsewhere they are on the PATH or
 * missing.
 */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Finds the folder of PostgreSQL's server programs; null if they are not on this machine. */
export function findServerPrograms(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Returns the user that runs the server: PostgreSQL refuses root, so its package's user replaces root. */
export function findServerUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const readId = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

export type OwnCluster = {
  url: string;
  start(): Promise<void>;
  /** Stops as `pg_ctl stop -m immediate` does, without a checkpoint; the next start recovers from the log. */
  stopAtOnce(): Promise<void>;
  remove(): Promise<void>;
};

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    await sleep(50);
  }
}

/** Makes a server's folder. `fill` gets its data folder and the options of processes; `start` starts the server. */
async function prepareServer(
  programs: string,
  fill: (data: string, spawnOptions: object) => void,
): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'));
  const user = findServerUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const spawnOptions = { ...user, cwd: folder, stdio: 'ignore' } as const;
  fill(data, spawnOptions);
  const port = await findFreePort();
  const url = `postgres://shop@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  const stop = async (signal: NodeJS.Signals) => {
    const runningServer = server;
    if (runningServer === null) return;
    server = null;
    const exit = new Promise((resolve) => runningServer.once('exit', resolve));
    runningServer.kill(signal);
    await exit;
  };
  return {
    url,
    async start() {
      const serverArguments = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder];
      server = spawn(join(programs, 'postgres'), serverArguments, spawnOptions);
      await waitUntilReady(url);
    },
    stopAtOnce: () => stop('SIGQUIT'),
    async remove() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the cluster, starts it, and copies the seeded shop into it. */
export async function createCluster(programs: string): Promise<OwnCluster> {
  const cluster = await prepareServer(programs, (data, spawnOptions) => {
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      spawnOptions,
    );
  });
  await cluster.start();
  const dump = execFileSync(join(programs, 'pg_dump'), ['--no-owner', '-d', databaseUrl(templateName())], {
    maxBuffer: 1024 ** 3,
  });
  execFileSync(join(programs, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-d', cluster.url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return cluster;
}

/** Makes a streaming replica of a running cluster; `start` starts it. */
export const createReplica = (programs: string, primary: OwnCluster): Promise<OwnCluster> =>
  prepareServer(programs, (data, spawnOptions) => {
    const backupArguments = ['-d', primary.url, '-D', data, '-R', '-c', 'fast', '--no-sync'];
    execFileSync(join(programs, 'pg_basebackup'), backupArguments, spawnOptions);
  });
