/**
 * Serves the files by which iOS and Android learn that the app may open the shop's links (docs/partners.md 4). Without
 * settings they name no app.
 */
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from './app-settings.ts';

/** Five minutes, so that Apple's and Google's checks see an app soon after it is set up. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Paths that stay in the browser: a payment returns to the browser in which it began, and the API has no pages. The
 * first component that matches decides.
 */
const BROWSER_PATHS = ['/checkout/*', '/api/*'];

/** Builds Apple's file, which names the app by team and bundle. */
function buildAppleFile({ iosId }: AppConfig): object {
  if (iosId === null) return { applinks: { details: [] } };
  const excluded = BROWSER_PATHS.map((path) => ({ '/': path, exclude: true }));
  return { applinks: { details: [{ appIDs: [iosId], components: [...excluded, { '/': '*' }] }] } };
}

/** Builds Android's file. It has no paths: the app's manifest excludes those of `BROWSER_PATHS`. */
function buildAndroidFile({ android }: AppConfig): object[] {
  if (android === null) return [];
  const target = {
    namespace: 'android_app',
    package_name: android.packageName,
    sha256_cert_fingerprints: android.fingerprints,
  };
  return [{ relation: ['delegate_permission/common.handle_all_urls'], target }];
}

/** Registers both files at the paths that the systems request. */
export function registerAssociationFiles(http: FastifyInstance, app: AppConfig): void {
  const files = {
    '/.well-known/apple-app-site-association': buildAppleFile(app),
    '/.well-known/assetlinks.json': buildAndroidFile(app),
  };
  for (const [path, content] of Object.entries(files)) {
    const text = JSON.stringify(content);
    http.get(path, async (_, reply) =>
      reply.header('cache-control', CACHE_CONTROL).type('application/json; charset=utf-8').send(text),
    );
  }
}
