/**
 * Limits on connections (docs/security.md#limits): number, idle time, unread time and buffered bytes. When there are
 * too many, idle connections are closed first to make room for new ones.
 */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { TrustProxy } from '../../config.ts';
import { createServer } from '../node-http.ts';
import { toNetwork } from './network.ts';

/** Unanswered requests per connection. Browsers do not pipeline; a few tools send some at once. */
const MAX_PIPELINED = 100;
/** Pipelined requests that wait, of all connections. */
const MAX_PIPELINED_IN_ALL = 3_000;
/** Buffered bytes per connection when its next request arrives; the maximum is this plus one response. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Buffered bytes of all connections: unread responses and incomplete request bodies. */
const MAX_BUFFERED_BYTES_IN_ALL = 64 * 1024 * 1024;
const SUM_INTERVAL_MS = 500;

/** Time for accepting connections that waited at shutdown, and its maximum while more keep coming, in milliseconds. */
const BACKLOG_MS = 200;
const MAX_BACKLOG_MS = 2_000;
/** A turn of the event loop this short ran no handler, so no connection arrived while it ran. */
const EMPTY_TURN_MS = 0.5;
/** Time at shutdown for an idle connection's next request, in milliseconds. */
const LAST_REQUEST_MS = 2_000;
/** Time for a whole drain: the rest of `CLOSE_MS` (server/main.ts) is for jobs and database. */
const MAX_DRAIN_MS = 6_000;
const DRAIN_CHECK_MS = 20;

export type ConnectionLimits = {
  /** Connections of one network, and of all. */
  perNetwork: number;
  inAll: number;
  /** Time for a request's headers from the connection's start or the request's first byte, in milliseconds. */
  headersMs: number;
  /** Time for a whole request. */
  requestMs: number;
  /** Time between two requests. */
  idleMs: number;
  /** Time without progress after which an unread response is aborted, in milliseconds; detected within twice this. */
  stalledMs: number;
  /** Interval of the check for slow headers and requests, in milliseconds. */
  checkEveryMs: number;
  /** Returns whether an address is a trusted proxy, whose connections carry many clients. */
  isProxy(address: string): boolean;
};

