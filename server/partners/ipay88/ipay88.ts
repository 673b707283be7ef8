/** iPay88's hosted payment page (OPSG) and its enquiry (docs/partners.md#1). */

import { CURRENCY } from '@shop/core/money';
import type { EnquiryResult } from '@shop/core/payments/enquiry-result';
import { isPaymentReference } from '@shop/core/payments/payment-reference';
import { createOutbound, type OutboundLimits } from '../outbound.ts';
import type {
  AttemptToCheck,
  PaymentForm,
  PaymentRequest,
  ReceivedFields,
  VerifiedReport,
} from '../payment-provider.ts';
import { disputesAmount, parseEnquiryAnswer } from './enquiry-answer.ts';
import { formatGatewayAmount, parseGatewayAmount } from './gateway-amount.ts';
import type { IPay88Settings } from './settings.ts';
import { isSignature, SIGNATURE_TYPE, signMessage } from './signature.ts';
import { buildRequestMessage, buildResponseMessage } from './signed-message.ts';

/** Paths below `/api` where responses arrive. */
export const IPAY88_RETURN = '/payments/ipay88/return';
export const IPAY88_NOTICE = '/payments/ipay88/notice';

/**
 * From RM1,000.00 on an amount has a comma, which gateways treat differently in enquiries (docs/partners.md#1.6).
 */
const MIN_COMMA_AMOUNT_SEN = 1_000_00;
const MAX_ANSWER_LENGTH = 200;

/** Collapses whitespace and cuts to `length` UTF-16 units, never inside a character. */
const cutText = (text: string, length: number): string => {
  let result = '';
  for (const character of text.replace(/\s+/g, ' ').trim()) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result;
};

function verifyReport(
  settings: IPay88Settings,
  fields: ReceivedFields,
  { reference, amount }: AttemptToCheck,
): VerifiedReport {
  if (fields === null) return { verdict: 'malformed', transaction_id: null };
  const { MerchantCode = '', PaymentId = '', RefNo = '', Amount = '', Currency = '', Status = '' } = fields;
  const { Signature = '', TransId = '' } = fields;
  const transaction_id = TransId === '' ? null : cutText(TransId, 30);
  if (Signature === '') return { verdict: 'unsigned', transaction_id };
  const message = buildResponseMessage(settings.merchantKey, {
    MerchantCode,
    PaymentId,
    RefNo,
    Amount,
    Currency,
    Status,
  });
  if (!isSignature(Signature, settings.merchantKey, message)) return { verdict: 'forged', transaction_id };
  const isOurs = MerchantCode === settings.merchantCode && Currency === CURRENCY && RefNo === reference;
  if (!isOurs || !/^\d{1,9}$/.test(PaymentId) || parseGatewayAmount(Amount) !== amount) {
    return { verdict: 'mismatch', transaction_id };
  }
  const verdict = Status === '1' ? 'paid' : Status === '0' ? 'failed' : 'unknown_status';
  return { verdict, transaction_id };
}

/** An account at iPay88, with results as iPay88 names them. */
type IPay88Gateway = {
  form(request: PaymentRequest): PaymentForm;
  /** Reads the reference in a response, before anything else of it is verified. */
  referenceOf(fields: ReceivedFields): string | null;
  /** Checks a response against the attempt that it names. */
  verify(fields: ReceivedFields, attempt: AttemptToCheck): VerifiedReport;
  /** Enquires about an attempt's result. Throws if the gateway does not respond. */
  enquire(attempt: AttemptToCheck): Promise<{ result: EnquiryResult; text: string; requests: number }>;
};

/** Makes the gateway of the account in the settings. `shopUrl` is the shop's public address. */
export function createIPay88Gateway(
  settings: IPay88Settings,
  shopUrl: () => string,
  limits: OutboundLimits = {},
): IPay88Gateway {
  const { merchantCode, merchantKey, url } = settings;
  const request = createOutbound('iPay88', limits);

  async function enquireFor(reference: string, amount: string): Promise<string> {
    const body = new URLSearchParams({ MerchantCode: merchantCode, RefNo: reference, Amount: amount });
    const { status, text } = await request(`${url}/enquiry.asp`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    // Redirects are not followed, so only a 200 has a result.
    return status === 200 ? text : `status ${status}`;
  }

  return {
    form({ reference, amount, channel, description, name, email, phone, proof }) {
      const signed = {
        MerchantCode: merchantCode,
        RefNo: reference,
        Amount: formatGatewayAmount(amount),
        Currency: CURRENCY,
        Xfield1: '',
      };
      return {
        action: `${url}/entry.asp`,
        fields: {
          ...signed,
          PaymentId: channel,
          ProdDesc: cutText(description, 100),
          UserName: cutText(name, 100),
          UserEmail: cutText(email, 100),
          UserContact: cutText(phone, 20),
          Remark: '',
          Lang: 'UTF-8',
          SignatureType: SIGNATURE_TYPE,
          Signature: signMessage(merchantKey, buildRequestMessage(merchantKey, signed)),
          ResponseURL: `${shopUrl()}/api${IPAY88_RETURN}?token=${encodeURIComponent(proof)}`,
          BackendURL: `${shopUrl()}/api${IPAY88_NOTICE}`,
        },
      };
    },
    referenceOf: (fields) => (fields?.RefNo !== undefined && isPaymentReference(fields.RefNo) ? fields.RefNo : null),
    verify: (fields, attempt) => verifyReport(settings, fields, attempt),
    async enquire({ reference, amount }) {
      let text = await enquireFor(reference, formatGatewayAmount(amount).replaceAll(',', ''));
      const isDisputed = amount >= MIN_COMMA_AMOUNT_SEN && disputesAmount(text);
      if (isDisputed) text = await enquireFor(reference, formatGatewayAmount(amount));
      const requests = isDisputed ? 2 : 1;
      return { result: parseEnquiryAnswer(text), text: cutText(text, MAX_ANSWER_LENGTH), requests };
    },
  };
}
