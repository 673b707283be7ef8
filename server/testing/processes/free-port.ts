import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Range of the ports, below those that systems give to outgoing connections: while a shop restarts, another test's
 * connection could take its port.
 */
const FIRST_PORT = 16_384;
const LAST_PORT = 32_000;

/** A shop's stand-ins listen on the ports after its own. The last one is the reservation of them all. */
const PORTS_OF_A_SHOP = 16;

/** Listens on a port of 127.0.0.1 until this process ends; returns false if it is in use. */
async function occupy(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1').unref();
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
}

/** Returns whether a server can listen on a port of 127.0.0.1. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * Returns a port of 127.0.0.1 in this range that is free, and reserves it: until this process ends no other call
 * returns it, in other processes neither, since a shop listens only seconds after its port was chosen.
 */
export async function findFreePort(): Promise<number> {
  const count = Math.floor((LAST_PORT - FIRST_PORT) / PORTS_OF_A_SHOP);
  for (;;) {
    const port = FIRST_PORT + PORTS_OF_A_SHOP * Math.floor(Math.random() * count);
    if ((await isFree(port)) && (await occupy(port + PORTS_OF_A_SHOP - 1))) return port;
  }
}
