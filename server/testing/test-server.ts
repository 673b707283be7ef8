/** Starts the whole application on its own database and port, for one test file; tests call it over HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type App, createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Office } from '../http/pages/serve-office.ts';
import type { Site } from '../http/pages/serve-pages.ts';
import { ipay88Provider } from '../partners/ipay88/provider.ts';
import type { PaymentProvider } from '../partners/payment-provider.ts';
import { PAYMENT_PROVIDERS } from '../partners/payment-providers.ts';
import { type TestDatabase, testDatabase } from './database/test-database.ts';
import { WITHOUT_OPEN_ORDER_LIMITS } from './orders/open-order-settings.ts';

/** The parts of a test's request besides method and path. A body that is not a string is sent as JSON. */
export type RequestOptions = {
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests check responses without the contract's types
type UntypedJson = any;

export type TestResponse = { status: number; headers: Headers; text: string; body: UntypedJson };

export type TestServer = {
  url: string;
  /** Calls the API: `api('GET', '/products?limit=2')`. Parses a JSON body. */
  api(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  app: App;
  db: Db;
  database: TestDatabase;
  config: Config;
};

export type TestServerOptions = {
  /** Settings over those of development, such as `RATE_LIMIT`. */
  env?: Record<string, string>;
  /** The clock, if a test moves it. */
  clock?: () => Date;
  /** Whether jobs run here (mails are sent); otherwise they are only enqueued. */
  jobs?: boolean;
  /** Serves pages as well as the API. */
  site?: Site;
  /** Serves the office too. */
  office?: Office | null;
  /** A database to use instead of a new clone; it stays open. */
  database?: TestDatabase;
  /**
   * Payment providers instead of iPay88 and, with its settings in `env`, Touch 'n Go, whose stand-in takes time to
   * start.
   */
  paymentProviders?: readonly PaymentProvider[];
};

/** Requests a URL and reads the whole response. */
export async function sendRequest(
  url: string,
  method: string,
  { token, body, headers }: RequestOptions = {},
): Promise<TestResponse> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token != null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** Starts a server that stops after the test file. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-test-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '100000',
    RATE_LIMIT_TRACKING: '100000',
    RATE_LIMIT_CONTACT: '100000',
    RATE_LIMIT_TILL: '100000',
    RATE_LIMIT_TILL_LOOK_UPS: '100000',
    RATE_LIMIT_SIGN_IN: '100000',
    RATE_LIMIT_SIGN_UP: '100000',
    RATE_LIMIT_CODES: '100000',
    RATE_LIMIT_UNUSED_CODES: '100000',
    RATE_LIMIT_PAGES: '100000',
    RATE_LIMIT_ENQUIRIES: '100000',
    ...WITHOUT_OPEN_ORDER_LIMITS,
    ...options.env,
  });
  const { clock, site, office } = options;
  const usualProviders = options.env?.TNG_CLIENT_ID === undefined ? [ipay88Provider] : PAYMENT_PROVIDERS;
  const { paymentProviders = usualProviders } = options;
  const replacements = { ...(clock && { clock }), ...(site && { site }), ...(office && { office }) };
  const app = await createApp({ config, database, freePorts: true, paymentProviders, ...replacements });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  if (options.jobs === true) await app.startJobs();
  afterAll(async () => {
    await app.close();
    if (options.database === undefined) await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    url,
    api: (method, path, options) => sendRequest(`${url}/api${path}`, method, options),
    app,
    db: database.db,
    database,
    config,
  };
}
