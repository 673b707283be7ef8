/** Serves the built site's files from memory, compressed at build time: scripts, styles, fonts, `public/`. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply } from 'fastify';
import { matchesEtag, parseAcceptedEncoding } from '../cache/response-cache.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
};

type SiteFile = { type: string; etag: string; cacheControl: string; identity: Buffer; gzip?: Buffer; br?: Buffer };

export type SiteFiles = ReadonlyMap<string, SiteFile>;

/** Names in this folder carry a hash of their content. */
const HASHED_FOLDER = '/assets/';
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
const REVALIDATE_CACHE = 'public, max-age=0, must-revalidate';

/** Reads the whole client build (some hundred kilobytes) and maps addresses to files. */
export function readSiteFiles(folder: string): SiteFiles {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = CONTENT_TYPES[extname(entry.name)];
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (!entry.isFile() || type === undefined || address.startsWith('/.')) continue;
    const identity = readFileSync(path);
    files.set(address, {
      type,
      etag: `W/"${createHash('sha1').update(identity).digest('base64url')}"`,
      cacheControl: address.startsWith(HASHED_FOLDER) ? IMMUTABLE_CACHE : REVALIDATE_CACHE,
      identity,
      ...(existsSync(`${path}.gz`) && { gzip: readFileSync(`${path}.gz`) }),
      ...(existsSync(`${path}.br`) && { br: readFileSync(`${path}.br`) }),
    });
  }
  return files;
}

/** Sends a file in the best available encoding. */
export function sendSiteFile(file: SiteFile, headers: IncomingHttpHeaders, reply: FastifyReply): FastifyReply {
  const accepted = parseAcceptedEncoding(headers['accept-encoding']);
  const encoding = file[accepted] === undefined ? 'identity' : accepted;
  reply.header('cache-control', file.cacheControl).header('etag', file.etag).header('vary', 'Accept-Encoding');
  if (matchesEtag(headers['if-none-match'], file.etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file[encoding]);
}
