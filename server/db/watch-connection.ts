/**
 * Watches connections for two faults that the driver does not turn into errors: a server that stops responding, and a
 * commit that did not reach the standby. Both end the connection, so that callers see a lost connection, after which
 * they cannot know whether a commit succeeded.
 */
import { Socket } from 'node:net';
import type pg from 'pg';

/** The connection was ended because the server stopped responding, or did not replicate a commit. */
export class ConnectionLost extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConnectionLost';
  }
}

/**
 * Maximum silence of the server while statements wait for it, in milliseconds. It is longer than a pooler's wait for a
 * connection and a statement's time limit together, each 5 s.
 */
export const MAX_SILENCE_MS = 12_000;

const deadlines = new WeakMap<Socket, number>();

const socketOf = ({ connection: { stream } }: pg.PoolClient): Socket | null =>
  stream instanceof Socket ? stream : null;

/**
 * Ends the connection once a statement waits and nothing has come from the server for `maxSilenceMs`. The driver
 * notices a network that drops packets only after minutes.
 */
export function limitSilence(client: pg.PoolClient, maxSilenceMs: number): void {
  const socket = socketOf(client);
  if (socket === null) return;
  let answeredBytes = socket.bytesWritten;
  // The server has answered everything that was sent.
  client.on('drain', () => {
    answeredBytes = socket.bytesWritten;
  });
  const endIfSilent = (bytesRead: number) => {
    if (socket.bytesRead !== bytesRead) return;
    socket.destroy(new ConnectionLost(`The database did not respond for ${maxSilenceMs / 1_000} s`));
  };
  socket.on('timeout', () => {
    // An idle connection. A statement that is sent before the next check has its own time.
    if (socket.bytesWritten === answeredBytes) return;
    // After a pause of this process the timer runs before data that has arrived is read.
    setImmediate(endIfSilent, socket.bytesRead);
  });
  deadlines.set(socket, maxSilenceMs);
  socket.setTimeout(maxSilenceMs);
}

/** Lets statements of any length run on the connection until `restoreSilenceLimit`. */
export function allowSilence(client: pg.PoolClient): void {
  socketOf(client)?.setTimeout(0);
}

/** Undoes `allowSilence`. */
export function restoreSilenceLimit(client: pg.PoolClient): void {
  const socket = socketOf(client);
  if (socket?.timeout === 0) socket.setTimeout(deadlines.get(socket) ?? 0);
}

/** PostgreSQL's function that waits for the standby; notices name it. Their text depends on the server's language. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/**
 * Fails a commit whose wait for the synchronous standby was canceled: PostgreSQL answers success with a warning, but
 * the commit is lost if the primary is.
 */
export function requireReplication(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine !== STANDBY_WAIT) return;
    const { connection } = client;
    // At once, since the success follows in the same packet.
    connection.emit('error', new ConnectionLost('The commit was not replicated to the synchronous standby'));
    connection.stream.destroy();
  });
}
