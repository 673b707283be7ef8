/**
 * Runs PGlite in a thread behind a socket, so that the application connects to it as to any PostgreSQL. On `close` it
 * writes everything to disk and ends.
 */
import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export type EmbeddedWorkerData = {
  /** Folder of the database's files; null keeps it in memory. */
  folder: string | null;
  /** Path of the Unix socket or named pipe to listen on. */
  socket: string;
  /** A dump to restore. */
  dump?: Uint8Array<ArrayBuffer>;
};

const { folder, socket, dump } = workerData as EmbeddedWorkerData;

const database = await PGlite.create({
  ...(folder !== null && { dataDir: folder }),
  ...(dump !== undefined && { loadDataDir: new Blob([dump]) }),
});
// Removes the socket of a killed process; its lock was taken over before this thread started.
if (!socket.startsWith('\\\\')) rmSync(socket, { force: true });
const server = new PGLiteSocketServer({
  db: database,
  path: socket,
  // One for the pool, one while a broken one is replaced; further ones, such as those of tests, send plain SQL.
  maxConnections: 8,
});
await server.start();

parentPort?.on('message', async (message: 'close' | 'dump') => {
  if (message === 'dump') {
    const bytes = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
    parentPort?.postMessage({ dump: bytes });
    return;
  }
  await server.stop();
  await database.close();
  parentPort?.postMessage('closed');
  parentPort?.close();
});
parentPort?.postMessage('ready');
