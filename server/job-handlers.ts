/** Job handlers of each queue, and the steps of the daily job. */
import { removeExpiredLinks } from './app/deferred-links.ts';
import { removeExpiredCarts } from './cart/cart.ts';
import { publishBundlesOfOlderVersions } from './catalog/listing/publish-products.ts';
import { removeOldRecent } from './catalog/products/recent-products.ts';
import { removeOldSales, rollUpSales } from './catalog/sales/sales-rollup.ts';
import { removeUnsentPhotos } from './content/contact-photos.ts';
import { removeOldTickets } from './content/contact-us.ts';
import type { Ctx } from './context.ts';
import { clearExpiredHolds } from './delivery/slot-holds.ts';
import { loadDemo } from './demo.ts';
import { removeOldKeys } from './http/api/idempotency.ts';
import { removeOldChanges } from './http/cache/change-feed.ts';
import { removeOldCodes } from './identity/codes/codes.ts';
import { removeOldMessages } from './identity/codes/undelivered-codes.ts';
import { removeOldSessions } from './identity/identity.ts';
import type { WorkByQueue } from './jobs/boss.ts';
import { enqueue, type JobData } from './jobs/jobs.ts';
import { reviewDueTiers } from './loyalty/membership/membership.ts';
import { releaseEarnings } from './loyalty/order-wallets.ts';
import { rewardBirthdays } from './loyalty/rewards/rewards.ts';
import { expireVouchers } from './loyalty/vouchers/order-vouchers.ts';
import { requireConsistentWallets } from './loyalty/wallets/check-wallets.ts';
import { expireDueLots, notifyOfExpiry } from './loyalty/wallets/expiry.ts';
import { removeOldAlerts } from './notifications/alerts/customer-alerts.ts';
import { notifyOfAlerts } from './notifications/alerts/notify-of-alerts.ts';
import { notifyNextCustomers } from './notifications/campaigns/fan-out.ts';
import { remindOfCheckIns } from './notifications/check-in-reminders.ts';
import { failLostDeliveries, removeOldNotifications } from './notifications/customer-notifications.ts';
import { sendMails } from './notifications/send-mails.ts';
import { sendMessages } from './notifications/send-messages.ts';
import { type PushLog, sendPushes } from './notifications/send-pushes.ts';
import { sendDigest } from './notifications/shop-news.ts';
import { cancelUnpaidOrders } from './orders/payment/cancel-unpaid.ts';
import { confirmPayments, handleEnquiryJob } from './orders/payment/enquire-payments.ts';
import { remindUnpaidOrders } from './orders/payment/remind-unpaid.ts';
import { forgetNetworks } from './orders/placing/open-orders.ts';
import { handleRefundJob, resumeRefundCalls } from './orders/refunds/call-refund.ts';
import { checkOrders } from './orders/rehearsal/rehearse-order.ts';
import type { Mailer } from './partners/mail/mailer.ts';
import { removeUnmatchedReports } from './payments/attempts.ts';
import { forgetOldSessions } from './referral/referrals.ts';
import { removeOldDeliveryPhotos } from './staff/runs/runs.ts';
import { removeOldStaffSessions } from './staff/staff-sessions.ts';
import { inTransaction } from './transaction.ts';

type JobStep = (ctx: Ctx) => Promise<unknown>;

