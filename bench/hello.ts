/**
 * Serves hello, or as many bytes as its argument says, from bare node:http: the benchmark's reference. Prints its
 * port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const size = process.argv[2];
const body = size === undefined ? Buffer.from('hello') : Buffer.alloc(Number(size), 'hello');

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
