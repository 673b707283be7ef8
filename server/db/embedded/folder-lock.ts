/**
 * Locks a data folder for one process: two would silently lose data. The lock file contains the address of a socket
 * that its owner listens on, so connecting to it shows whether the owner is alive.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Server } from 'node:net';
import { join } from 'node:path';

/** Another process uses the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another process, such as the open shop, is already using the data folder ${folder}; stop it first, or set DATABASE_URL to a PostgreSQL, which serves several processes`,
    );
    this.name = 'FolderInUse';
  }
}

export type FolderLock = { release(): void };

const RESPONSE_MS = 1_000;

function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(address);
    const answer = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(RESPONSE_MS, () => answer(true));
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => resolve(server));
    // The lock must not keep the process alive.
    server.unref();
  });
}

const readLock = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Writes the lock atomically; returns false if there is one. */
function tryToCreateLock(path: string, address: string): boolean {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, address);
  try {
    linkSync(temporary, path);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Takes the folder's lock, also from a dead owner. Throws `FolderInUse`. `socketAddress` makes a unique socket address
 * from a random name.
 */
export async function lockFolder(folder: string, socketAddress: (name: string) => string): Promise<FolderLock> {
  const path = join(folder, 'database.lock');
  const address = socketAddress(`lock-${randomBytes(4).toString('hex')}`);
  const server = await listen(address);
  try {
    while (!tryToCreateLock(path, address)) {
      const owner = readLock(path);
      if (owner === null) continue;
      if (await isAlive(owner)) throw new FolderInUse(folder);
      const stale = `${path}.stale-${process.pid}`;
      renameSync(path, stale);
      // Another process may have taken the lock over meanwhile: then it is put back.
      const taken = readLock(stale);
      if (taken !== owner && taken !== null) tryToCreateLock(path, taken);
      rmSync(stale, { force: true });
      if (taken === owner && !owner.startsWith('\\\\')) rmSync(owner, { force: true });
    }
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    release() {
      if (readLock(path) === address) rmSync(path, { force: true });
      server.close();
    },
  };
}
