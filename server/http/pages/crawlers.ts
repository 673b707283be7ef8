/** Serves crawlers: sitemaps (sitemaps.org) and robots.txt. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../refuse.ts';
import type { RunningShop } from '../api/call-endpoint.ts';
import { sendEntry } from '../cache/send-cached.ts';

/** One page of the shop, listed in both languages. */
export type SitemapPage = { path: string; changedAt: Date | null };

/** The shop's pages, cut into files of at most half as many pages as a sitemap may hold addresses (50,000). */
export type SitemapSource = {
  files(now: Date): Promise<{ name: string; changedAt: Date | null }[]>;
  /** Lists the pages of a file; null if the file does not exist. */
  pages(name: string, now: Date): Promise<SitemapPage[] | null>;
};

export type CrawlerOptions = {
  shop: RunningShop;
  origin: string;
  corsOrigins: readonly string[];
  source: SitemapSource;
  /** Returns a page's address in every language. */
  languagesOf(path: string): readonly string[];
};

/** Lifetime of a sitemap in the cache; crawlers return after hours. */
const SITEMAP_TTL_MS = 10 * 60_000;
const ROBOTS_CACHE = 'public, max-age=3600';

/** Paths that are personal or not pages. Search results exclude themselves with `noindex`. */
const NOT_FOR_ROBOTS = [
  '/api/',
  '/cart',
  '/checkout',
  '/my-account',
  '/track-order',
  '/cancel-order',
  '/logout',
  '/products/preview',
  '/banners/preview',
  '/dev/',
];

const composeRobots = (origin: string): string =>
  [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (each) => XML_ENTITIES[each] ?? each);

const SITEMAP_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const formatLastmod = (at: Date | null) => (at === null ? '' : `<lastmod>${at.toISOString()}</lastmod>`);

/** Builds an XML document of one list. */
const composeDocument = (list: 'sitemapindex' | 'urlset', items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} ${SITEMAP_NAMESPACE}>\n${items.join('\n')}\n</${list}>\n`;

/** Registers `/robots.txt`, `/sitemap.xml` (the index) and `/sitemaps/NAME.xml`. */
export function registerCrawlers(app: FastifyInstance, options: CrawlerOptions): void {
  const { shop, origin, corsOrigins, source, languagesOf } = options;

  const composeIndex = async (now: Date) => {
    const files = await source.files(now);
    const items = files.map(
      ({ name, changedAt }) =>
        `<sitemap><loc>${escapeXml(`${origin}/sitemaps/${name}.xml`)}</loc>${formatLastmod(changedAt)}</sitemap>`,
    );
    return composeDocument('sitemapindex', items);
  };
  const composeFile = async (name: string, now: Date) => {
    const pages = (await source.pages(name, now)) ?? refuse('request.not_found');
    const items = pages.flatMap(({ path, changedAt }) =>
      languagesOf(path).map(
        (address) => `<url><loc>${escapeXml(`${origin}${address}`)}</loc>${formatLastmod(changedAt)}</url>`,
      ),
    );
    return composeDocument('urlset', items);
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, make: (now: Date) => Promise<string>) => {
    const [path] = request.url.split('?');
    const key = `map ${path}`;
    const entry = await shop.cache.get(key, async () => {
      const now = shop.clock();
      const until = new Date(now.getTime() + SITEMAP_TTL_MS);
      const cacheTags = { products: new Set<number>(), list: false, until };
      return {
        body: await make(now),
        contentType: 'application/xml; charset=utf-8',
        cacheTags,
        keep: true,
        status: 200,
        endpoint: 'other',
      };
    });
    await sendEntry(shop.cache, corsOrigins, entry, request, reply);
    return reply;
  };

  app.get('/robots.txt', async (_, reply) =>
    reply.header('cache-control', ROBOTS_CACHE).type('text/plain; charset=utf-8').send(composeRobots(origin)),
  );
  app.get('/sitemap.xml', (request, reply) => answer(request, reply, composeIndex));
  app.get<{ Params: { name: string } }>('/sitemaps/:name.xml', (request, reply) =>
    answer(request, reply, (now) => composeFile(request.params.name, now)),
  );
}
