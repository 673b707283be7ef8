/** Checkouts of customers with the app, while FCM is healthy and while it fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beginVisit, orderAtRate } from './checkout.ts';
import { onClone, onDatabase } from './databases.ts';
import { startShop } from './processes.ts';
import { atMostRow, median, percentile, plainRow, type Row, say } from './report.ts';
import { checkOut, guestHeaders, TRUST_PROXY, type Wanted, wantedLines } from './shoppers.ts';

const PORT = 3578;
const PRODUCTS = 1_000;
/** Runs with a healthy and with a failing FCM take turns. */
const ROUNDS = 5;
const RATE = { ordersPerSecond: 20, seconds: 10 };
/** Each orders once a run. */
const CUSTOMERS = RATE.ordersPerSecond * RATE.seconds;
/** After each run, until its jobs are done or wait for their next try. */
const SETTLE_MS = 5_000;
const MAX_RATIO = 1.25;

/** How the stand-in fails, by the beginning of a registration token (server/partners/fcm/stand-in.ts). */
const FAILURES = ['unavailable-', 'internal-', 'hang-', 'quota-'];

async function post(path: string, body: object, headers: Record<string, string>): Promise<{ token?: string }> {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused with ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Registers a customer with a phone; returns the customer's token. */
async function addCustomer(customer: number): Promise<string> {
  const account = { email: `app${customer}@example.com`, password: 'pandan-and-coconut', accept_terms: true };
  const { token = '' } = await post('/api/register', { name: 'Tan Mei Ling', ...account }, guestHeaders(customer));
  const app = { ...guestHeaders(customer, token), 'X-Platform': 'android' };
  await post('/api/save-fcm-token', { token: `phone-${customer}` }, app);
  return token;
}

/** Makes FCM accept the messages to all phones, or fail in turns. */
const setFcm = (url: string, isHealthy: boolean) =>
  onDatabase(url, (client) =>
    client.query(
      `update push_tokens p set token = ($1::text[])[(1 + n.at % cardinality($1::text[]))::int] || p.id
       from (select id, row_number() over (order by id) as at from push_tokens) n where n.id = p.id`,
      [isHealthy ? ['phone-'] : FAILURES],
    ),
  );

type Counts = { tokens: number; sent: number };

const countPushes = (url: string): Promise<Counts> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<Counts>(
      `select (select count(*)::int from push_tokens) as tokens,
         (select count(*)::int from notification_deliveries where channel = 'push' and state = 'sent') as sent`,
    );
    return rows[0] ?? { tokens: 0, sent: 0 };
  });

type Run = { p95: number; unplaced: number };

async function measure(url: string): Promise<Row[]> {
  const limits = { RATE_LIMIT_SIGN_UP: '1000000', RATE_LIMIT_SIGN_IN: '1000000' };
  const shop = await startShop(url, PORT, { env: { ...TRUST_PROXY, ...limits } });
  try {
    const wanted: Wanted[] = await wantedLines(PORT);
    const customers: string[] = [];
    for (let customer = 0; customer < CUSTOMERS; customer++) customers.push(await addCustomer(customer));
    const run = async (isHealthy: boolean): Promise<Run> => {
      await setFcm(url, isHealthy);
      const visits = customers.map((token) => beginVisit(checkOut(wanted, token)));
      const { times, unplaced } = await orderAtRate(PORT, visits, RATE);
      await sleep(SETTLE_MS);
      return { p95: percentile(times, 95), unplaced };
    };
    say('  warming up');
    for (let round = 0; round < 3; round++) await run(true);
    await onDatabase(url, (client) => client.query('vacuum analyze'));
    const rounds: { healthy: Run; failing: Run }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      say(`  round ${round} of ${ROUNDS}`);
      rounds.push({ healthy: await run(true), failing: await run(false) });
    }
    const { tokens, sent } = await countPushes(url);
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
    const unplaced = rounds.reduce((sum, { healthy, failing }) => sum + healthy.unplaced + failing.unplaced, 0);
    return [
      atMostRow(
        'An order’s p95 while FCM fails, to that while it works',
        middle(({ healthy, failing }) => failing.p95 / healthy.p95),
        MAX_RATIO,
        '',
        2,
      ),
      plainRow('  p95 while it fails', `${middle(({ failing }) => failing.p95).toFixed()} ms`),
      plainRow('  p95 while it works', `${middle(({ healthy }) => healthy.p95).toFixed()} ms`),
      plainRow('  Pushes sent', String(sent)),
      atMostRow('  Registration tokens lost', CUSTOMERS - tokens, 0, ''),
      atMostRow('  Orders not placed', unplaced, 0, ''),
    ];
  } finally {
    await shop.stop();
  }
}

/** Measures orders with a healthy and with a failing FCM in turns. */
export const measurePush = (fresh: boolean): Promise<Row[]> => onClone(PRODUCTS, fresh, measure);
