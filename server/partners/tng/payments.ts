/** Payments at Touch 'n Go: each has its attempt's reference as its id, under which it is made at most once. */
import type { EnquiryResult } from '@shop/core/payments/enquiry-result';
import * as v from 'valibot';
import type { AttemptToCheck, EnquiryAnswer, PaymentRequest, PaymentStart } from '../payment-provider.ts';
import { amount, describeResult, isNotFound, isSameAmount, result, type TngCall, toTngAmount } from './client.ts';
import { formatTngTime } from './signature.ts';

/** A payment at the cashier of the app (docs/partners.md#2). */
const CASHIER_PRODUCT_CODE = '51051000101000100001';

const payAnswer = v.object({
  result,
  actionForm: v.optional(v.nullable(v.object({ redirectionUrl: v.optional(v.nullable(v.string()), null) })), null),
});

export type PaymentAddresses = { notifyUrl: string; returnUrl: string };

/**
 * Starts a payment, or the same one again. The app's cashier opens where the payment waits for the shopper; with any
 * other result the browser goes straight to the return address, which causes an enquiry.
 */
export async function startPayment(
  call: TngCall,
  partnerId: string,
  { reference, amount: sen, description, expiresAt }: PaymentRequest,
  { notifyUrl, returnUrl }: PaymentAddresses,
): Promise<PaymentStart> {
  const answer = await call(
    '/v1/payments/pay',
    {
      partnerId,
      paymentRequestId: reference,
      paymentOrderTitle: description,
      productCode: CASHIER_PRODUCT_CODE,
      paymentAmount: toTngAmount(sen),
      paymentFactor: { isCashierPayment: true },
      paymentNotifyUrl: notifyUrl,
      paymentReturnUrl: returnUrl,
      paymentExpiryTime: formatTngTime(expiresAt),
      envInfo: { terminalType: 'MINI_APP' },
    },
    payAnswer,
  );
  const paymentUrl = answer.actionForm?.redirectionUrl ?? null;
  if (answer.result.resultStatus === 'A' && paymentUrl !== null) {
    return { to: 'host', call: { name: 'tradePay', parameters: { paymentUrl } } };
  }
  return { to: 'redirect', url: returnUrl };
}

const optionalText = v.optional(v.nullable(v.string()), null);

/** The members that the shop reads; staff see all members as received. */
const paymentAnswer = v.looseObject({
  result,
  paymentId: optionalText,
  paymentRequestId: optionalText,
  paymentAmount: v.optional(v.nullable(amount), null),
  paymentStatus: optionalText,
});
type PaymentAnswer = v.InferOutput<typeof paymentAnswer>;

const RESULT_OF_STATUS: Readonly<Record<string, EnquiryResult>> = {
  SUCCESS: 'paid',
  FAIL: 'failed',
  CANCELLED: 'failed',
  PROCESSING: 'pending',
};

function judgePayment(
  { result, paymentRequestId, paymentAmount, paymentStatus }: PaymentAnswer,
  attempt: AttemptToCheck,
) {
  if (isNotFound(result)) return 'not_found';
  if (result.resultStatus !== 'S' || paymentRequestId !== attempt.reference) return 'unknown';
  if (paymentAmount !== null && !isSameAmount(paymentAmount, attempt.amount)) return 'wrong_amount';
  const verdict = RESULT_OF_STATUS[paymentStatus ?? ''] ?? 'unknown';
  return verdict === 'paid' && paymentAmount === null ? 'unknown' : verdict;
}

export async function enquirePayment(
  call: TngCall,
  partnerId: string,
  attempt: AttemptToCheck,
): Promise<EnquiryAnswer> {
  const request = { partnerId, paymentRequestId: attempt.reference };
  const answer = await call('/v1/payments/inquiryPayment', request, paymentAnswer);
  return {
    result: judgePayment(answer, attempt),
    text: answer.result.resultStatus === 'S' ? (answer.paymentStatus ?? '') : describeResult(answer.result),
    fields: answer,
    transaction_id: answer.paymentId,
  };
}
