/**
 * Measures checkouts of customers with the app, while FCM is healthy, while it fails, and without its token endpoint.
 */
import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginVisit, orderAtRate } from './checkout.ts';
import { onClone, onDatabase } from './databases.ts';
import { type StartedProcess, startShop } from './processes.ts';
import { makeLimitRow, makePlainRow, median, percentile, type ReportRow, reportProgress } from './report.ts';
import { checkOut, listWantedLines, makeGuestHeaders, TRUST_PROXY, type WantedLine } from './shoppers.ts';

const SHOP_PORT = 3578;
/** Port of the shop without a token endpoint; each shop's stand-ins listen on the ports after its own. */
const PORT_WITHOUT_TOKENS = 3598;
/** Address at which nothing listens. */
const CLOSED_URL = 'http://127.0.0.1:9';
const PRODUCT_COUNT = 1_000;
/** Runs with a healthy FCM, with a failing one and without its token endpoint take turns. */
const ROUNDS = 5;
const ORDER_RATE = { ordersPerSecond: 20, seconds: 10 };
/** Number of customers; each orders once per run. */
const CUSTOMER_COUNT = ORDER_RATE.ordersPerSecond * ORDER_RATE.seconds;
/** Wait after each run until its jobs are done or wait for their next try. */
const SETTLE_MS = 5_000;
const MAX_RATIO = 1.25;

/** Beginning of the registration token of a phone that receives (server/partners/fcm/stand-in.ts). */
const PHONE_PREFIX = 'phone-';
/** Beginnings of tokens at which FCM, or a host before it, fails; the registration tokens stay. */
const FAILING_PREFIXES = ['unavailable-', 'internal-', 'hang-', 'quota-', 'auth-', 'payload-', 'proxy-'];
/** Beginnings of tokens whose phone is gone; these registration tokens are removed. */
const UNREGISTERED_PREFIXES = ['unregistered-', 'mismatch-', 'invalid-', 'malformed-'];

async function postJson(
  port: number,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<{ token?: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused with ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Registers a customer with a phone; returns the customer's token. */
async function addCustomer(port: number, customer: number): Promise<string> {
  const account = { email: `app${customer}@example.com`, password: 'pandan-and-coconut', accept_terms: true };
  const { token = '' } = await postJson(
    port,
    '/api/register',
    { name: 'Tan Mei Ling', ...account },
    makeGuestHeaders(customer),
  );
  const app = { ...makeGuestHeaders(customer, token), 'X-Platform': 'android' };
  await postJson(port, '/api/save-fcm-token', { token: `${PHONE_PREFIX}${customer}` }, app);
  return token;
}

/** Makes the customers' registration tokens begin with these, in turns. */
const setTokenPrefixes = (url: string, beginnings: readonly string[]) =>
  onDatabase(url, (client) =>
    client.query(
      `update push_tokens p set token = ($1::text[])[(1 + n.at % cardinality($1::text[]))::int] || p.id
       from (select id, row_number() over (order by id) as at from push_tokens) n where n.id = p.id`,
      [beginnings],
    ),
  );

/** Counts the registration tokens that begin with one of these. */
const countTokens = (url: string, beginnings: readonly string[]): Promise<number> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int from push_tokens where token like any ($1)',
      [beginnings.map((each) => `${each}%`)],
    );
    return rows[0]?.count ?? 0;
  });

const countSent = (url: string): Promise<number> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from notification_deliveries where channel = 'push' and state = 'sent'",
    );
    return rows[0]?.count ?? 0;
  });

/** Creates a service account whose access tokens cannot be requested. */
function makeUnusableServiceAccount(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return JSON.stringify({
    type: 'service_account',
    project_id: 'bench',
    client_email: 'push@bench.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${CLOSED_URL}/token`,
  });
}

type PushRun = { p95: number; unplaced: number };

/** Adds customers to a shop. Returns a function that lets each of them order once. */
async function beginShop({ port }: StartedProcess, url: string): Promise<() => Promise<PushRun>> {
  const wantedLines: WantedLine[] = await listWantedLines(port);
  const customers: string[] = [];
  for (let customer = 0; customer < CUSTOMER_COUNT; customer++) customers.push(await addCustomer(port, customer));
  await onDatabase(url, (client) => client.query('vacuum analyze'));
  return async () => {
    const visits = customers.map((token) => beginVisit(checkOut(wantedLines, token)));
    const { times, unplaced } = await orderAtRate(port, visits, ORDER_RATE);
    await sleep(SETTLE_MS);
    return { p95: percentile(times, 95), unplaced };
  };
}

