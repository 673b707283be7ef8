/**
 * Opens the embedded database: PGlite in a thread behind a Unix socket (a named pipe on Windows), so that the
 * application always uses `pg`. For the demo, development and functional tests: it survives a killed process, not a
 * power cut.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EmbeddedWorkerData } from './embedded-worker.ts';
import { lockFolder } from './folder-lock.ts';

export type Embedded = {
  /** The socket's folder, which `pg` takes as a host. */
  socketFolder: string;
  /** Dumps the database's files as tar, for backups and tests. */
  dump(): Promise<Uint8Array>;
  /** Writes everything to disk, ends the thread and releases the folder. */
  close(): Promise<void>;
};

/** The name under which `pg` looks for a socket in a folder. */
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * Makes the folder of a database's socket from its key; on Windows, the name of a pipe. A socket path is cut silently
 * at 107 bytes, hence the temporary folder and a short name.
 */
export function makeSocketFolder(key: string): string {
  const name = `shop-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const folder = join(tmpdir(), name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

const inFolder = (folder: string) => (name: string) =>
  folder.startsWith('\\\\') ? `${folder}-${name}` : join(folder, name);

async function startWorker(data: EmbeddedWorkerData): Promise<Worker> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: data });
  await nextMessage(worker, (message) => message === 'ready');
  return worker;
}

/**
 * Waits for the message of the thread that `isExpected` accepts; `node --watch` sends messages of its own over the same
 * port. Throws the thread's error, which `once` rejects with.
 */
async function nextMessage<Message>(worker: Worker, isExpected: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const [message] = await once(worker, 'message');
    if (isExpected(message)) return message;
  }
}

function embedded(worker: Worker, socketFolder: string, afterwards: () => void): Embedded {
  return {
    socketFolder,
    async dump() {
      worker.postMessage('dump');
      const { dump } = await nextMessage<{ dump: Uint8Array }>(worker, (message) => message.dump !== undefined);
      return dump;
    },
    async close() {
      const exit = once(worker, 'exit');
      worker.postMessage('close');
      await exit;
      afterwards();
    },
  };
}

/** Opens a data folder's database, creating it if needed, from a dump if there is one. Throws `FolderInUse`. */
export async function openEmbedded(dataDir: string, dump?: Uint8Array<ArrayBuffer>): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true });
  const socketFolder = makeSocketFolder(dataDir);
  const address = inFolder(socketFolder);
  const lock = await lockFolder(dataDir, address);
  try {
    const worker = await startWorker({
      folder: join(dataDir, 'database'),
      socket: address(SOCKET_NAME),
      ...(dump && { dump }),
    });
    return embedded(worker, socketFolder, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Replaces the database files of a data folder, which it renames to `aside` unless that is null. Throws `FolderInUse`.
 */
export async function replaceDatabase(dataDir: string, files: string, aside: string | null): Promise<void> {
  const lock = await lockFolder(dataDir, inFolder(makeSocketFolder(dataDir)));
  try {
    if (aside !== null) renameSync(join(dataDir, 'database'), aside);
    renameSync(files, join(dataDir, 'database'));
  } finally {
    lock.release();
  }
}

/** Opens a database in memory, restoring a dump if given; `key` must be unique. For tests. */
export async function openInMemory(key: string, dump?: Uint8Array<ArrayBuffer>): Promise<Embedded> {
  const socketFolder = makeSocketFolder(key);
  const socket = inFolder(socketFolder)(SOCKET_NAME);
  const worker = await startWorker({ folder: null, socket, ...(dump && { dump }) });
  return embedded(worker, socketFolder, () => {});
}
