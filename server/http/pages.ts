/**
 * The site: its files and its pages, rendered once and kept like the answers of the API. The one place of the server
 * that loads the built web, by path.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '@shop/contract/client';
import { refusal } from '@shop/core/refusal';
import { refusalText } from '@shop/core/refusal-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CacheTags } from '../context.ts';
import type { Made } from './byte-cache.ts';
import type { Shop } from './call.ts';
import { errorAnswer, langOfUrl } from './errors.ts';
import { sendEntry } from './kept.ts';
import { type PageAssets, pageAssets } from './page-assets.ts';
import { pageCall } from './page-call.ts';
import { readSiteFiles, type SiteFiles, sendSiteFile } from './site-files.ts';

/** What the built `web/entry-server.tsx` exports. */
export type Render = (input: { url: string; call: Call; origin: string; assets: PageAssets }) => Promise<{
  status: number;
  html: Uint8Array;
  location?: string;
}>;

export type Site = { render: Render; assets: PageAssets; files: SiteFiles };

/** Loads the built site; null where it was not built. */
export async function loadSite(dist: string): Promise<Site | null> {
  const entry = join(dist, 'server', 'entry-server.js');
  const client = join(dist, 'client');
  const manifest = join(client, '.vite', 'manifest.json');
  if (!existsSync(entry) || !existsSync(manifest)) return null;
  const { render }: { render: Render } = await import(pathToFileURL(entry).href);
  const assets = pageAssets(readFileSync(manifest, 'utf8'));
  return { render, assets, files: readSiteFiles(client) };
}

/** Pages that show or ask for what is one shopper's alone: never kept, by us or on the way (docs/security.md#c26). */
const PERSONAL =
  /^\/(my-account|signin|signup|forget-password|complete-order|checkout|track-order|logout|products\/preview)(\/|$)/i;
/** A longer query is no page that many ask for. */
const LONGEST_QUERY = 1_024;
const RETRY_AFTER = '2';

/** What advertisements and newsletters add to their links, another value for each who follows them. It is read in the browser. */
const CAMPAIGN = /^(utm_\w+|[a-z]{1,3}clid|gbraid|wbraid|mc_[ce]id|_ga)$/;

/** One address for pages whose parameters only stand in another order, or say which advertisement led there. */
function normalised(url: string): { path: string; address: string } {
  // Two slashes at the beginning would name another host, here and in every link that is made of the path.
  const { pathname, searchParams } = new URL(url.replace(/^[/\\]+/, '/'), 'http://shop');
  for (const name of [...searchParams.keys()].filter((name) => CAMPAIGN.test(name))) searchParams.delete(name);
  searchParams.sort();
  const query = searchParams.toString();
  return { path: pathname, address: query === '' ? pathname : `${pathname}?${query}` };
}

export type PageOptions = { shop: Shop; site: Site; origin: string; corsOrigins: readonly string[] };

/** A redirect is an answer, but none with bytes to keep. */
class Redirect extends Error {
  readonly location: string;
  readonly status: number;

  constructor(status: number, location: string) {
    super(location);
    this.status = status;
    this.location = location;
  }
}

async function renderPage(
  options: PageOptions,
  address: string,
  keep: boolean,
  request: FastifyRequest,
): Promise<Made> {
  const cacheTags: CacheTags = { products: new Set(), list: false, until: null };
  const call = pageCall(options.shop, cacheTags, keep, (error) =>
    request.log.error({ err: error }, 'a call of a page failed'),
  );
  const { origin, site } = options;
  const page = await site.render({ url: address, call, origin, assets: site.assets });
  if (page.location !== undefined) throw new Redirect(page.status, page.location);
  const contentType = 'text/html; charset=utf-8';
  return { body: page.html, contentType, cacheTags, keep: keep && page.status === 200, status: page.status };
}

/** Our own pages cannot be shown when they are what is broken: a plain one then. */
function sendBroken(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = langOfUrl(request.url);
  const { status } = errorAnswer(error, lang);
  request.log.error({ err: error }, 'a page could not be rendered');
  const text = refusalText(refusal(status === 503 ? 'request.unavailable' : 'server.error'), lang);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${text}</title><h1>${text}</h1></html>`);
}

async function answerPage(options: PageOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cache } = options.shop;
  const { path, address } = normalised(request.url);
  const key = `page ${address}`;
  const keep = !PERSONAL.test(path) && address.length - path.length <= LONGEST_QUERY;
  try {
    const entry = await cache.get(key, () => renderPage(options, address, keep, request));
    if (entry.keep) cache.alias(request.url, key);
    const further = entry.status === 503 ? ['Retry-After', RETRY_AFTER] : [];
    await sendEntry(cache, options.corsOrigins, entry, request, reply, further);
    return reply;
  } catch (error) {
    if (error instanceof Redirect)
      return reply.header('cache-control', 'no-store').redirect(error.location, error.status);
    return sendBroken(error, request, reply);
  }
}

/** Registers files and pages; every address that is nothing else is a page, if only the one that says "not found". */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  const { files } = options.site;
  const favicon = [...files.keys()].find((address) => /\/favicon[^/]*\.(svg|png|ico)$/.test(address));
  app.get('/favicon.ico', async (_, reply) =>
    favicon === undefined
      ? reply.code(404).send()
      : reply.header('cache-control', 'public, max-age=86400').redirect(favicon),
  );
  app.get('/*', async (request, reply) => {
    const end = request.url.indexOf('?');
    const file = files.get(end < 0 ? request.url : request.url.slice(0, end));
    if (file !== undefined) return sendSiteFile(file, request.headers, reply);
    return answerPage(options, request, reply);
  });
}
