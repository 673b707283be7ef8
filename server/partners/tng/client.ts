/** Calls to Touch 'n Go (docs/partners.md#2): requests and responses are signed, over the bytes as sent. */
import { CURRENCY } from '@shop/core/money';
import * as v from 'valibot';
import { createOutbound } from '../outbound.ts';
import type { TngSettings } from './settings.ts';
import { formatTngTime, isSigned, signMessage } from './signature.ts';

/**
 * The result in every response. `resultStatus`: `S` success, `F` failure, `A` accepted, to be continued by the
 * shopper, `U` unknown, to be enquired about.
 */
export const result = v.object({
  resultStatus: v.string(),
  resultCode: v.optional(v.string(), ''),
  resultMessage: v.optional(v.nullable(v.string()), null),
});
export type TngResult = v.InferOutput<typeof result>;

/** An amount: whole sen as text. */
export const amount = v.object({ currency: v.string(), value: v.string() });
export type TngAmount = v.InferOutput<typeof amount>;

/** Writes an amount of sen. */
export const toTngAmount = (sen: number): TngAmount => ({ currency: CURRENCY, value: String(sen) });

/** Returns whether an amount is exactly this many sen, in MYR. */
export const isSameAmount = ({ currency, value }: TngAmount, sen: number): boolean =>
  currency === CURRENCY && value === String(sen);

/** Codes for a payment or refund that Touch 'n Go never received. */
const NOT_FOUND = ['ORDER_NOT_EXIST', 'ORDER_NOT_EXISTS', 'PAYMENT_NOT_EXIST', 'REFUND_NOT_EXIST'];

export const isNotFound = ({ resultStatus, resultCode }: TngResult): boolean =>
  resultStatus === 'F' && NOT_FOUND.includes(resultCode);

/** Describes a result for staff. */
export const describeResult = ({ resultCode, resultStatus, resultMessage }: TngResult): string =>
  [resultCode || resultStatus, resultMessage].filter(Boolean).join(': ');

/** Calls a path below the account's address. Throws without a response, and for one that is not signed or not valid. */
export type TngCall = <Schema extends v.GenericSchema>(
  path: string,
  body: object,
  schema: Schema,
) => Promise<v.InferOutput<Schema>>;

export function createTngClient(settings: TngSettings, clock: () => Date): TngCall {
  const { url, clientId, signingKey, publicKeys } = settings;
  const send = createOutbound('Touch ’n Go');
  return async (path, fields, schema) => {
    const address = `${url}${path}`;
    const signedPath = new URL(address).pathname;
    const body = JSON.stringify(fields);
    const time = formatTngTime(clock());
    const { headers, text } = await send(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'client-id': clientId,
        'request-time': time,
        signature: signMessage({ path: signedPath, clientId, time, body }, signingKey),
      },
      body,
    });
    const response = { path: signedPath, clientId, time: headers['response-time'] ?? '', body: text };
    // Rejects the page of a proxy, and any answer that another party wrote.
    if (!isSigned(response, headers.signature, publicKeys)) throw new Error('Touch ’n Go’s answer is not signed by it');
    return v.parse(schema, JSON.parse(text));
  };
}
