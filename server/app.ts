/** Builds the application: joins handlers, HTTP, jobs and events. The only file that imports every handler. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EndpointName } from '@shop/contract/api/endpoint-paths';
import type { Branch } from '@shop/core/branch';
import { LANGS, type Lang } from '@shop/core/lang';
import { withLang } from '@shop/core/links/paths';
import type { FastifyInstance } from 'fastify';
import { accountHandlers } from './account/account.routes.ts';
import { addressesHandlers } from './addresses/addresses.routes.ts';
import { appHandlers } from './app/app.routes.ts';
import { registerAssociationFiles } from './app/association-files.ts';
import { registerDeferredLinkPage } from './app/deferred-link-page.ts';
import { cartHandlers } from './cart/cart.routes.ts';
import { hasGuestCart } from './cart/cart.ts';
import { catalogHandlers } from './catalog/catalog.routes.ts';
import { type CatalogIndex, createCatalogIndex } from './catalog/index/catalog-index.ts';
import { createSitemap } from './catalog/products/sitemap.ts';
import { advanceSales, publishDueProducts } from './catalog/sales/sale-clock.ts';
import { createZeroResultCounter, type ZeroResultCounter } from './catalog/search/zero-results/zero-result-searches.ts';
import { checkoutHandlers } from './checkout/checkout.routes.ts';
import type { Config } from './config.ts';
import { registerAccent } from './content/accent-styles.ts';
import { createPhotoQueue } from './content/contact-photos.ts';
import { contentHandlers } from './content/content.routes.ts';
import { findSpec } from './content/images.ts';
import { readPublicSettings } from './content/settings.ts';
import { listShownTrackers } from './content/trackers.ts';
import { registerManifest } from './content/web-manifest.ts';
import { type Handlers, NO_REQUEST } from './context.ts';
import type { OpenDatabase } from './db/open.ts';
import { onLostWrite } from './db/pipeline.ts';
import { readFromReplica } from './db/replica.ts';
import { watchWrites } from './db/watch-writes.ts';
import { deliveryHandlers } from './delivery/delivery.routes.ts';
import { loadDraw } from './demo.ts';
import { handleEvent } from './event-handlers.ts';
import { makeContext, type RunningShop, registerEndpoints } from './http/api/call-endpoint.ts';
import { registerDocs } from './http/api/docs.ts';
import { registerHealth } from './http/api/health.ts';
import { followChanges } from './http/cache/change-feed.ts';
import { type CatalogChange, ResponseCache } from './http/cache/response-cache.ts';
import { createCheckoutAdmission } from './http/limits/checkout-admission.ts';
import { createCounters } from './http/limits/counters.ts';
import { createEndpointLimits, limitCalls } from './http/limits/rate-limits.ts';
import { connectRedisCounts } from './http/limits/redis-counts.ts';
import { createSteadyClock } from './http/limits/steady-clock.ts';
import { registerCrawlers } from './http/pages/crawlers.ts';
import { registerInbox } from './http/pages/dev-inbox.ts';
import { type Office, registerOffice } from './http/pages/serve-office.ts';
import { registerPages, type Site } from './http/pages/serve-pages.ts';
import { branchOfUrl, buildSecurityHeadersByBranch } from './http/security-headers.ts';
import { createHttp, traceHandlers } from './http/server.ts';
import { registerWhatsAppWebhook } from './identity/codes/whatsapp-webhook.ts';
import { identityHandlers } from './identity/identity.routes.ts';
import { createTokenCache } from './identity/sessions/customer-sessions.ts';
import { isKnownDevice } from './identity/sign-in/known-devices.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createJobs } from './jobs/boss.ts';
import { loyaltyHandlers } from './loyalty/loyalty.routes.ts';
import { voucherHandlers } from './loyalty/vouchers/vouchers.routes.ts';
import { registerMedia } from './media/media.routes.ts';
import { measureFromNow } from './metrics/measurements.ts';
import { alertsHandlers } from './notifications/alerts/alerts.routes.ts';
import { staffCampaignsHandlers } from './notifications/campaigns/campaigns.routes.ts';
import { notificationsHandlers } from './notifications/notifications.routes.ts';
import { registerOneClick } from './notifications/one-click.routes.ts';
import { ordersHandlers } from './orders/orders.routes.ts';
import { paymentPreparations } from './orders/payment/enquire-for-shopper.ts';
import { createOrderQueue } from './orders/placing/order-queue.ts';
import { createFileMailer } from './partners/mail/file-mailer.ts';
import { createSmtpMailer } from './partners/mail/smtp-mailer.ts';
import { startPartners } from './partners/partners.ts';
import type { PaymentProvider } from './partners/payment-provider.ts';
import { registerPaymentCallbacks } from './payments/payment-callbacks.routes.ts';
import { paymentsHandlers } from './payments/payments.routes.ts';
import { referralHandlers } from './referral/referral.routes.ts';
import { staffClosingHandlers } from './staff/closing/closing.routes.ts';
import { formatClosingCsv } from './staff/closing/closing-csv.ts';
import { staffCustomersHandlers } from './staff/customers/customers.routes.ts';
import { staffPreparations } from './staff/enquire-before-cancel.ts';
import { createOrderFeed } from './staff/events/order-feed.ts';
import { registerStaffEvents, type StaffEvents } from './staff/events/staff-events.ts';
import { deliveryRunHandlers, staffDeliveryHandlers } from './staff/runs/runs.routes.ts';
import { createDriverLookUp } from './staff/runs/runs.ts';
import { staffHandlers } from './staff/staff.routes.ts';
import { staffAccountHandlers } from './staff/staff-account.routes.ts';
import { staffApprovalsHandlers } from './staff/staff-approvals.routes.ts';
import { staffCatalogHandlers } from './staff/staff-catalog.routes.ts';
import { isKnownStaffDevice } from './staff/staff-devices.ts';
import { staffPaymentsHandlers } from './staff/staff-payments.routes.ts';
import { staffPickingHandlers } from './staff/staff-picking.routes.ts';
import { staffPricesHandlers } from './staff/staff-prices.routes.ts';
import { createStaffLookUp } from './staff/staff-sessions.ts';
import { staffWalletsHandlers } from './staff/staff-wallets.routes.ts';
import { staffTodayHandlers } from './staff/today/today.routes.ts';
import { createOutletIndex, type OutletIndex } from './stores/outlet-index.ts';
import { storesHandlers } from './stores/stores.routes.ts';
import { tillHandlers } from './till/till.routes.ts';
import { createTillLookUp } from './till/till-keys.ts';
import { wishlistHandlers } from './wishlist/wishlist.routes.ts';

/** Builds the handlers of all endpoints; the type requires each name of the contract. */
const buildHandlers = (
  index: CatalogIndex,
  outlets: OutletIndex,
  zeroResults: ZeroResultCounter,
): Handlers<EndpointName> => ({
  ...identityHandlers,
  ...accountHandlers,
  ...contentHandlers(index),
  ...appHandlers,
  ...storesHandlers(outlets),
  ...addressesHandlers,
  ...referralHandlers,
  ...loyaltyHandlers,
  ...voucherHandlers,
  ...catalogHandlers(index, zeroResults),
  ...deliveryHandlers,
  ...paymentsHandlers,
  ...wishlistHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...ordersHandlers,
  ...notificationsHandlers,
  ...alertsHandlers,
  ...staffHandlers,
  ...staffAccountHandlers,
  ...staffApprovalsHandlers,
  ...tillHandlers,
  ...staffPaymentsHandlers,
  ...staffCampaignsHandlers,
  ...staffCatalogHandlers,
  ...staffPricesHandlers,
  ...staffPickingHandlers(index),
  ...staffWalletsHandlers,
  ...staffTodayHandlers,
  ...staffDeliveryHandlers,
  ...deliveryRunHandlers,
  ...staffClosingHandlers,
  ...staffCustomersHandlers,
});

