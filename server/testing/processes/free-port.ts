import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Range of the ports, below those that systems give to outgoing connections: while a shop restarts, another test's
 * connection could take its port.
 */
const FIRST_PORT = 16_384;
const LAST_PORT = 32_000;

/** A shop's stand-ins listen on the ports after its own. The last one is the reservation of them all. */
const PORTS_OF_A_SHOP = 16;

/** Listens on a port of 127.0.0.1; null if it is in use. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}

/**
 * Returns a port of 127.0.0.1 in this range that is free, and reserves it: until this process ends no other call
 * returns it, in other processes neither, since a shop listens only seconds after its port was chosen.
 */
export async function findFreePort(): Promise<number> {
  const count = Math.floor((LAST_PORT - FIRST_PORT) / PORTS_OF_A_SHOP);
  for (;;) {
    const port = FIRST_PORT + PORTS_OF_A_SHOP * Math.floor(Math.random() * count);
    const probe = await listen(port);
    if (probe === null) continue;
    await once(probe.close(), 'close');
    const reservation = await listen(port + PORTS_OF_A_SHOP - 1);
    if (reservation === null) continue;
    reservation.unref();
    return port;
  }
}
