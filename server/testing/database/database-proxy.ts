/** A proxy before PostgreSQL that drops data as a broken network does, without closing the connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type DatabaseProxy = {
  url: string;
  /** Drops everything from now on, on open and on new connections. */
  dropAll(): void;
  /** Drops everything that the server sends on the connection that next sends this text, which the server receives. */
  dropResponsesAfter(text: string): void;
  /** Forwards the data of new connections again. */
  forward(): void;
  close(): Promise<void>;
};

/** Starts a proxy before the server of a database's URL. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isDropping = false;
  let trigger: string | null = null;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let dropsRequests = isDropping;
    let dropsResponses = isDropping;
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
    }
    client.on('data', (data) => {
      dropsRequests ||= isDropping;
      if (dropsRequests) return;
      if (trigger !== null && data.includes(trigger)) {
        trigger = null;
        dropsResponses = true;
      }
      server.write(data);
    });
    server.on('data', (data) => {
      dropsResponses ||= isDropping;
      if (!dropsResponses) client.write(data);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    dropAll() {
      isDropping = true;
    },
    dropResponsesAfter(text) {
      trigger = text;
    },
    forward() {
      isDropping = false;
    },
    async close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
