import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConnectionLimits, createLimitedServer, createProxyCheck } from './connections.ts';

const LIMITS: ConnectionLimits = {
  perNetwork: 1_000,
  inAll: 1_000,
  headersMs: 60_000,
  requestMs: 60_000,
  idleMs: 60_000,
  stalledMs: 60_000,
  checkEveryMs: 50,
  isProxy: () => false,
};

const REQUEST = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';
const hello: RequestListener = (_, response) => response.end('hello');
const never: RequestListener = () => {};
/** Larger than any socket buffer of the system, in bytes. */
const large: RequestListener = (_, response) => response.end(Buffer.alloc(16 * 1024 * 1024));

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUps.splice(0)) clean();
});

type Client = { socket: Socket; closed: Promise<unknown>; isClosed(): boolean };

/**
 * Starts a server with these limits, and returns a function that connects to it; on Linux the whole of 127.0.0.0/8 is
 * this machine.
 */
async function startLimitedServer(limits: Partial<ConnectionLimits>, listener: RequestListener) {
  const { server } = createLimitedServer({ ...LIMITS, ...limits }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  cleanUps.push(() => server.close().closeAllConnections());
  return async function open(localAddress = '127.0.0.1'): Promise<Client> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    cleanUps.push(() => socket.destroy());
    // A client that does not read never sees the close.
    const [peer]: Socket[] = await once(server, 'connection');
    const closed = new Promise((resolve) => peer?.on('close', resolve));
    return { socket, closed, isClosed: () => peer?.destroyed === true };
  };
}

/** Sends a request and reads the beginning of its response. */
async function readResponse({ socket }: Client): Promise<string> {
  socket.write(REQUEST);
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

describe('connections of one address', () => {
  test('closes the connection that was idle longest to accept the next', async () => {
    const open = await startLimitedServer({ perNetwork: 3 }, hello);
    const [first, second] = [await open(), await open(), await open()];
    const next = await open();
    await first?.closed;
    expect(await readResponse(next)).toContain('200 OK');
    expect(second?.isClosed()).toBe(false);
  });

  test('does not close connections that wait for a response to accept another', async () => {
    const open = await startLimitedServer({ perNetwork: 2 }, (request, response) => {
      if (request.url !== '/slow') response.end('hello');
    });
    const slowClients = [await open(), await open()];
    for (const { socket } of slowClients) socket.write('GET /slow HTTP/1.1\r\nHost: shop\r\n\r\n');
    const other = await open('127.0.0.2');
    expect(await readResponse(other)).toContain('200 OK');
    await (await open()).closed;
    expect(slowClients.map((each) => each.isClosed())).toEqual([false, false]);
  });

  test('counts another address separately', async () => {
    const open = await startLimitedServer({ perNetwork: 1 }, hello);
    const other = await open('127.0.0.2');
    const clients = [await open(), await open(), await open()];
    await clients[1]?.closed;
    expect(other.isClosed()).toBe(false);
  });

  test('does not limit a trusted proxy', async () => {
    const open = await startLimitedServer({ perNetwork: 1, isProxy: (address) => address === '127.0.0.2' }, hello);
    const clients = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')];
    for (const client of clients) expect(await readResponse(client)).toContain('200 OK');
  });
});

describe('TRUST_PROXY names the addresses that are not limited', () => {
  test.each([
    [false, '127.0.0.1', false],
    ['10.0.0.0/8, 192.0.2.1', '10.1.2.3', true],
    ['10.0.0.0/8, 192.0.2.1', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8, 192.0.2.1', '192.0.2.2', false],
    ['2001:db8::/32', '2001:db8::1', true],
    [(_: string, hop: number) => hop < 1, '203.0.113.7', true],
  ] as const)('%s trusts %s: %s', (setting, address, isTrusted) => {
    expect(createProxyCheck(setting)(address)).toBe(isTrusted);
  });
});

test('silent connections cannot fill the total limit: the next connection is always accepted', async () => {
  const open = await startLimitedServer({ inAll: 50 }, hello);
  const busy = await open('127.0.0.2');
  expect(await readResponse(busy)).toContain('200 OK');
  for (let i = 0; i < 200; i++) await open('127.0.0.3');
  expect(await readResponse(await open('127.0.0.4'))).toContain('200 OK');
  // This connection has had a request already, so the silent ones were closed first.
  expect(busy.isClosed()).toBe(false);
});

test.each([
  ['nothing', ''],
  ['half of a request', 'GET / HTTP/1.1\r\nHos'],
  ['half of a body', 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\nabc'],
])('closes a connection that sends %s', async (_, bytes) => {
  const open = await startLimitedServer({ headersMs: 50, requestMs: 50 }, never);
  const client = await open();
  client.socket.write(bytes);
  client.socket.resume();
  await client.closed;
});

test('closes a connection without a further request', async () => {
  const open = await startLimitedServer({ idleMs: 50 }, hello);
  const client = await open();
  expect(await readResponse(client)).toContain('200 OK');
  await client.closed;
});

test('closes a connection whose response is not read', async () => {
  const open = await startLimitedServer({ stalledMs: 100 }, large);
  const client = await open();
  client.socket.pause();
  client.socket.write(REQUEST);
  await client.closed;
});

test('does not close a connection whose response takes long to compute', async () => {
  let finish = (): void => {};
  const open = await startLimitedServer({ stalledMs: 50 }, (_, response) => {
    finish = () => response.end('hello');
    response.socket?.once('timeout', finish);
  });
  expect(await readResponse(await open())).toContain('200 OK');
});

test('responds to a hundred pipelined requests, and closes the connection above that', async () => {
  const open = await startLimitedServer({}, hello);
  const client = await open();
  client.socket.write(REQUEST.repeat(99) + REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  let text = '';
  for await (const chunk of client.socket) text += chunk;
  expect(text.match(/200 OK/g)).toHaveLength(100);

  let requests = 0;
  const openSlow = await startLimitedServer({}, () => requests++);
  const abuser = await openSlow();
  abuser.socket.write(REQUEST.repeat(2_000));
  await abuser.closed;
  expect(requests).toBe(100);
});

test('reads no further request while large responses wait to be read', async () => {
  let requests = 0;
  const open = await startLimitedServer({}, (_, response) => {
    requests++;
    response.end(Buffer.alloc(8 * 1024 * 1024));
  });
  const client = await open();
  client.socket.pause();
  client.socket.write(REQUEST.repeat(50));
  await client.closed;
  expect(requests).toBeLessThanOrEqual(2);
});

test('bounds the bytes of unread responses over all connections', async () => {
  const open = await startLimitedServer({}, large);
  const clients: Client[] = [];
  for (let i = 0; i < 12; i++) {
    const client = await open();
    client.socket.pause();
    client.socket.write(REQUEST);
    clients.push(client);
  }
  await Promise.race(clients.map(({ closed }) => closed));
  expect(await readResponse(await open('127.0.0.2'))).toContain('200 OK');
});