const CLOSE_IDLE_MS = 50;

/** Request headers that every response may depend on. */
const VARY_HEADERS = 'Accept-Encoding, Origin';

/** Number of changes above which everything is invalidated, instead of what they name. */
const MANY_CHANGES = 2_000;
const CHANGE_OF_EVERYTHING: readonly CatalogChange[] = [{ product: null, kind: 'content' }];

export type App = {
  http: FastifyInstance;
  shop: RunningShop;
  /** The catalogue index, for benchmarks. */
  index: CatalogIndex;
  /** Starts the workers; without this call the process only enqueues jobs (`ROLE=web`). */
  startJobs(): Promise<void>;
  /** Stops accepting connections, and ends the open ones without a reset. */
  drain(): Promise<void>;
  /** Finishes requests, then jobs. The database stays open. */
  close(): Promise<void>;
};

export type AppOptions = {
  config: Config;
  database: OpenDatabase;
  /** Database for cached responses while it keeps up with the main one. */
  replica?: OpenDatabase | undefined;
  /** The built site; without it only the API is served. */
  site?: Site | null;
  /** The built office, the staff's application. */
  office?: Office | null;
  /** The web's sources, served by Vite in development. */
  development?: { root: string } | undefined;
  /** Time, for tests. */
  clock?: () => Date;
  /** Stand-ins listen on any free port, for tests. */
  freePorts?: boolean;
  /** Payment providers instead of the shop's, for tests. */
  paymentProviders?: readonly PaymentProvider[] | undefined;
};