/** Returns whether a peer is a trusted proxy, with fastify's reading of the same setting. */
export function createProxyCheck(trustProxy: TrustProxy): (address: string) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'function') return (address) => trustProxy(address, 0);
  const proxies = new BlockList();
  for (const part of trustProxy.split(',')) {
    const [address = '', bits] = part.trim().split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A client's connections; `idle` are those without an open request, longest idle first. */
type ClientNetwork = { key: string; connections: Set<OpenConnection>; idle: Set<OpenConnection> };

type OpenConnection = {
  socket: Socket;
  /** Null for a trusted proxy. */
  network: ClientNetwork | null;
  /** Responses that are not fully sent. */
  open: Set<ServerResponse>;
  hadRequest: boolean;
  /** Bytes received when the last request began. */
  readBefore: number;
};

/** Returns the buffered bytes of a connection: unread responses and an incomplete request body. */
function countBufferedBytes({ socket, open, readBefore }: OpenConnection): number {
  let bytes = socket.writableLength;
  for (const response of open) {
    // Bytes of the current response are counted by the socket.
    if (response.socket === null) bytes += response.writableLength;
    if (!response.req.complete) bytes += socket.bytesRead - readBefore;
  }
  return bytes;
}

const pickFirst = <T>(...sets: readonly Iterable<T>[]): T | undefined => {
  for (const set of sets) for (const each of set) return each;
  return undefined;
};

function* listStalled(connections: Iterable<OpenConnection>): Generator<OpenConnection> {
  for (const connection of connections) if (connection.socket.writableLength > 0) yield connection;
}

/** Tracks the connections of a server and chooses which to close for room. */
function trackConnections({ perNetwork, inAll, isProxy }: ConnectionLimits) {
  const all = new Map<Socket, OpenConnection>();
  const networks = new Map<string, ClientNetwork>();
  /** Connections before their first request, oldest first. */
  const newConnections = new Set<OpenConnection>();
  /** Connections between two requests, longest idle first. */
  const idleConnections = new Set<OpenConnection>();
  let pipelined = 0;
  let isDraining = false;
  let queuedListeners: (() => void)[] | null = null;

  /** Ends the connection with its newest response, so that those before it are sent too. */
  function endWithNewest({ open }: OpenConnection): void {
    const responses = [...open];
    for (const response of responses) response.shouldKeepAlive = response !== responses.at(-1);
  }

  function forget(connection: OpenConnection): void {
    const { socket, network, open } = connection;
    if (!all.delete(socket)) return;
    newConnections.delete(connection);
    idleConnections.delete(connection);
    pipelined -= Math.max(0, open.size - 1);
    open.clear();
    if (network === null) return;
    network.idle.delete(connection);
    network.connections.delete(connection);
    if (network.connections.size === 0) networks.delete(network.key);
  }

  /** Closes a connection immediately; the system discards unread data. */
  function drop(connection: OpenConnection): void {
    forget(connection);
    connection.socket.resetAndDestroy();
  }

  /** Closes the longest idle connection, or else an unread one; false if there is none. */
  function makeRoom(...connections: readonly Iterable<OpenConnection>[]): boolean {
    const candidate = pickFirst(...connections);
    if (candidate === undefined) return false;
    drop(candidate);
    return true;
  }

  function networkOfPeer(address: string): ClientNetwork | null {
    if (isProxy(address)) return null;
    const key = toNetwork(address);
    return networks.get(key) ?? { key, connections: new Set(), idle: new Set() };
  }

  return {
    find: (socket: Socket) => all.get(socket),
    drop,

    /** Accepts a new connection, or closes it if there is no room. */
    admit(socket: Socket): void {
      const network = networkOfPeer(socket.remoteAddress ?? '');
      const { connections, idle } = network ?? {};
      const fits = connections === undefined || connections.size < perNetwork;
      const hasRoom = fits || makeRoom(idle ?? [], listStalled(connections));
      if (!hasRoom || (all.size >= inAll && !makeRoom(newConnections, idleConnections, listStalled(all.values())))) {
        socket.resetAndDestroy();
        return;
      }
      const connection: OpenConnection = { socket, network, open: new Set(), hadRequest: false, readBefore: 0 };
      all.set(socket, connection);
      newConnections.add(connection);
      if (network !== null) {
        // Making room may have closed the network's last connection.
        networks.set(network.key, network);
        network.connections.add(connection);
        network.idle.add(connection);
      }
      socket.once('close', () => forget(connection));
    },

    /** Begins a request; false if its connection was closed for too many unanswered requests. */
    beginRequest(socket: Socket, response: ServerResponse): boolean {
      if (socket.destroyed) return false;
      const connection = all.get(socket);
      if (connection === undefined) return true;
      const { open } = connection;
      if (open.size > 0) {
        const isTooMuch = open.size >= MAX_PIPELINED || pipelined >= MAX_PIPELINED_IN_ALL;
        if (isTooMuch || countBufferedBytes(connection) > MAX_BUFFERED_BYTES) {
          drop(connection);
          return false;
        }
        pipelined++;
      } else {
        newConnections.delete(connection);
        idleConnections.delete(connection);
        connection.network?.idle.delete(connection);
      }
      connection.hadRequest = true;
      connection.readBefore = socket.bytesRead;
      open.add(response);
      if (isDraining) endWithNewest(connection);
      response.once('close', () => {
        if (!open.delete(response)) return;
        if (open.size > 0) {
          pipelined--;
          return;
        }
        idleConnections.add(connection);
        connection.network?.idle.add(connection);
      });
      return true;
    },

    /** Runs a request's listener: at once, or with the queued ones. */
    schedule(run: () => void): void {
      if (queuedListeners !== null) queuedListeners.push(run);
      // The next turn knows all requests that arrived together, of which the newest ends the connection.
      else if (isDraining) setImmediate(run);
      else run();
    },

    /** Queues the listeners of requests until `startDraining`. */
    queueListeners(): void {
      queuedListeners = [];
    },

    /** Ends each connection with its next response, and runs the queued listeners. */
    startDraining(): void {
      isDraining = true;
      for (const connection of all.values()) endWithNewest(connection);
      for (const run of queuedListeners ?? []) setImmediate(run);
      queuedListeners = null;
    },

    /** Closes the connections that remain: those without an open request, or also those with one. */
    closeRemaining(isLate: boolean): void {
      for (const connection of all.values()) {
        if (connection.open.size === 0) connection.socket.destroy();
        else if (isLate) drop(connection);
      }
    },

    isEmpty: () => all.size === 0,
    isBusy: () => [...all.values()].some(({ open }) => open.size > 0),

    /** Closes the connections with the most buffered bytes until the total is within its limit. */
    shed(): void {
      const waiting = [...all.values()].flatMap((connection) =>
        connection.open.size === 0 ? [] : [{ connection, bytes: countBufferedBytes(connection) }],
      );
      let bytes = waiting.reduce((sum, each) => sum + each.bytes, 0);
      if (bytes <= MAX_BUFFERED_BYTES_IN_ALL) return;
      waiting.sort((a, b) => b.bytes - a.bytes);
      for (const each of waiting) {
        if (bytes <= MAX_BUFFERED_BYTES_IN_ALL) return;
        bytes -= each.bytes;
        drop(each.connection);
      }
    },
  };
}

type Connections = ReturnType<typeof trackConnections>;

export type LimitedServer = {
  server: Server;
  /**
   * Stops accepting connections and ends the open ones without a reset: each with its next response, an idle one when
   * no request came within `LAST_REQUEST_MS`. Closes those whose request is still open after `MAX_DRAIN_MS`.
   */
  drain(): Promise<void>;
};

/**
 * Accepts connections that the system's backlog already has, because their requests may have been received; then
 * stops listening. Each turn of the event loop accepts one. Requests are queued meanwhile, so that turns are short and
 * clients that wait for a response open no other connection.
 */
async function stopListening(server: Server, connections: Connections): Promise<void> {
  let accepted = 0;
  server.on('connection', () => accepted++);
  await sleep(BACKLOG_MS);
  connections.queueListeners();
  const until = performance.now() + MAX_BACKLOG_MS;
  for (let isEmptyTurn = false; !isEmptyTurn && performance.now() < until; ) {
    const before = { accepted, at: performance.now() };
    await nextTurn();
    isEmptyTurn = accepted === before.accepted && performance.now() - before.at < EMPTY_TURN_MS;
  }
  // The HTTP server's own `close` also closes idle connections, on which a request may be under way.
  NetServer.prototype.close.call(server);
}

/** Makes a server that enforces the limits on its connections. */
export function createLimitedServer(limits: ConnectionLimits, listener: RequestListener): LimitedServer {
  const connections = trackConnections(limits);
  // The application itself refuses a request without a host, with its own headers.
  const options = { connectionsCheckingInterval: limits.checkEveryMs, requireHostHeader: false };
  const server = createServer(options, (request, response) => {
    if (!connections.beginRequest(request.socket, response)) return;
    connections.schedule(() => listener(request, response));
  });
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.idleMs;
  server.timeout = limits.stalledMs;
  server.on('connection', connections.admit);
  server.on('timeout', (socket: Socket) => {
    const connection = connections.find(socket);
    // The server's own checks respond to a missing or partial request with 408.
    if (connection === undefined || !connection.hadRequest) return;
    const isUnread = socket.writableLength > 0;
    if (isUnread || connection.open.size === 0) connections.drop(connection);
  });
  const timer = setInterval(connections.shed, SUM_INTERVAL_MS).unref();
  server.on('close', () => clearInterval(timer));
  return {
    server,
    async drain() {
      const until = performance.now() + MAX_DRAIN_MS;
      await stopListening(server, connections);
      connections.startDraining();
      const idleUntil = performance.now() + LAST_REQUEST_MS;
      const isWaiting = (now: number) =>
        (now < until && connections.isBusy()) || (now < idleUntil && !connections.isEmpty());
      while (isWaiting(performance.now())) await sleep(DRAIN_CHECK_MS);
      // The next turn reads a request that has just arrived.
      await nextTurn();
      // Node counts a request whose headers are incomplete as open, and would wait for the rest.
      connections.closeRemaining(performance.now() >= until);
    },
  };
}
