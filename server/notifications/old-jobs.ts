/**
 * Reads the jobs that releases before migration 0066 enqueued, when a mail or message of an event was a job of its own:
 * those still in a shop's queues at its upgrade are sent, too. Jobs last a day at most, so the release after the next
 * can drop this file.
 */
import type { RemovedByRecovery } from '@shop/contract/identity';
import type { NotificationToMail } from './compose-mail.ts';
import type { PhoneNotice } from './phone-notices.ts';

type OldCustomerJob = { customer_id: string; at: string };

/** A mail job as earlier releases enqueued it. */
type OldMailJob =
  | { about: 'order.placed' | 'order.unpaid' | 'order.vouchers'; order_id: string }
  | {
      about: 'order.status';
      order_id: string;
      status: 'processing' | 'packed' | 'delivery' | 'complete' | 'canceled';
      at?: string;
    }
  | { about: 'order.cancellation'; cancellation_id: string; state: 'requested' | 'withdrawn' | 'rejected' }
  | { about: 'order.refund'; refund_id: string; state: 'requested' | 'settled' }
  | { about: 'wallet.entry'; customer_id: string; entry_id: string }
  | ({ about: 'customer.phone_changed' } & OldCustomerJob)
  | ({ about: 'customer.password_changed'; removed?: readonly RemovedByRecovery[] } & OldCustomerJob)
  | ({ about: 'customer.email_changed'; sealed_to: string; lang: 'en' | 'zh' } & OldCustomerJob)
  | ({ about: 'customer.new_device'; device: string } & OldCustomerJob)
  | ({ about: 'points.expiring'; days: number } & OldCustomerJob);

/** Placeholders for facts that no mail reads. */
const UNUSED_FACTS = { order_number: '', total: 0 };

function readFacts(job: OldMailJob): Pick<NotificationToMail, 'kind' | 'data'> | null {
  switch (job.about) {
    case 'order.placed':
      return { kind: 'order-placed', data: UNUSED_FACTS };
    case 'order.unpaid':
      return { kind: 'payment', data: { ...UNUSED_FACTS, state: 'unpaid' } };
    case 'order.vouchers':
      return { kind: 'voucher', data: UNUSED_FACTS };
    case 'order.status': {
      const { status, at = '' } = job;
      return status === 'canceled'
        ? { kind: 'cancellation', data: { ...UNUSED_FACTS, state: status, at } }
        : { kind: 'order-updated', data: { ...UNUSED_FACTS, status, at } };
    }
    case 'order.cancellation':
      return {
        kind: 'cancellation',
        data: { ...UNUSED_FACTS, state: job.state, cancellation_id: job.cancellation_id },
      };
    case 'order.refund':
      return { kind: 'refund', data: { ...UNUSED_FACTS, state: job.state, refund_id: job.refund_id, amount: 0 } };
    case 'wallet.entry':
      return { kind: 'offline-transaction-reward', data: { entry_id: job.entry_id, wallet: 'point', amount: 0 } };
    case 'points.expiring':
      return { kind: 'points-expiring', data: { points: 0, expires_at: job.at, days: job.days } };
    case 'customer.password_changed':
      return { kind: 'security', data: { about: 'password_changed', at: job.at, removed: [...(job.removed ?? [])] } };
    case 'customer.email_changed': {
      const { at, lang, sealed_to: sealed_email } = job;
      return { kind: 'security', data: { about: 'email_changed', at, lang, sealed_email } };
    }
    case 'customer.phone_changed':
      return { kind: 'security', data: { about: 'phone_changed', at: job.at, lang: 'en' } };
    case 'customer.new_device':
      return { kind: 'security', data: { about: 'new_device', at: job.at, device: job.device } };
    default:
      return null;
  }
}

/** Makes the same source, and so the same Message-ID, as that release. */
function readSource(job: OldMailJob): string {
  if (!('at' in job) || !('customer_id' in job)) return '';
  const days = 'days' in job ? `.${job.days}` : '';
  return `${job.about.replace('.', '-')}.${job.customer_id}.${Date.parse(job.at)}${days}`;
}

/** Converts a mail job of an earlier release to a notification; null for a job of this release. */
export function readOldMailJob(job: { about: string }): NotificationToMail | null {
  const old = job as OldMailJob;
  const facts = readFacts(old);
  if (facts === null) return null;
  return {
    ...(facts as NotificationToMail),
    source: readSource(old),
    customer_id: 'customer_id' in old ? old.customer_id : null,
    order_id: 'order_id' in old ? old.order_id : null,
    ...{ action_url: null, image: null },
  };
}

type OldMessageJob =
  | { about: 'password_changed'; customer_id: string; at: string }
  | { about: 'phone_changed'; sealed_to: string; lang: 'en' | 'zh'; at: string };

/** Converts a message job of an earlier release to a notice; null for a job of this release. */
export function readOldMessageJob(job: object): { customer_id: string | null; notice: PhoneNotice } | null {
  const old = job as OldMessageJob;
  if (old.about === 'password_changed') {
    return { customer_id: old.customer_id, notice: { about: old.about, at: old.at, removed: [] } };
  }
  if (old.about !== 'phone_changed') return null;
  const { about, at, lang, sealed_to: sealed_phone } = old;
  return { customer_id: null, notice: { about, at, lang, sealed_phone } };
}
