/**
 * The embedded database's thread: PGlite behind a socket, so that the application speaks to it as to any PostgreSQL.
 * Told `close`, it writes everything down and ends.
 */
import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export type EmbeddedWorkerData = {
  /** Folder of the database's files; null keeps it in memory. */
  folder: string | null;
  /** Where to listen. */
  socket: string;
  /** A dump to begin with, for tests. */
  dump?: Uint8Array<ArrayBuffer>;
};

const { folder, socket, dump } = workerData as EmbeddedWorkerData;

const db = await PGlite.create({
  ...(folder !== null && { dataDir: folder }),
  ...(dump !== undefined && { loadDataDir: new Blob([dump]) }),
});
// A socket of a process that was killed is in the way; its lock was taken over before this thread began.
if (!socket.startsWith('\\\\')) rmSync(socket, { force: true });
const server = new PGLiteSocketServer({
  db,
  path: socket,
  // The pool has one connection; a second stands in while a broken one is being replaced.
  maxConnections: 2,
});
await server.start();

parentPort?.on('message', async (message: 'close' | 'dump') => {
  if (message === 'dump') {
    const bytes = new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer());
    parentPort?.postMessage({ dump: bytes });
    return;
  }
  await server.stop();
  await db.close();
  parentPort?.postMessage('closed');
  parentPort?.close();
});
parentPort?.postMessage('ready');
