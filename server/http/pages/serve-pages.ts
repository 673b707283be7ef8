/**
 * Serves the site: files, and pages that are rendered once and cached like API responses. The only place of the server
 * that loads the built web, by path.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '@shop/contract/api/client';
import type { Branch } from '@shop/core/branch';
import { branchOfPage, normalizePageUrl, withBranch } from '@shop/core/links/page-query';
import { refusal } from '@shop/core/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CacheTags } from '../../context.ts';
import { buildRateLimitRefusal, Refused } from '../../refuse.ts';
import type { RunningShop } from '../api/call-endpoint.ts';
import type { NewResponse } from '../cache/response-cache.ts';
import { buildCacheAddress, sendEntry } from '../cache/send-cached.ts';
import { langOfUrl, toErrorResponse } from '../errors.ts';
import type { Counters } from '../limits/counters.ts';
import { toNetwork, toWideNetwork, WIDE_NETWORK_FACTOR } from '../limits/network.ts';
import { splitTarget } from './normal-path.ts';
import { createPageCall } from './page-api.ts';
import { type PageAssets, readPageAssets } from './page-assets.ts';
import { HTML_TYPE, renderPlainPage } from './plain-page.ts';
import { readSiteFiles, type SiteFiles, sendSiteFile } from './site-files.ts';

/** The exported function of the built `web/entry-server.tsx`. */
export type Render = (input: { url: string; call: Call; origin: string; assets: PageAssets }) => Promise<{
  status: number;
  html: string;
  location?: string;
}>;

export type Site = { render: Render; assets: PageAssets; files: SiteFiles };

/** Loads the built site; null if it is not built. */
export async function loadSite(dist: string): Promise<Site | null> {
  const entry = join(dist, 'server', 'entry-server.js');
  const client = join(dist, 'client');
  const manifest = join(client, '.vite', 'manifest.json');
  if (!existsSync(entry) || !existsSync(manifest)) return null;
  const { render }: { render: Render } = await import(pathToFileURL(entry).href);
  const assets = readPageAssets(readFileSync(manifest, 'utf8'));
  return { render, assets, files: readSiteFiles(client) };
}

/** Personal pages: never cached, by the shop or by a proxy (docs/security.md#c26). */
const PERSONAL_PATH =
  /^\/(cart|my-account|signin|signup|forget-password|complete-order|checkout|track-order|cancel-order|logout|alerts|unsubscribe|products\/preview|banners\/preview)(\/|$)/i;
/** Longest query of a cached page; longer ones are rarely requested twice. */
const MAX_QUERY_LENGTH = 1_024;
const RETRY_AFTER = '2';

/** Window in which renders of one network are counted, in milliseconds. */
const RENDERS_WINDOW_MS = 10_000;

export type PageOptions = {
  shop: RunningShop;
  site: Site;
  origin: string;
  corsOrigins: readonly string[];
  counters: Counters;
  /** Pages rendered in ten seconds for one network; cached ones are not counted. */
  rendersPerNetwork: number;
};

/** Thrown in place of a response to cache, since a redirect has no body. */
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
  { address, keep, branch }: { address: string; keep: boolean; branch: Branch | null },
  request: FastifyRequest,
): Promise<NewResponse> {
  const cacheTags: CacheTags = { products: new Set(), list: false, until: null };
  const call = createPageCall(options.shop, { cacheTags, keep, branch }, (error) =>
    request.log.error({ err: error }, 'a call of a page failed'),
  );
  const { origin, site } = options;
  const page = await site.render({ url: address, call, origin, assets: site.assets });
  if (page.location !== undefined) throw new Redirect(page.status, withBranch(page.location, branch));
  const { status, html: body } = page;
  return { body, contentType: HTML_TYPE, cacheTags, keep: keep && status === 200, branch, status };
}

/** Refuses to render for a network above its limit of renders. */
async function countRender({ counters, rendersPerNetwork }: PageOptions, ip: string): Promise<void> {
  const wide = toWideNetwork(ip);
  const own = await counters.add(`renders ${toNetwork(ip)}`, RENDERS_WINDOW_MS);
  if (own.current > rendersPerNetwork) throw buildRateLimitRefusal(own.ttl / 1_000);
  if (wide === null) return;
  const all = await counters.add(`renders ${wide}`, RENDERS_WINDOW_MS);
  if (all.current > rendersPerNetwork * WIDE_NETWORK_FACTOR) throw buildRateLimitRefusal(all.ttl / 1_000);
}

/** Sends a plain page, because the failure may be in the shop's own pages. */
function sendBroken(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = langOfUrl(request.url);
  const { status, retryAfter } = toErrorResponse(error, lang);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply.code(status).header('cache-control', 'no-store').type(HTML_TYPE);
  if (status === 429 && error instanceof Refused) return reply.send(renderPlainPage(error.refusal, lang));
  request.log.error({ err: error }, 'a page could not be rendered');
  return reply.send(renderPlainPage(refusal(status === 503 ? 'request.unavailable' : 'server.error'), lang));
}

async function answerPage(options: PageOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cache } = options.shop;
  const { path, query } = splitTarget(request.url);
  const parameters = new URLSearchParams(query);
  const branch = branchOfPage(parameters);
  const isPersonal = PERSONAL_PATH.test(path);
  const address = isPersonal ? `${path}${query}` : normalizePageUrl(path, parameters);
  const key = `page ${address}`;
  const keep = !isPersonal && address.length - path.length <= MAX_QUERY_LENGTH;
  try {
    if (!cache.has(key)) await countRender(options, request.ip);
    const entry = await cache.get(key, () => renderPage(options, { address, keep, branch }, request));
    if (entry.keep) cache.alias(buildCacheAddress(request.url, request.headers['x-branch']), key);
    const further = entry.status === 503 ? ['Retry-After', RETRY_AFTER] : [];
    await sendEntry(cache, options.corsOrigins, entry, request, reply, further);
    return reply;
  } catch (error) {
    if (error instanceof Redirect)
      return reply.header('cache-control', 'no-store').redirect(error.location, error.status);
    return sendBroken(error, request, reply);
  }
}

/** Registers files and pages. Every address without a file is rendered as a page, which may be "not found". */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  const { files } = options.site;
  const favicon = [...files.keys()].find((address) => /\/favicon[^/]*\.(svg|png|ico)$/.test(address));
  app.get('/favicon.ico', async (_, reply) =>
    favicon === undefined
      ? reply.code(404).send()
      : reply.header('cache-control', 'public, max-age=86400').redirect(favicon),
  );
  app.get('/*', { config: { endpoint: 'page' } }, async (request, reply) => {
    const end = request.url.indexOf('?');
    const file = files.get(end < 0 ? request.url : request.url.slice(0, end));
    if (file !== undefined) {
      request.isSiteFile = true;
      return sendSiteFile(file, request.headers, reply);
    }
    return answerPage(options, request, reply);
  });
}
