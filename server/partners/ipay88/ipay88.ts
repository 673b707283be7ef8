/** iPay88's hosted payment page (OPSG) and its enquiry (docs/partners.md#1). */
import { readEnquiry } from '@shop/core/payments/enquiry-answer';
import { formatGatewayAmount, parseGatewayAmount } from '@shop/core/payments/gateway-amount';
import { isPaymentReference } from '@shop/core/payments/payment-reference';
import { requestMessage, responseMessage } from '@shop/core/payments/signed-message';
import { type OutboundLimits, outbound } from '../outbound.ts';
import type { PaymentGateway, ReceivedFields, ReceivedPayment } from '../payment-gateway.ts';
import { isSignature, SIGNATURE_TYPE, signMessage } from './signature.ts';

export type IPay88Settings = {
  merchantCode: string;
  merchantKey: string;
  /** Such as `https://payment.ipay88.com.my/epayment`. */
  url: string;
};

/** Paths below `/api` where responses arrive. */
export const IPAY88_RETURN = '/payments/ipay88/return';
export const IPAY88_NOTICE = '/payments/ipay88/notice';

const CURRENCY = 'MYR';
/** Amounts from here on have a comma, about which enquiries disagree (docs/partners.md#1.6). */
const HAS_COMMA = 1_000_00;
const ANSWER_SHOWN = 200;

/** Cuts a text to a number of characters, never inside one. */
const cut = (text: string, length: number): string => {
  let result = '';
  for (const character of text.replace(/\s+/g, ' ').trim()) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result;
};

type Attempt = { reference: string; amount: number };

function verify(settings: IPay88Settings, fields: ReceivedFields, { reference, amount }: Attempt): ReceivedPayment {
  if (fields === null) return { verdict: 'malformed', transaction_id: null };
  const { MerchantCode = '', PaymentId = '', RefNo = '', Amount = '', Currency = '', Status = '' } = fields;
  const { Signature = '', TransId = '' } = fields;
  const transaction_id = TransId === '' ? null : cut(TransId, 30);
  if (Signature === '') return { verdict: 'unsigned', transaction_id };
  const message = responseMessage(settings.merchantKey, { MerchantCode, PaymentId, RefNo, Amount, Currency, Status });
  if (!isSignature(Signature, settings.merchantKey, message)) return { verdict: 'forged', transaction_id };
  const isOurs = MerchantCode === settings.merchantCode && Currency === CURRENCY && RefNo === reference;
  if (!isOurs || !/^\d{1,9}$/.test(PaymentId) || parseGatewayAmount(Amount) !== amount) {
    return { verdict: 'mismatch', transaction_id };
  }
  const verdict = Status === '1' ? 'paid' : Status === '0' ? 'failed' : 'unknown_status';
  return { verdict, transaction_id };
}

/** Makes the gateway of the account in the settings. `shopUrl` is the shop's public address. */
export function createIpay88Gateway(
  settings: IPay88Settings,
  shopUrl: () => string,
  limits: OutboundLimits = {},
): PaymentGateway {
  const { merchantCode, merchantKey, url } = settings;
  const ask = outbound('iPay88', limits);

  async function enquireFor(reference: string, amount: string): Promise<string> {
    const body = new URLSearchParams({ MerchantCode: merchantCode, RefNo: reference, Amount: amount });
    const { status, text } = await ask(`${url}/enquiry.asp`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
    // Redirects are not followed, so only a 200 has a result.
    return status === 200 ? text : `status ${status}`;
  }

  return {
    code: 'ipay88',
    name: 'iPay88',
    url,
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
          ProdDesc: cut(description, 100),
          UserName: cut(name, 100),
          UserEmail: cut(email, 100),
          UserContact: cut(phone, 20),
          Remark: '',
          Lang: 'UTF-8',
          SignatureType: SIGNATURE_TYPE,
          Signature: signMessage(merchantKey, requestMessage(merchantKey, signed)),
          ResponseURL: `${shopUrl()}/api${IPAY88_RETURN}?token=${encodeURIComponent(proof)}`,
          BackendURL: `${shopUrl()}/api${IPAY88_NOTICE}`,
        },
      };
    },
    referenceOf: (fields) => (fields?.RefNo !== undefined && isPaymentReference(fields.RefNo) ? fields.RefNo : null),
    verify: (fields, attempt) => verify(settings, fields, attempt),
    async enquire({ reference, amount }) {
      let text = await enquireFor(reference, formatGatewayAmount(amount).replaceAll(',', ''));
      const isDisputed = ['wrong_amount', 'refused'].includes(readEnquiry(text)) && amount >= HAS_COMMA;
      if (isDisputed) text = await enquireFor(reference, formatGatewayAmount(amount));
      return { result: readEnquiry(text), text: cut(text, ANSWER_SHOWN) };
    },
  };
}
