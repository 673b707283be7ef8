/** Development pages: Vite inside this server, for hot reloading. Loaded in development only. */
import { branchOfPage, withBranch } from '@shop/core/links/page-query';
import type { FastifyInstance } from 'fastify';
import type { RunningShop } from '../api/call-endpoint.ts';
import { splitTarget } from './normal-path.ts';
import { createPageCall } from './page-api.ts';
import type { PageAssets } from './page-assets.ts';
import type { Render } from './serve-pages.ts';

/** Assets of a development page: unbundled modules, whose imports Vite discovers. */
const DEV_ASSETS: PageAssets = { entry: '/entry-client.tsx', css: ['/styles.css'], preloads: () => [] };

/** Registers the pages of the sources in `root`, rendered on every request. */
export async function registerDevPages(
  app: FastifyInstance,
  { shop, root, origin }: { shop: RunningShop; root: string; origin: string },
): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    // Node reads the configuration itself; Vite's temporary copy would make `node --watch` restart endlessly.
    configLoader: 'native',
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.get('/*', async (request, reply) => {
    const isAnswered = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(true));
      vite.middlewares(request.raw, reply.raw, () => resolve(false));
    });
    if (isAnswered) return reply.hijack();
    const { render } = (await vite.ssrLoadModule('/entry-server.tsx')) as { render: Render };
    const cacheTags = { products: new Set<number>(), list: false, until: null };
    const branch = branchOfPage(new URLSearchParams(splitTarget(request.url).query));
    const call = createPageCall(shop, { cacheTags, keep: false, branch }, (error) =>
      request.log.error({ err: error }, 'a call of a page failed'),
    );
    const page = await render({ url: request.url, call, origin, assets: DEV_ASSETS });
    if (page.location !== undefined) return reply.redirect(withBranch(page.location, branch), page.status);
    const html = await vite.transformIndexHtml(request.url, page.html);
    return reply.code(page.status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  });
}
