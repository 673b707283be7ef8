/** The daily closing: every amount belongs to one day, and adds up to the orders to the sen (docs/readings.md#98). */
import type { Closing } from '@shop/contract/staff/staff-closing';
import { textIn } from '@shop/core/lang';
import { DAY_MS, midnightOf } from '@shop/core/time';
import type { Ctx } from '../../context.ts';
import * as sql from './closing.sql.ts';

type SaleSums = Closing['sales'];

const NO_SALES: SaleSums = {
  ...{ orders: 0, items_total: 0, discount: 0, coupon_discount: 0, delivery_fee: 0, bag_fee: 0, tip: 0 },
  ...{ voucher: 0, points: 0, coins: 0, undelivered: 0, rounding: 0, grand_total: 0 },
};
const SUM_FIELDS = Object.keys(NO_SALES) as (keyof SaleSums)[];

const addSales = (one: SaleSums, other: SaleSums): SaleSums =>
  Object.fromEntries(SUM_FIELDS.map((field) => [field, one[field] + other[field]])) as SaleSums;

/** Reads the closing of a day in Malaysia. */
export async function readClosing(ctx: Ctx, day: string): Promise<Closing> {
  const span = [midnightOf(day), new Date(midnightOf(day).getTime() + DAY_MS)];
  const row = await ctx.db.row(sql.closingOfDay, span);
  if (row === null) throw new Error('The day was not summed');
  const { methods, classes, refunds, delivered, failed, canceled, ...cash } = row;
  const sales = methods.reduce(addSales, NO_SALES);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  return {
    day,
    sales,
    by_payment_method: methods.map(({ name_en, name_zh, points_used: _, ...sums }) => ({
      ...sums,
      name: textIn(ctx.lang, name_en, name_zh),
    })),
    by_tax_class: classes.map((row) => {
      const { items_total, discount, voucher_discount, undelivered } = row;
      return { ...row, amount: items_total - discount - voucher_discount - undelivered };
    }),
    points_redeemed: methods.reduce((sum, { points_used }) => sum + points_used, 0),
    refunds,
    refunded,
    net: sales.grand_total - refunded,
    deliveries: { delivered, failed, canceled },
    cash,
  };
}
