/** Runs the application in this process, without HTTP and without a cache, to count statements and cost. */

import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import { endpoints } from '@shop/contract/api/endpoints';
import { createApp } from '../server/app.ts';
import type { CatalogIndex } from '../server/catalog/index/catalog-index.ts';
import { readConfig } from '../server/config.ts';
import { type Actor, NO_REQUEST } from '../server/context.ts';
import { countStatements } from '../server/db/database.ts';
import { type OpenDatabase, openPostgres } from '../server/db/open.ts';
import { identify } from '../server/http/api/authenticate.ts';
import { makeContext, type RunningShop, runCall } from '../server/http/api/call-endpoint.ts';

/** Parts of a call; ids in `params`, texts in `query`, as they come over HTTP. */
export type InProcessOptions = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  /** The caller, in place of the one that the token names. */
  actor?: Actor;
  idempotencyKey?: string;
};

export type InProcess = {
  shop: RunningShop;
  database: OpenDatabase;
  index: CatalogIndex;
  /** Runs a call without the cache. `statements` names the statements that it ran, without begin and commit. */
  call(name: EndpointName, options?: InProcessOptions): Promise<{ text: string; statements: string[] }>;
  close(): Promise<void>;
};

/** Opens the application on a database; its files go to `dataDir`. */
export async function openInProcess(url: string, dataDir: string): Promise<InProcess> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const database = await openPostgres('DATABASE_URL', url);
  const { shop, index, close } = await createApp({ config, database, freePorts: true });
  // Waits for the index, so that no measurement includes its building.
  await index.waitForBuild();
  return {
    shop,
    database,
    index,
    async call(name, { params = {}, query = {}, body, token, actor, idempotencyKey } = {}) {
      const endpoint = endpoints[name];
      const header = token === undefined ? undefined : `Bearer ${token}`;
      const auth = actor === undefined ? await identify(header, endpoint.access, shop) : { actor, priceGroup: null };
      const ctx = makeContext(shop, auth, 'en', NO_REQUEST);
      const work = () => runCall(shop, endpoint, ctx, { params, query, body }, idempotencyKey);
      const { result, statements } = await countStatements(work);
      return { text: result, statements };
    },
    async close() {
      await close();
      await database.close();
    },
  };
}