/** Makes the application; it serves requests after `http.listen`. */
export async function createApp({
  config,
  database,
  replica,
  site = null,
  office = null,
  development,
  clock = () => new Date(),
  freePorts = false,
  paymentProviders,
}: AppOptions): Promise<App> {
  const buildLocalUrl = (server: FastifyInstance) =>
    `http://localhost:${(server.server.address() as AddressInfo).port}`;
  // In tests the shop's port is known once it listens.
  const readShopUrl = () => (freePorts ? buildLocalUrl(http) : config.publicUrl);
  const partners = await startPartners(config, clock, freePorts, readShopUrl, paymentProviders);
  const reads =
    replica === undefined
      ? null
      : readFromReplica({
          primary: database.db,
          replica: replica.db,
          onSwitch: (isReplica) =>
            http.log.warn(
              isReplica
                ? 'reading from the replica'
                : 'the replica is behind or does not respond: reading from the primary',
            ),
        });
  const readDb = reads?.db ?? database.db;
  /** Builds the headers with the hosts that the shop's settings name now. */
  const readHeaders = async () => {
    const { trackers, map } = await readPublicSettings({ db: readDb });
    return buildSecurityHeadersByBranch({
      https: config.publicUrl.startsWith('https:'),
      development: development !== undefined,
      trackers: listShownTrackers(config.trackers, trackers),
      gateways: partners.gateways,
      mapTiles: map.tiles,
      appScheme: config.app.scheme,
    });
  };
  let headers = await readHeaders();
  /** Returns the security headers of a branch; those of the shop if it has no mini-program for the branch. */
  const chooseHeaders = (branch: Branch | null) => headers.get(branch) ?? headers.get(null) ?? [];
  const cache = new ResponseCache(
    // Varies by `X-Branch` only where it matters, since a CDN stores a response once for each of its values.
    ({ branch = null, byBranch = false }) => [
      ...chooseHeaders(branch),
      'Vary',
      byBranch ? `${VARY_HEADERS}, X-Branch` : VARY_HEADERS,
    ],
    () => clock().getTime(),
  );
  const { http, drain } = createHttp({
    cache,
    securityHeaders: (url) => chooseHeaders(branchOfUrl(url)),
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    connectionsPerAddress: config.connectionsPerAddress,
    connections: config.connections,
    logLevel: config.logLevel,
  });
  /** Makes traces if they have a collector; their library is loaded only then. */
  const startTraces = async () => {
    if (config.tracing === null) return null;
    const { startTracing } = await import('./tracing/open-telemetry.ts');
    traceHandlers(http);
    return startTracing(config.tracing, http.log);
  };
  const traces = await startTraces();
  onLostWrite(database.pool, (statement, error) =>
    http.log.error({ err: error, statement }, 'a write that no caller awaited failed'),
  );
  const jobs = createJobs({ database, log: http.log });
  await jobs.start();
  const index = createCatalogIndex({
    db: readDb,
    waitForChanges: () => feed.caughtUp(),
    onRebuild: () => cache.invalidate(CHANGE_OF_EVERYTHING),
    onBuildError: (error) => http.log.error({ err: error }, 'the catalogue index could not be built'),
  });
  const outlets = createOutletIndex({ db: readDb, caughtUp: () => feed.caughtUp() });
  const logFailure = (message: string) => (error: unknown) => http.log.warn({ err: error }, message);
  const logLostZeroResults = logFailure('searches without results could not be counted');
  const zeroResults = createZeroResultCounter({ db: database.db, clock });
  const { redisUrl, secret } = config;
  // A worker serves no calls, so it counts none.
  const countsAlone = redisUrl === undefined || config.role === 'worker';
  const shared = countsAlone ? null : await connectRedisCounts({ url: redisUrl, secret, log: http.log });
  const counters = createCounters(shared);
  const limits = {
    general: config.rateLimit,
    tracking: config.rateLimitTracking,
    contact: config.rateLimitContact,
    signIn: config.rateLimitSignIn,
    signUp: config.rateLimitSignUp,
    till: config.rateLimitTill,
    tillLookUps: config.rateLimitTillLookUps,
  };
  const callLimits = createEndpointLimits(counters, limits);
  const orderLane = createOrderQueue();
  const tokens = createTokenCache(database.db, clock);
  const shop: RunningShop = {
    handlers: buildHandlers(index, outlets, zeroResults),
    db: database.db,
    readDb,
    cache,
    jobs,
    secret: config.secret,
    requiresSecondFactor: config.requiresSecondFactor,
    acceptsDemoPassword: config.hasStandIns,
    trackers: config.trackers,
    codesPerHour: config.rateLimitCodes,
    unusedCodes: config.rateLimitUnusedCodes,
    openOrderLimits: config.openOrderLimits,
    enquiriesPerNetwork: config.rateLimitEnquiries,
    shopMail: config.shopMail,
    app: config.app,
    publicUrl: config.publicUrl,
    officeUrl: config.officeUrl,
    partners,
    lookUpToken: tokens.lookUp,
    isKnownDevice: (deviceHash, login) => isKnownDevice(database.db, deviceHash, login),
    isKnownStaffDevice: (deviceHash, email) => isKnownStaffDevice(database.db, deviceHash, email),
    hasGuestCart: (tokenHash) => hasGuestCart(database.db, tokenHash),
    lookUpStaff: createStaffLookUp(database.db, config, clock),
    lookUpTill: createTillLookUp(database.db, config.hasStandIns),
    lookUpDriver: createDriverLookUp(database.db, clock),
    csvWriters: { 'staff.closing': formatClosingCsv },
    preparations: { ...paymentPreparations, ...staffPreparations },
    queues: {
      'orders.place': orderLane,
      'content.addContactPhoto': createPhotoQueue(),
      'deliveryRuns.addPhoto': createPhotoQueue(),
    },
    admission: createCheckoutAdmission(counters, orderLane.currentWaitMs),
    handleEvent,
    clock,
    steadyClock: createSteadyClock(clock),
    counters,
    limitOrderLookUp: callLimits.limitOrderLookUp,
  };
  const system = () => makeContext(shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
  const makeAnonymousContext = (lang: Lang) =>
    makeContext(shop, { actor: { kind: 'anonymous' }, priceGroup: null }, lang, NO_REQUEST);
  const mailer =
    config.smtpUrl === undefined
      ? createFileMailer(config.dataDir, config.mailFrom, clock)
      : createSmtpMailer(config.smtpUrl, config.mailFrom, clock);

  const feed = await followChanges({
    db: readDb,
    onChange: async (changes) => {
      // The indexes first: a response computed after the invalidation must not use an old one.
      await index.apply(changes);
      await outlets.apply(changes);
      if (changes.some(({ product }) => product === null)) headers = await readHeaders();
      cache.invalidate(changes.length > MANY_CHANGES ? CHANGE_OF_EVERYTHING : changes);
    },
    onFreshness: (isFresh) => {
      cache.isBypassed = !isFresh;
    },
    beforePoll: async () => {
      await reads?.check();
    },
    publishDueChanges: async () => {
      const now = clock();
      await advanceSales(database.db, now).catch(logFailure('prices of sales could not be updated'));
      await publishDueProducts(database.db, now).catch(logFailure('scheduled products could not be published'));
      await zeroResults.write(now).catch(logLostZeroResults);
    },
    onError: logFailure('the catalogue’s changes could not be read'),
  });
  const orderFeed = createOrderFeed({
    // The primary: a change of the database between two polls would lose the orders between both.
    db: database.db,
    clock,
    onError: (error) => http.log.warn({ err: error }, 'changes of orders could not be read'),
  });
  let events: StaffEvents | null = null;
  const unwatch = watchWrites(database.pool, 'catalog_change', () => feed.pollNow());
  const unwatchSessions = watchWrites(database.pool, 'session_end', tokens.invalidate);

  /** Serves the metrics if they have a port; their library is loaded only then. */
  const startMetrics = async () => {
    if (config.metrics === null) return null;
    measureFromNow();
    const { serveMetrics } = await import('./metrics/metrics-server.ts');
    const pools = { main: database.pool, ...(replica !== undefined && { replica: replica.pool }) };
    return serveMetrics(config.metrics, { db: database.db, pools, cache, feed, log: http.log });
  };

  // Only a process that listens serves lists; a worker never builds the index.
  http.addHook('onListen', async () => index.start());
  limitCalls(http, { counters, limits, secret });
  await http.register(
    async (api) => {
      registerHealth(api, {
        db: database.db,
        waitForIndex: () => index.waitForBuild(),
        feedBehindMs: () => feed.behindMs(),
        isStaff: async (token) => (await shop.lookUpStaff(token)) !== null,
      });
      registerDocs(api, { origin: config.publicUrl, gateways: partners.gateways });
      registerDeferredLinkPage(api, makeAnonymousContext);
      events = registerStaffEvents(api, { feed: orderFeed, lookUpStaff: shop.lookUpStaff });
      registerEndpoints(api, shop, { corsOrigins: config.corsOrigins, limits: callLimits });
      const webhook = partners.whatsappWebhook;
      if (webhook !== null) registerWhatsAppWebhook(api, { settings: webhook, system });
      registerPaymentCallbacks(api, { gateways: partners.gateways, system, publicUrl: config.publicUrl });
    },
    { prefix: '/api' },
  );
  registerOneClick(http, system);
  registerAccent(http);
  registerManifest(http, makeAnonymousContext);
  registerAssociationFiles(http, config.app);
  registerMedia(http, {
    dir: join(config.dataDir, 'media'),
    effort: config.imageEffort,
    findSpec: (hash) => findSpec(readDb, hash),
    loadDraw: loadDraw(config.isDemo),
  });
  registerCrawlers(http, {
    shop,
    origin: config.publicUrl,
    corsOrigins: config.corsOrigins,
    source: createSitemap(readDb),
    languagesOf: (path) => LANGS.map((lang) => withLang(path, lang)),
  });
  if (config.hasStandIns) {
    registerInbox(http, {
      dataDir: config.dataDir,
      hasMailServer: config.smtpUrl !== undefined,
      messages: partners.listDeliveredMessages,
      pushes: partners.listDeliveredPushes,
    });
  }

  if (office !== null) registerOffice(http, office, config.officeHost);
  if (development !== undefined) {
    const { registerDevPages } = await import('./http/pages/dev-pages.ts');
    await registerDevPages(http, { shop, root: development.root, origin: config.publicUrl });
  } else if (site !== null)
    registerPages(http, {
      shop,
      site,
      origin: config.publicUrl,
      corsOrigins: config.corsOrigins,
      counters,
      rendersPerNetwork: config.rateLimitPages,
    });

  const metrics = await startMetrics();

  return {
    http,
    shop,
    index,
    startJobs: () =>
      jobs.work(
        createJobHandlers({
          system,
          mailer,
          log: http.log,
          isDemo: config.isDemo,
          orderCheckPostcode: config.orderCheckPostcode,
        }),
      ),
    async drain() {
      events?.end();
      await drain();
    },
    async close() {
      events?.end();
      orderFeed.stop();
      // A client keeps its connection open after a response, which would delay the shutdown.
      const idle = setInterval(() => http.server.closeIdleConnections(), CLOSE_IDLE_MS);
      await http.close().finally(() => clearInterval(idle));
      await metrics?.close();
      shared?.close();
      unwatch();
      unwatchSessions();
      await feed.stop();
      await index.stop();
      await zeroResults.write().catch(logLostZeroResults);
      await jobs.stop();
      await partners.close();
      await traces?.stop();
    },
  };
}
