/** The application: joins what the nouns answer with what carries it. The one file that knows every handler. */
import type { EndpointName } from '@shop/contract/paths';
import type { FastifyInstance } from 'fastify';
import { cartHandlers } from './cart/cart.routes.ts';
import { catalogHandlers } from './catalog/catalog.routes.ts';
import { advanceSales } from './catalog/sale-clock.ts';
import { checkoutHandlers } from './checkout/checkout.routes.ts';
import type { Config } from './config.ts';
import { announce } from './consequences.ts';
import { watchInserts } from './db/database.ts';
import type { OpenDatabase } from './db/open.ts';
import { deliveryHandlers } from './delivery/delivery.routes.ts';
import { ByteCache } from './http/byte-cache.ts';
import type { Shop } from './http/call.ts';
import { followChanges } from './http/change-feed.ts';
import type { Handlers } from './http/context.ts';
import { registerHealth } from './http/health.ts';
import { limitRates } from './http/rate-limits.ts';
import { registerEndpoints } from './http/register.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createHttp } from './http/server.ts';
import { identityHandlers } from './identity/identity.routes.ts';
import { createJobs } from './jobs/boss.ts';
import { ordersHandlers } from './orders/orders.routes.ts';
import { paymentsHandlers } from './payments/payments.routes.ts';

/** Every endpoint's handler; the type asks for each of the contract's names. */
export const handlers: Partial<Handlers<EndpointName>> = {
  ...catalogHandlers,
  ...identityHandlers,
  ...deliveryHandlers,
  ...paymentsHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...ordersHandlers,
};

export type App = {
  http: FastifyInstance;
  shop: Shop;
  /** Finishes what is in flight: requests, then jobs. The database stays open. */
  close(): Promise<void>;
};

export type AppOptions = {
  config: Config;
  database: OpenDatabase;
  /** Kept answers are read from here; the database itself unless given. */
  replica?: OpenDatabase | undefined;
  /** Time, for tests. */
  clock?: () => Date;
};

/** Makes the application; it answers once `http.listen` is called. */
export async function createApp({
  config,
  database,
  replica = database,
  clock = () => new Date(),
}: AppOptions): Promise<App> {
  const headers = securityHeaders({ https: config.publicUrl.startsWith('https:') });
  const cache = new ByteCache([...headers, 'Vary', 'Accept-Encoding, Origin']);
  const http = createHttp({
    cache,
    securityHeaders: headers,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
  });
  const jobs = createJobs({ database, log: http.log });
  await jobs.start();
  const shop: Shop = {
    handlers: handlers as Handlers<EndpointName>,
    db: database.db,
    readDb: replica.db,
    cache,
    jobs,
    secret: config.secret,
    // Accounts join with their issue: until then no customer's token is good.
    lookUpToken: async () => null,
    announce,
    clock,
  };
  const feed = await followChanges({
    db: replica.db,
    changed: (changes) => cache.drop(changes),
    trusted: (yes) => {
      cache.bypassed = !yes;
    },
    tick: async () => {
      await advanceSales(database.db, clock());
    },
    failed: (error) => http.log.warn({ err: error }, 'the catalogue’s changes could not be read'),
  });
  const unwatch = watchInserts(database.pool, 'catalog_changes', () => feed.wake());

  const limits = { general: config.rateLimit, tracking: config.rateLimitTracking };
  await limitRates(http, limits);
  await http.register(
    async (api) => {
      registerHealth(api, database.db);
      registerEndpoints(api, shop, { corsOrigins: config.corsOrigins, limits });
    },
    { prefix: '/api' },
  );
  return {
    http,
    shop,
    async close() {
      await http.close();
      unwatch();
      await feed.stop();
      await jobs.stop();
    },
  };
}
