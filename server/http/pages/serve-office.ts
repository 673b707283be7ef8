/**
 * Serves the office, the staff's application: its files, and its one page for every other address below `/office`. It
 * has headers of its own, and no page of it is cached or indexed.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../refuse.ts';
import { HTML_TYPE } from './plain-page.ts';
import { readSiteFiles, type SiteFiles, sendSiteFile } from './site-files.ts';

export type Office = { page: string; files: SiteFiles };

/** The placeholder of the nonce in the built page (`office/vite.config.ts`). */
const NONCE_PLACEHOLDER = 'OFFICE_NONCE';

/** Loads the built office; null if it is not built. */
export function loadOffice(dist: string): Office | null {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) return null;
  return { page: readFileSync(page, 'utf8'), files: readSiteFiles(dist) };
}

/**
 * Builds the content security policy: own files only, and the style tags that carry the nonce. Pictures may be those
 * that staff are about to upload, and the camera's.
 */
const buildOfficePolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');

const NONCE_BYTES = 16;

/** Matches `Host` headers of a host name, with any port. */
const createHostPattern = (host: string): RegExp => new RegExp(`^${host.replaceAll('.', '\\.')}(:\\d+)?$`, 'i');

/**
 * Registers the office. With a `host` of its own it is served only there, and the shop's host answers 404. That host
 * has no page of the shop: a script in one would share the office's origin and reach the token of staff.
 */
export function registerOffice(app: FastifyInstance, office: Office, host: string | undefined): void {
  const { page, files } = office;
  const constraints = host === undefined ? {} : { constraints: { host: createHostPattern(host) } };
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const file = files.get(path.slice('/office'.length));
    reply.header('x-robots-tag', 'noindex, nofollow');
    if (file !== undefined) {
      request.isSiteFile = true;
      return sendSiteFile(file, request.headers, reply);
    }
    // The chunk belongs to an older build: a page in its place would fail as a script.
    if (path.startsWith('/office/assets/')) return refuse('request.not_found');
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return reply
      .header('content-security-policy', buildOfficePolicy(nonce))
      .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()')
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .type(HTML_TYPE)
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  };
  app.get('/office', constraints, send);
  app.get('/office/*', constraints, send);
  if (host === undefined) return;
  app.get('/', constraints, (_, reply) => reply.header('x-robots-tag', 'noindex, nofollow').redirect('/office'));
  app.get('/*', constraints, () => refuse('request.not_found'));
}
