/** Checks the invariants of a restored shop: of wallets, stock, refunds and orders. */
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';
import { checkWallets } from '../loyalty/wallets/check-wallets.ts';

/** A rule, the number of rows that were checked, and the names of those that break it. */
export type CheckResult = { rule: string; rowsChecked: number; wrong: string[] };

const checkResultRow = v.object({ checked: v.number(), wrong: v.array(v.string()) });

/** Counts the rows of a query with the columns `name` and `is_right`, and names those that are not right. */
const defineCheck = (name: string, rows: string) =>
  statement(
    `backup.${name}`,
    checkResultRow,
    `select count(*) as checked, coalesce(array_agg(name order by name) filter (where not is_right), '{}') as wrong
     from (${rows}) each`,
  );

/**
 * The rules besides that of wallets. Failed and withdrawn refunds pay no money, but a failed one has returned its coins
 * and points.
 */
const CHECKS = [
  {
    rule: 'stock: never below zero',
    statement: defineCheck(
      'stock',
      `select 'stock row ' || id as name, quantity >= 0 or is_continuous_selling as is_right from inventory`,
    ),
  },
  {
    rule: 'stock: taken only by orders that are not canceled',
    statement: defineCheck(
      'reservations',
      `select distinct o.order_number as name, o.status <> 'canceled' as is_right
       from order_stock s join orders o on o.id = s.order_id`,
    ),
  },
  {
    rule: 'refunds: not above the payment',
    statement: defineCheck(
      'paymentRefunds',
      `select 'payment ' || a.reference as name,
         a.captured_at is not null and sum(r.amount) <= a.amount as is_right
       from refunds r join payment_attempts a on a.id = r.attempt_id
       where r.state not in ('failed', 'withdrawn') group by a.id`,
    ),
  },
  {
    rule: 'refunds: coins and points not above those of the order',
    statement: defineCheck(
      'walletRefunds',
      `select o.order_number as name, sum(r.coins) <= o.coins and sum(r.points) <= o.points_used as is_right
       from refunds r join orders o on o.id = r.order_id where r.state <> 'withdrawn' group by o.id`,
    ),
  },
  {
    rule: 'orders: amounts add up',
    statement: defineCheck(
      'orders',
      `select order_number as name, items_total = lines.total and grand_total = items_total - discount - coupon_discount
         + delivery_fee + bag_fee + tip - voucher - points - coins + rounding as is_right
       from orders, lateral (
         select coalesce(sum(price_total), 0)::bigint as total from order_lines where order_id = orders.id
       ) lines`,
    ),
  },
] as const;

/** Runs all checks in one transaction, without a time limit. */
export function checkShop(db: Db): Promise<CheckResult[]> {
  return db.transaction(async (tx) => {
    await tx.liftTimeLimit();
    await tx.raw('set local enable_seqscan = on');
    const { wallets, wrong } = await checkWallets({ db: tx });
    const results: CheckResult[] = [
      {
        rule: 'wallets: balances follow from their entries',
        rowsChecked: wallets,
        wrong: wrong.map(({ customer_id, kind }) => `${kind} of ${customer_id}`),
      },
    ];
    for (const { rule, statement } of CHECKS) {
      const row = await tx.row(statement);
      results.push({ rule, rowsChecked: row?.checked ?? 0, wrong: row?.wrong ?? [] });
    }
    return results;
  });
}

const MAX_NAMED_ROWS = 10;

/** Formats a result as one line. */
export function formatCheckResult({ rule, rowsChecked: checked, wrong }: CheckResult): string {
  if (wrong.length === 0) return `ok     ${rule} (${checked} checked)`;
  const more = wrong.length > MAX_NAMED_ROWS ? ` and ${wrong.length - MAX_NAMED_ROWS} more` : '';
  return `WRONG  ${rule} (${wrong.length} of ${checked}): ${wrong.slice(0, MAX_NAMED_ROWS).join(', ')}${more}`;
}
