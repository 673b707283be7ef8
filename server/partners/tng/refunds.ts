/** Refunds at Touch 'n Go: each has an id of ours, under which it is made at most once. */
import * as v from 'valibot';
import type { GatewayRefund, RefundAnswer, RefundCalls } from '../payment-provider.ts';
import { amount, describeResult, isNotFound, isSameAmount, result, type TngCall, toTngAmount } from './client.ts';

const optionalText = v.optional(v.nullable(v.string()), null);

const refundAnswer = v.object({
  result,
  refundId: optionalText,
  refundAmount: v.optional(v.nullable(amount), null),
  refundStatus: optionalText,
});
type TngRefund = v.InferOutput<typeof refundAnswer>;

/**
 * Judges a successful reply. Without an amount it is no result, as with a payment: an enquiry has to follow. Throws for
 * another amount than the refund's.
 */
function judgeSuccess({ refundId, refundAmount }: TngRefund, { id, amount: sen }: GatewayRefund): RefundAnswer {
  if (refundAmount === null) return { state: 'pending' };
  if (!isSameAmount(refundAmount, sen)) throw new Error(`Touch ’n Go has another amount of refund ${id}`);
  return { state: 'settled', operator_reference: refundId ?? id };
}

export function createRefundCalls(call: TngCall, partnerId: string): RefundCalls {
  return {
    async send(refund) {
      const { id, amount: sen, payment } = refund;
      const answer = await call(
        '/v1/payments/refund',
        {
          partnerId,
          refundRequestId: id,
          paymentRequestId: payment.reference,
          ...(payment.transaction_id !== null && { paymentId: payment.transaction_id }),
          refundAmount: toTngAmount(sen),
          refundReason: `Refund ${id}`,
        },
        refundAnswer,
      );
      if (answer.result.resultStatus === 'S') return judgeSuccess(answer, refund);
      if (answer.result.resultStatus === 'F') return { state: 'failed', failure: describeResult(answer.result) };
      return { state: 'pending' };
    },
    async enquire(refund) {
      const request = { partnerId, refundRequestId: refund.id };
      const answer = await call('/v1/payments/inquiryRefund', request, refundAnswer);
      if (isNotFound(answer.result)) return { state: 'not_found' };
      if (answer.result.resultStatus !== 'S') return { state: 'pending' };
      if (answer.refundStatus === 'SUCCESS') return judgeSuccess(answer, refund);
      if (answer.refundStatus === 'FAIL') return { state: 'failed', failure: answer.refundStatus };
      return { state: 'pending' };
    },
  };
}
