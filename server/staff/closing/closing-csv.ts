/** The daily closing as CSV: a line for each amount. Texts that a spreadsheet would run as a formula are disarmed. */
import type { closing } from '@shop/contract/staff/staff-closing';
import type * as v from 'valibot';
import { csvCell, guardFormula } from '../../import/columns/cells.ts';

/** A closing as the response has it: amounts are texts in ringgit. */
type ClosingJson = v.InferOutput<typeof closing>;

/** Section, name, number of orders, units or refunds, and amount. */
type ClosingLine = [section: string, name: string, count: number | '', amount: string];

const AMOUNT_FIELDS = [
  'items_total',
  'discount',
  'coupon_discount',
  'delivery_fee',
  'bag_fee',
  'tip',
  'voucher',
  'points',
  'coins',
  'undelivered',
  'rounding',
  'grand_total',
] as const;

const CASH_FIELDS = ['cash_due', 'cash_recorded', 'cash_counted', 'cash_difference'] as const;

/** Builds the lines of a sum of orders: their number, then each amount. */
const buildSaleLines = (section: string, sums: ClosingJson['sales']): ClosingLine[] => [
  [section, 'orders', sums.orders, ''],
  ...AMOUNT_FIELDS.map((name): ClosingLine => [section, name, '', sums[name]]),
];

function listLines({
  sales,
  by_payment_method,
  by_tax_class,
  refunds,
  refunded,
  net,
  ...rest
}: ClosingJson): ClosingLine[] {
  const { points_redeemed, deliveries, cash } = rest;
  return [
    ...buildSaleLines('sales', sales),
    ...by_payment_method.flatMap(({ payment_method, name: _, ...sums }) =>
      buildSaleLines(`sales ${payment_method}`, sums),
    ),
    ...by_tax_class.map((row): ClosingLine => ['tax class', row.tax_class ?? 'none', row.units, row.amount]),
    ['points redeemed', '', points_redeemed, ''],
    ...refunds.map((row): ClosingLine => ['refunds', row.reason, row.count, row.amount]),
    ['refunded', '', '', refunded],
    ['net', '', '', net],
    ...Object.entries(deliveries).map(([name, count]): ClosingLine => ['deliveries', name, count, '']),
    ...CASH_FIELDS.map((name): ClosingLine => ['cash', name, '', cash[name]]),
    ['cash', 'uncounted_runs', cash.uncounted_runs, ''],
  ];
}

/** Writes a closing as CSV with a byte-order mark, by which spreadsheets recognize UTF-8. */
export function formatClosingCsv(response: ClosingJson): string {
  const rows = listLines(response).map(([section, name, count, amount]) =>
    [response.day, csvCell(guardFormula(section)), csvCell(guardFormula(name)), count, amount].join(','),
  );
  return `\ufeff${['day,section,name,count,amount', ...rows].join('\n')}\n`;
}
