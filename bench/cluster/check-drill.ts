/** Checks a shop after a drill: nothing acknowledged is lost, nothing is doubled or oversold, no job is stuck. */
import type pg from 'pg';
import { checkShop, formatCheckResult } from '../../server/backup/check-shop.ts';
import { openPostgres } from '../../server/db/open.ts';
import { onDatabase } from '../databases.ts';
import type { AcknowledgedOrder } from './guests.ts';
import { waitUntil } from './service.ts';

/** Stock before the drill, of each product and of the scarce one. */
const PLENTIFUL_STOCK = 1_000_000;
const SCARCE_STOCK = 40;

/** A line of the report, and whether the check passed. */
export type DrillVerdict = { line: string; isRight: boolean };

const toVerdict = (rule: string, checked: number, wrong: readonly string[]): DrillVerdict => ({
  line: formatCheckResult({ rule, rowsChecked: checked, wrong: [...wrong] }),
  isRight: wrong.length === 0,
});

/**
 * Sets a plentiful stock for each product, and little for the one with this id, so that a drill can count what was
 * sold.
 */
export async function setStock(url: string, scarceId: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query('update inventory set quantity = $1, is_continuous_selling = false', [PLENTIFUL_STOCK]);
    await client.query('update inventory set quantity = $1 where product_id = $2', [SCARCE_STOCK, scarceId]);
    await client.query('update product_listing set in_stock = true');
    await client.query('update delivery_slot_templates set capacity = 1000000');
  });
}

const listNames = async (client: pg.Client, sql: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query<{ name: string }>(sql, values)).rows.map(({ name }) => name);

/** Lists the acknowledged orders that the database does not have. */
export const listLostOrders = (url: string, acknowledged: readonly AcknowledgedOrder[]): Promise<AcknowledgedOrder[]> =>
  onDatabase(url, async (client) => {
    const storedNumbers = await listNames(client, 'select order_number as name from orders');
    const numbers = new Set(storedNumbers);
    return acknowledged.filter(({ order_number }) => !numbers.has(order_number));
  });

/** Checks orders and stock, and the rules of `server/backup/check-shop.ts`. */
export async function checkOrders(url: string): Promise<DrillVerdict[]> {
  const verdicts = await onDatabase(url, async (client) => {
    // Each guest orders once.
    const repeatedEmails = await listNames(
      client,
      'select contact_email as name from orders group by contact_email having count(*) > 1',
    );
    const wrongStock = await listNames(
      client,
      `select 'stock row ' || i.id || ' of product ' || product_id as name from inventory i
       left join (select inventory_id, sum(quantity) as quantity from order_stock group by 1) s on s.inventory_id = i.id
       where i.quantity + coalesce(s.quantity, 0) not in ($1, $2) or i.quantity < 0`,
      [PLENTIFUL_STOCK, SCARCE_STOCK],
    );
    const { rows } = await client.query<{ orders: number; stock: number }>(
      'select (select count(*) from orders)::integer as orders, (select count(*) from inventory)::integer as stock',
    );
    const { orders, stock } = rows[0] ?? { orders: 0, stock: 0 };
    return [
      toVerdict('orders: one of each guest', orders, repeatedEmails),
      toVerdict('stock: what is there and what is ordered make what was there', stock, wrongStock),
    ];
  });
  const database = await openPostgres('DATABASE_URL', url);
  try {
    const results = await checkShop(database.db);
    return [...verdicts, ...results.map(({ rule, rowsChecked: checked, wrong }) => toVerdict(rule, checked, wrong))];
  } finally {
    await database.close();
  }
}

/** Checks that every acknowledged order is stored. */
export async function checkAcknowledged(
  url: string,
  acknowledged: readonly AcknowledgedOrder[],
): Promise<DrillVerdict> {
  const lostOrders = await listLostOrders(url, acknowledged);
  return toVerdict(
    'orders: all that were acknowledged',
    acknowledged.length,
    lostOrders.map((each) => each.order_number),
  );
}

/** Time limit for the jobs of the drill. */
const MAX_JOBS_SECONDS = 120;

/** Checks that every mail is sent in time. */
export async function checkJobs(url: string): Promise<DrillVerdict> {
  const count = () =>
    onDatabase(url, async (client) => {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`,
      );
      return rows[0]?.waiting ?? 0;
    });
  const startedAt = performance.now();
  const isDone = await waitUntil('mails', async () => (await count()) === 0, { seconds: MAX_JOBS_SECONDS }).then(
    () => true,
    () => false,
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed();
  return {
    line: isDone
      ? `ok     jobs: every mail is sent ${seconds} s later`
      : `WRONG  jobs: ${await count()} mails wait after ${seconds} s`,
    isRight: isDone,
  };
}
