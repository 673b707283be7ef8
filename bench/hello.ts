/** The measure of everything: a bare node:http server that says hello. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 5 });
  response.end('hello');
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
