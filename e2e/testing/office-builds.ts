/** Another build of the office, and a server that puts it in place of a shop's own, as an update does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** Builds the office with a mark into a folder: `data-build` of the page is `second`. */
export async function buildSecondOffice(folder: string): Promise<void> {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const args = ['build', 'office', '--config', 'office/build/second-build.config.ts', '--outDir', folder];
  const child = spawn(process.execPath, [vite, ...args, '--emptyOutDir', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The second build of the office ended with ${code}`);
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export type OfficeUpdate = {
  url: string;
  /** Serves the office from a folder from now on, instead of the shop's own office. */
  publish(folder: string): void;
  stop(): void;
};

/** Passes requests on to a shop, except those for the office's files once another build is published. */
export async function openOfficeUpdate(shopUrl: string): Promise<OfficeUpdate> {
  let publishedFolder: string | null = null;
  /** Reads the file of an address; null for an address that is a page of the office. */
  const readFile = (folder: string, path: string): Buffer | 'missing' | null => {
    const file = join(folder, path.slice('/office'.length));
    if (existsSync(file) && statSync(file).isFile()) return readFileSync(file);
    return path.startsWith('/office/assets/') ? 'missing' : null;
  };
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', shopUrl);
    const folder = /^\/office(\/|$)/.test(pathname) ? publishedFolder : null;
    const file = folder === null ? null : readFile(folder, pathname);
    if (file === 'missing') return outgoing.writeHead(404).end();
    if (file !== null) return outgoing.writeHead(200, { 'content-type': TYPES[extname(pathname)] }).end(file);
    const headers = { ...incoming.headers, host: new URL(shopUrl).host, 'accept-encoding': 'identity' };
    const forwardedRequest = request(
      new URL(incoming.url ?? '/', shopUrl),
      { method: incoming.method, headers },
      (response) => {
        if (folder === null) {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          return response.pipe(outgoing);
        }
        // A page: with the headers of the shop, whose nonce is for this response.
        const nonce = /'nonce-([\w-]+)'/.exec(String(response.headers['content-security-policy']))?.[1] ?? '';
        const page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('OFFICE_NONCE', nonce);
        const { 'content-length': _, ...pageHeaders } = response.headers;
        outgoing.writeHead(200, pageHeaders).end(page);
        return response.resume();
      },
    );
    forwardedRequest.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwardedRequest.destroy());
    return incoming.pipe(forwardedRequest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    publish(next) {
      publishedFolder = next;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
