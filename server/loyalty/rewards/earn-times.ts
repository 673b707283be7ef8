/** The multiplier of a customer's points for orders and receipts, such as in the month of the birthday. */
import { NO_MULTIPLIER } from '@shop/core/loyalty/earn';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { customerTierIdSql } from '../../customer-tier.sql.ts';
import { statement } from '../../db/database.ts';
import { isOpenAtSql } from '../is-open-at.sql.ts';

/**
 * SQL expression: a customer's multiplier of points per ringgit at a time, in hundredths. The month is that of the
 * birthday in Malaysia.
 */
export const earnTimesSql = (customer: string, at: string): string => `coalesce((
  select max(r.amount) from earn_rules r join customers b on b.id = ${customer}
  where r.action = 'birthday' and r.per = 'multiplier' and ${isOpenAtSql(at, 'r')}
    and extract(month from b.date_of_birth) = extract(month from ${at} at time zone 'Asia/Kuala_Lumpur')
    and (r.tier_id is null or r.tier_id = ${customerTierIdSql('b.id')})), ${NO_MULTIPLIER})`;

/** Reads the multiplier of the points of customer $1 at $2, in hundredths. */
const customerEarnTimes = statement(
  'loyalty.earnTimes',
  v.object({ times: v.number() }),
  `select ${earnTimesSql('$1::uuid', '$2::timestamptz')} as times`,
);

/** Reads the current multiplier of a customer's points, in hundredths. */
export const readEarnTimes = async (ctx: Pick<Ctx, 'db' | 'now'>, customer_id: string): Promise<number> =>
  (await ctx.db.row(customerEarnTimes, [customer_id, ctx.now]))?.times ?? NO_MULTIPLIER;
