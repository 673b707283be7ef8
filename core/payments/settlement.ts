/** Compares a settlement file with the shop's payments and refunds (docs/partners.md#1.11). */
import type { Sen } from '../money.ts';
import { type AttemptState, isCaptured } from './attempt-state.ts';
import type { RefundState } from './refund-state.ts';

/**
 * `unknown_reference`: no payment of the shop. `not_paid_here`: paid by the file, but not by the shop's record.
 * `amount`: the amounts differ. `settled_before`: a settlement file of other days listed it too.
 */
export const PAYMENT_DIFFERENCES = ['unknown_reference', 'not_paid_here', 'amount', 'settled_before'] as const;
export type PaymentDifferenceKind = (typeof PAYMENT_DIFFERENCES)[number];

/** The first and last day of a settlement file, `YYYY-MM-DD` in Malaysia. */
export type Days = { from: string; to: string };
/** `settled_on`: the last day of the file that listed it before, `YYYY-MM-DD`. */
type RecordedPayment = { state: AttemptState; amount: Sen; settled_on: string | null };

/** Compares a payment of the file for the given days with the shop's record of it; null if they agree. */
export function findDifference(
  amount: Sen,
  record: RecordedPayment | null,
  { from, to }: Days,
): PaymentDifferenceKind | null {
  if (record === null) return 'unknown_reference';
  if (!isCaptured(record.state)) return 'not_paid_here';
  if (record.amount !== amount) return 'amount';
  const { settled_on } = record;
  return settled_on !== null && (settled_on < from || settled_on > to) ? 'settled_before' : null;
}

/**
 * `unknown_refund`: the payment has no refund of that amount. `refund_not_settled_here`: the shop has not recorded it
 * as paid back. `refund_settled_before`: a settlement file of other days listed it too.
 */
export const REFUND_DIFFERENCES = ['unknown_refund', 'refund_not_settled_here', 'refund_settled_before'] as const;
export type RefundDifferenceKind = (typeof REFUND_DIFFERENCES)[number];

type RecordedRefund = { reference: string | null; state: RefundState; amount: Sen; settled_on: string | null };

/**
 * Matches each refund of the file for the given days with one record of the same payment and amount. Prefers records
 * that agree, then records that are not settled here, failed ones last, then records that a file of other days settled.
 */
export function matchRefunds<Refund extends RecordedRefund>(
  refunds: readonly { reference: string; amount: Sen }[],
  records: readonly Refund[],
  { from, to }: Days,
): { kind: RefundDifferenceKind | null; refund: Refund | null }[] {
  const left = new Set(records);
  const isOtherDays = ({ settled_on }: Refund) => settled_on !== null && (settled_on < from || settled_on > to);
  const compareRefund = (refund: Refund): RefundDifferenceKind | null => {
    if (refund.state !== 'settled') return 'refund_not_settled_here';
    return isOtherDays(refund) ? 'refund_settled_before' : null;
  };
  const preference = [null, ...REFUND_DIFFERENCES];
  const rankOf = (refund: Refund) => preference.indexOf(compareRefund(refund)) + (refund.state === 'failed' ? 0.5 : 0);
  return refunds.map(({ reference, amount }) => {
    const match = [...left]
      .filter((each) => each.reference === reference && each.amount === amount)
      .toSorted((a, b) => rankOf(a) - rankOf(b))[0];
    if (match === undefined) return { kind: 'unknown_refund', refund: null };
    left.delete(match);
    return { kind: compareRefund(match), refund: match };
  });
}
