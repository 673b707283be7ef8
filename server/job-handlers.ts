/** Job handlers of each queue, and the daily clean-up. */
import { removeExpiredCarts } from './cart/cart.ts';
import { removeOldRecent } from './catalog/products/recent-products.ts';
import { removeOldSales, rollUpSales } from './catalog/sales/sales-rollup.ts';
import { removeOldTickets } from './content/contact-us.ts';
import type { Ctx } from './context.ts';
import { loadDemo } from './demo.ts';
import { removeOldKeys } from './http/api/idempotency.ts';
import { removeOldChanges } from './http/cache/change-feed.ts';
import { removeOldCodes } from './identity/codes/codes.ts';
import { removeOldMessages } from './identity/codes/undelivered-codes.ts';
import { removeOldSessions } from './identity/identity.ts';
import type { Work } from './jobs/boss.ts';
import { reviewDueTiers } from './loyalty/membership/membership.ts';
import { releaseEarnings } from './loyalty/order-wallets.ts';
import { rewardBirthdays } from './loyalty/rewards/rewards.ts';
import { expireVouchers } from './loyalty/vouchers/order-vouchers.ts';
import { requireConsistentWallets } from './loyalty/wallets/check-wallets.ts';
import { expireDueLots, notifyOfExpiry } from './loyalty/wallets/expiry.ts';
import { sendMails } from './notifications/send-mails.ts';
import { sendMessage } from './notifications/send-messages.ts';
import { cancelUnpaidOrders } from './orders/payment/cancel-unpaid.ts';
import { handleEnquiryJob } from './orders/payment/enquire-payments.ts';
import { forgetNetworks } from './orders/placing/open-orders.ts';
import type { Mailer } from './partners/mail/mailer.ts';
import { removeUnmatchedReports } from './payments/attempts.ts';
import { forgetOldSessions } from './referral/referrals.ts';
import { removeOldStaffSessions } from './staff/staff.ts';

/** The daily clean-up: each module removes its expired rows. */
const CLEAN_UPS: readonly ((ctx: Ctx) => Promise<unknown>)[] = [
  removeOldSales,
  removeOldRecent,
  removeOldTickets,
  (ctx) => removeExpiredCarts(ctx.db, ctx.now),
  removeOldCodes,
  removeOldMessages,
  removeOldSessions,
  removeOldStaffSessions,
  removeOldKeys,
  removeOldChanges,
  forgetNetworks,
  removeUnmatchedReports,
  expireVouchers,
  forgetOldSessions,
];

async function doDaily(ctx: Ctx, isDemo: boolean): Promise<void> {
  if (isDemo) await (await loadDemo()).ensureDealWindows(ctx.db, ctx.now);
  await rollUpSales(ctx, 'whole window');
  await reviewDueTiers(ctx);
  await rewardBirthdays(ctx);
  await notifyOfExpiry(ctx);
  for (const cleanUp of CLEAN_UPS) await cleanUp(ctx);
  await requireConsistentWallets(ctx);
}

async function doHourly(ctx: Ctx): Promise<void> {
  await rollUpSales(ctx);
  await expireDueLots(ctx);
  await releaseEarnings(ctx);
}

/** The handler of each queue. `system` makes the context of a job. */
export function jobHandlers({ system, mailer, isDemo }: { system: () => Ctx; mailer: Mailer; isDemo: boolean }): Work {
  return {
    mail: (jobs) => sendMails(system(), mailer, jobs),
    message: (jobs) => jobs.map((job) => sendMessage(system(), job)),
    minutely: (jobs) => jobs.map(() => cancelUnpaidOrders(system())),
    payment: (jobs) => jobs.map(({ reference }) => handleEnquiryJob(system(), reference)),
    hourly: (jobs) => jobs.map(() => doHourly(system())),
    daily: (jobs) => jobs.map(() => doDaily(system(), isDemo)),
  };
}
