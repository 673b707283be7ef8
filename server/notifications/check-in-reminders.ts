/** Reminds customers in the evening if their streak of daily check-ins would end today (docs/readings.md#60). */

import { coinsPath } from '@shop/core/links/paths';
import { DAY_MS, dayOf, HOUR_MS, startOfDay } from '@shop/core/time';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import { readLoyaltySettings } from '../loyalty/loyalty-settings.ts';
import { sumOverCustomers } from '../loyalty/sum-over-customers.ts';
import { inTransaction } from '../transaction.ts';
import { canSendKind } from './channels.ts';
import { notify } from './notify.ts';

/** Reminders are written between these hours in Kuala Lumpur. */
const FROM_HOUR = 18;
const UNTIL_HOUR = 21;

/** Maximum number of customers reminded in one run of the hourly job. */
const MAX_REMINDERS_PER_RUN = 5_000;

/**
 * Lists customers who checked in on day $1, at least the second day in a row, but not yet on day $2, were not reminded
 * on day $2, have a push token and have not switched push off for rewards; at most $3.
 */
const dueCheckIns = statement(
  'notifications.dueCheckIns',
  v.object({ customer_id: v.string(), streak: v.number() }),
  `select c.customer_id, c.streak from check_ins c
   where c.day = $1 and c.streak >= 2
     and exists (select from push_tokens p where p.customer_id = c.customer_id)
     and not exists (select from check_ins today where today.customer_id = c.customer_id and today.day = $2)
     and not exists (select from notifications n where n.source = 'check-in.' || c.customer_id || '.' || $2::date)
     and not exists (select from notification_choices off where off.customer_id = c.customer_id
       and off.topic = 'rewards' and off.channel = 'push' and not off.enabled)
   order by c.customer_id limit $3`,
);

/**
 * Reminds customers at most once a day, if the shop can push. Part of the hourly job. Returns the number of reminders.
 */
export async function remindOfCheckIns(ctx: Ctx): Promise<number> {
  const hours = (ctx.now.getTime() - startOfDay(ctx.now).getTime()) / HOUR_MS;
  if (hours < FROM_HOUR || hours >= UNTIL_HOUR || !canSendKind(ctx, 'push', 'check-in-reminder')) return 0;
  if (!(await readLoyaltySettings(ctx.db)).enabled) return 0;
  const [yesterday, today] = [dayOf(new Date(ctx.now.getTime() - DAY_MS)), dayOf(ctx.now)];
  const due = await ctx.db.rows(dueCheckIns, [yesterday, today, MAX_REMINDERS_PER_RUN]);
  const streaks = new Map(due.map(({ customer_id, streak }) => [customer_id, streak]));
  return sumOverCustomers([...streaks.keys()], (customer_id) =>
    inTransaction(ctx, async (ctx) => {
      const options = { source: `check-in.${customer_id}.${today}`, customer_id, action_url: coinsPath() };
      await notify(ctx, 'check-in-reminder', { streak: streaks.get(customer_id) ?? 0 }, options);
      return 1;
    }),
  );
}
