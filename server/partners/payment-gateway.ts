/** The interface to a payment gateway, independent of its protocol. */
import type { Lang } from '@shop/core/lang';
import type { Sen } from '@shop/core/money';
import type { EnquiryResult } from '@shop/core/payments/enquiry-answer';

/** The codes of all gateways that the shop can connect. */
export const GATEWAYS = ['ipay88'] as const;

/** A payment to send a shopper to. */
export type PaymentRequest = {
  reference: string;
  amount: Sen;
  /** The gateway's number of the bank or wallet. */
  channel: string;
  description: string;
  name: string;
  email: string;
  phone: string;
  lang: Lang;
  /** Opens the order again when the shopper's browser comes back. */
  proof: string;
};

/** A form that the shopper's browser posts to the gateway. */
export type PaymentForm = { action: string; fields: Readonly<Record<string, string>> };

/** The verdict on a received response; only `paid` counts as a payment. */
export type Verdict =
  | 'paid'
  | 'failed'
  /** Signed, with a status that the protocol does not define. */
  | 'unknown_status'
  | 'unsigned'
  | 'forged'
  /** Correctly signed, for another merchant, currency or amount. */
  | 'mismatch'
  | 'malformed';

export type ReceivedPayment = { verdict: Verdict; transaction_id: string | null };

/** Names of form fields with their values; null if a field came twice or was too long. */
export type ReceivedFields = Readonly<Record<string, string>> | null;

export type PaymentGateway = {
  code: string;
  name: string;
  /** The address that forms are posted to. */
  url: string;
  form(request: PaymentRequest): PaymentForm;
  /** Reads the reference in a response, before anything else of it is verified. */
  referenceOf(fields: ReceivedFields): string | null;
  /** Checks a response against the attempt that it names. */
  verify(fields: ReceivedFields, attempt: { reference: string; amount: Sen }): ReceivedPayment;
  /** Enquires about an attempt's result. Throws if the gateway does not respond. */
  enquire(attempt: { reference: string; amount: Sen }): Promise<{ result: EnquiryResult; text: string }>;
};