/** The steps of the daily job by name. Each runs as a job of its own, which fails and is retried without the others. */
const DAILY_STEPS: ReadonlyMap<string, JobStep> = new Map<string, JobStep>([
  ['roll up sales', (ctx) => rollUpSales(ctx, 'whole window')],
  ['review tiers', reviewDueTiers],
  ['reward birthdays', rewardBirthdays],
  ['notify of expiry', notifyOfExpiry],
  ['remove sales', removeOldSales],
  ['remove recent products', removeOldRecent],
  ['remove tickets', removeOldTickets],
  ['remove unsent photos', removeUnsentPhotos],
  ['remove carts', (ctx) => removeExpiredCarts(ctx.db, ctx.now)],
  ['remove codes', removeOldCodes],
  ['remove code messages', removeOldMessages],
  ['remove sessions', removeOldSessions],
  ['remove staff sessions', removeOldStaffSessions],
  ['remove idempotency keys', removeOldKeys],
  ['remove catalogue changes', removeOldChanges],
  ['forget networks', forgetNetworks],
  ['remove unmatched reports', removeUnmatchedReports],
  ['expire vouchers', expireVouchers],
  ['forget referral sessions', forgetOldSessions],
  ['end lost deliveries', failLostDeliveries],
  ['remove notifications', removeOldNotifications],
  ['remove alerts', removeOldAlerts],
  ['remove deferred links', removeExpiredLinks],
  ['remove delivery photos', removeOldDeliveryPhotos],
  ['check wallets', requireConsistentWallets],
]);

const DEMO_STEPS: ReadonlyMap<string, JobStep> = new Map<string, JobStep>([
  ['renew deals', async (ctx) => (await loadDemo()).ensureDealWindows(ctx.db, ctx.now)],
]);

/** Runs a step of the daily job, or enqueues all of them. Ignores a step that this version does not know. */
async function runDailyJob(ctx: Ctx, { step }: JobData['daily'], isDemo: boolean): Promise<void> {
  const steps = new Map([...(isDemo ? DEMO_STEPS : []), ...DAILY_STEPS]);
  if (step !== undefined) await steps.get(step)?.(ctx);
  else await inTransaction(ctx, (ctx) => enqueueSteps(ctx, steps.keys()));
}

async function enqueueSteps(ctx: Ctx, steps: Iterable<string>): Promise<void> {
  for (const step of steps) await enqueue(ctx, 'daily', { step });
}

const MINUTELY_STEPS: readonly JobStep[] = [
  remindUnpaidOrders,
  confirmPayments,
  cancelUnpaidOrders,
  clearExpiredHolds,
  notifyOfAlerts,
];

/** Runs steps one after another, all of them even if one fails; then throws the first failure. */
async function runSteps(ctx: Ctx, steps: readonly JobStep[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step(ctx).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const handlePaymentJob = (ctx: Ctx, job: JobData['payment']): Promise<void> =>
  job.about === 'refund' ? handleRefundJob(ctx, job) : handleEnquiryJob(ctx, job);

/** Builds the handler of each queue. `system` makes the context of a job. */
export function createJobHandlers({
  system,
  mailer,
  log,
  isDemo,
  orderCheckPostcode,
}: {
  system: () => Ctx;
  mailer: Mailer;
  log: PushLog;
  isDemo: boolean;
  /** Undefined: no order is rehearsed. */
  orderCheckPostcode?: string | undefined;
}): WorkByQueue {
  const minutely: readonly JobStep[] =
    orderCheckPostcode === undefined
      ? MINUTELY_STEPS
      : [...MINUTELY_STEPS, (ctx) => checkOrders(ctx, orderCheckPostcode, log)];
  return {
    mail: (jobs) => sendMails(system(), mailer, jobs),
    message: (jobs) => sendMessages(system(), jobs),
    push: (jobs) => sendPushes(system(), log, jobs),
    campaign: (jobs) => jobs.map((job) => notifyNextCustomers(system(), job)),
    minutely: (jobs) => jobs.map(() => runSteps(system(), minutely)),
    payment: (jobs) => jobs.map((job) => handlePaymentJob(system(), job)),
    hourly: (jobs) =>
      jobs.map(() =>
        runSteps(system(), [
          rollUpSales,
          expireDueLots,
          releaseEarnings,
          resumeRefundCalls,
          remindOfCheckIns,
          sendDigest,
          publishBundlesOfOlderVersions,
        ]),
      ),
    daily: (jobs) => jobs.map((job) => runDailyJob(system(), job, isDemo)),
  };
}
