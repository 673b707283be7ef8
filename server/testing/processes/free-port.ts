import { createServer } from 'node:net';

/**
 * Range of the ports, below those that systems give to outgoing connections: while a shop restarts, another test's
 * connection could take its port.
 */
const FIRST_PORT = 16_384;
const LAST_PORT = 32_000;

/** A shop's stand-ins listen on the ports after its own. */
const PORTS_OF_A_SHOP = 16;

/** Returns whether a server can listen on a port of 127.0.0.1. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Returns a port of 127.0.0.1 in this range that is free now. */
export async function findFreePort(): Promise<number> {
  const count = Math.floor((LAST_PORT - FIRST_PORT) / PORTS_OF_A_SHOP);
  for (;;) {
    const port = FIRST_PORT + PORTS_OF_A_SHOP * Math.floor(Math.random() * count);
    if (await isFree(port)) return port;
  }
}
