/**
 * The texts that iPay88's signatures cover; the merchant key comes first, without separators (docs/partners.md#1.4).
 */
import { toSignedAmount } from './gateway-amount.ts';

export type SignedRequest = {
  MerchantCode: string;
  RefNo: string;
  Amount: string;
  Currency: string;
  Xfield1: string;
};

export type SignedResponse = {
  MerchantCode: string;
  PaymentId: string;
  RefNo: string;
  Amount: string;
  Currency: string;
  Status: string;
};

/** Joins the fields that the signature of a payment request covers. */
export const buildRequestMessage = (key: string, { MerchantCode, RefNo, Amount, Currency, Xfield1 }: SignedRequest) =>
  [key, MerchantCode, RefNo, toSignedAmount(Amount), Currency, Xfield1].join('');

/** Joins the fields that the signature of a response or notice covers. */
export const buildResponseMessage = (
  key: string,
  { MerchantCode, PaymentId, RefNo, Amount, Currency, Status }: SignedResponse,
) => [key, MerchantCode, PaymentId, RefNo, toSignedAmount(Amount), Currency, Status].join('');