async function compareRuns(
  shop: StartedProcess,
  url: string,
  shopWithoutTokens: StartedProcess,
  urlWithoutTokens: string,
) {
  const order = await beginShop(shop, url);
  const orderWithoutTokens = await beginShop(shopWithoutTokens, urlWithoutTokens);
  const orderWith = async (beginnings: readonly string[]): Promise<PushRun> => {
    await setTokenPrefixes(url, beginnings);
    return order();
  };
  reportProgress('  warming up');
  for (let round = 0; round < 3; round++) {
    await order();
    await orderWithoutTokens();
  }
  const rounds: { healthy: PushRun; failing: PushRun; without: PushRun }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    reportProgress(`  round ${round} of ${ROUNDS}`);
    rounds.push({
      healthy: await orderWith([PHONE_PREFIX]),
      failing: await orderWith(FAILING_PREFIXES),
      without: await orderWithoutTokens(),
    });
  }
  const lostTokens =
    CUSTOMER_COUNT -
    (await countTokens(url, FAILING_PREFIXES)) +
    CUSTOMER_COUNT -
    (await countTokens(urlWithoutTokens, [PHONE_PREFIX]));
  // A run with a healthy FCM closes the circuit breaker, without which the phones that are gone would not be tried.
  await orderWith([PHONE_PREFIX]);
  await orderWith([PHONE_PREFIX, ...UNREGISTERED_PREFIXES]);
  const medianOf = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const unplaced = rounds.flatMap((round) => Object.values(round)).reduce((sum, run) => sum + run.unplaced, 0);
  const makeRatioRow = (label: string, value: number) => makeLimitRow(label, value, MAX_RATIO, '', 2);
  return [
    makeRatioRow(
      'An order’s p95 while FCM fails, to that while it works',
      medianOf(({ healthy, failing }) => failing.p95 / healthy.p95),
    ),
    makeRatioRow(
      'An order’s p95 without its token endpoint, to that while it works',
      medianOf(({ healthy, without }) => without.p95 / healthy.p95),
    ),
    makePlainRow('  p95 while it works', `${medianOf(({ healthy }) => healthy.p95).toFixed()} ms`),
    makePlainRow('  p95 while it fails', `${medianOf(({ failing }) => failing.p95).toFixed()} ms`),
    makePlainRow('  p95 without its token endpoint', `${medianOf(({ without }) => without.p95).toFixed()} ms`),
    makePlainRow('  Pushes sent', String(await countSent(url))),
    makeLimitRow('  Registration tokens lost', lostTokens, 0, ''),
    makeLimitRow(
      '  Registration tokens left of phones that are gone',
      await countTokens(url, UNREGISTERED_PREFIXES),
      0,
      '',
    ),
    makeLimitRow('  Orders not placed', unplaced, 0, ''),
  ];
}

/** Runs `work` with a shop on a database of its own. */
const withShop = <T>(
  fresh: boolean,
  port: number,
  env: Record<string, string>,
  work: (shop: StartedProcess, url: string) => Promise<T>,
): Promise<T> =>
  onClone(PRODUCT_COUNT, fresh, async (url) => {
    const limits = { RATE_LIMIT_SIGN_UP: '1000000', RATE_LIMIT_SIGN_IN: '1000000' };
    const shop = await startShop(url, port, { env: { ...TRUST_PROXY, ...limits, ...env } });
    try {
      return await work(shop, url);
    } finally {
      await shop.stop();
    }
  });

/** Measures orders with a healthy FCM, with a failing one and without its token endpoint in turns. */
export const measurePush = (fresh: boolean): Promise<ReportRow[]> =>
  withShop(fresh, SHOP_PORT, {}, (shop, url) =>
    withShop(
      false,
      PORT_WITHOUT_TOKENS,
      { FCM_URL: CLOSED_URL, FCM_SERVICE_ACCOUNT: makeUnusableServiceAccount() },
      (shopWithoutTokens, urlWithoutTokens) => compareRuns(shop, url, shopWithoutTokens, urlWithoutTokens),
    ),
  );
