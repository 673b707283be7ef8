/** Measures what each call of a guest checkout costs: statements, and processor of the server and of PostgreSQL. */
import { databaseTime, onClone, onDatabase } from './databases.ts';
import { runLoad } from './load.ts';
import { processorTime, type Started, startShop } from './processes.ts';
import { plainRow, type Row, say } from './report.ts';
import { checkOut, TRUST_PROXY, type Visit, type Wanted, wantedLines } from './shoppers.ts';
import { countCheckout } from './statements.ts';

const PORT = 3576;
const PRODUCTS = 1_000;
const CONNECTIONS = 4;
const MEASURED_VISITS = 1_000;
/** Compiling the code of a visit takes thousands of visits. */
const WARM_UP_VISITS = 2_000;

/** The calls of `checkOut`, in their order. */
const CALLS = ['GET /cart', 'PUT /cart', 'GET /shippings', 'PUT /checkout', 'POST /orders/checkout'];
/** Whole visit, without a coupon. */
const MAX_STATEMENTS = 18;
const MAX_SERVER_MS = 3;
const MAX_DATABASE_MS = 3;

/** Milliseconds of processor. */
type Cost = { server: number; database: number };

type Step = { visit: Visit; request: Buffer };

/** Sends the next request of every visit; returns the visits that go on. */
async function sendStep(port: number, steps: readonly Step[]): Promise<Step[]> {
  const waiting = [...steps];
  const sent = new Map<number, Visit>();
  const following: Step[] = [];
  await runLoad({
    port,
    connections: CONNECTIONS,
    seconds: 120,
    keepBody: true,
    next(connection, response) {
      const visit = sent.get(connection);
      const after = response === null ? undefined : visit?.next(response);
      if (visit !== undefined && after?.done === false) following.push({ visit, request: after.value });
      const next = waiting.pop();
      if (next === undefined) return null;
      sent.set(connection, next.visit);
      return next.request;
    },
  });
  return following;
}

/** Runs `visits` visits in parallel, call by call; returns the cost of each call. */
async function measureCalls(url: string, shop: Started, wanted: readonly Wanted[], visits: number): Promise<Cost[]> {
  const measure = async () => ({ server: processorTime(shop.pid) ?? Number.NaN, database: await databaseTime(url) });
  let steps = Array.from({ length: visits }, (): Step => {
    const visit = checkOut(wanted);
    const first = visit.next();
    if (first.done === true) throw new Error('A visit without calls');
    return { visit, request: first.value };
  });
  const costs: Cost[] = [];
  while (steps.length > 0) {
    const before = await measure();
    steps = await sendStep(shop.port, steps);
    const after = await measure();
    costs.push({
      server: (after.server - before.server) / visits,
      database: (after.database - before.database) / visits,
    });
  }
  return costs;
}

const costText = ({ server, database }: Cost): string => `${server.toFixed(2)} + ${database.toFixed(2)} ms`;

/** Prints statements and processor (server + PostgreSQL) by call and in total. */
export function measureCheckout(fresh: boolean): Promise<Row[]> {
  return onClone(PRODUCTS, fresh, async (url) => {
    const statements = await countCheckout(url);
    const shop = await startShop(url, PORT, { env: TRUST_PROXY });
    try {
      const wanted = await wantedLines(PORT);
      say('  warming up');
      await measureCalls(url, shop, wanted, WARM_UP_VISITS);
      // As autovacuum does within a minute: plans made while the tables were empty read too much.
      await onDatabase(url, (client) => client.query('vacuum analyze orders, order_lines, carts, cart_lines'));
      say('  measuring');
      const costs = await measureCalls(url, shop, wanted, MEASURED_VISITS);
      const whole = costs.reduce((sum, { server, database }) => ({
        server: sum.server + server,
        database: sum.database + database,
      }));
      const inAll = statements.reduce((sum, count) => sum + count, 0);
      return [
        ...CALLS.map((name, at) => {
          const cost = costs[at];
          return plainRow(
            name,
            `${statements[at]} statements, ${cost === undefined ? 'not measured' : costText(cost)}`,
          );
        }),
        {
          what: 'All five, server + PostgreSQL',
          measured: `${inAll} statements, ${costText(whole)}`,
          target: `≤ ${MAX_STATEMENTS}, ${MAX_SERVER_MS} + ${MAX_DATABASE_MS} ms`,
          met: inAll <= MAX_STATEMENTS && whole.server <= MAX_SERVER_MS && whole.database <= MAX_DATABASE_MS,
        },
      ];
    } finally {
      await shop.stop();
    }
  });
}
