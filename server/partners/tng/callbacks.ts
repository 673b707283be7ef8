/**
 * Callbacks of Touch 'n Go about payments: its server sends a signed notice, the shopper's browser returns without a
 * result.
 */
import { MINUTE_MS } from '@shop/core/time';
import * as v from 'valibot';
import {
  type AttemptToCheck,
  type CallbackReply,
  type CallbackRequest,
  GENUINE_VERDICTS,
  type ParsedReport,
  type PaymentCallback,
  type ReportedFields,
  type Verdict,
} from '../payment-provider.ts';
import { amount, isSameAmount, result } from './client.ts';
import type { TngSettings } from './settings.ts';
import { formatTngTime, isSigned, parseTime, signMessage } from './signature.ts';

export const TNG_NOTIFY = '/payments/tng/notify';
export const TNG_RETURN = '/payments/tng/return';

/** A notice is valid for this long before and after its time. */
const TIME_LIMIT_MS = 5 * MINUTE_MS;

const notice = v.object({
  paymentId: v.optional(v.nullable(v.string()), null),
  paymentRequestId: v.string(),
  paymentAmount: amount,
  paymentResult: result,
  partnerId: v.optional(v.nullable(v.string()), null),
});
type NoticeBody = v.InferOutput<typeof notice>;

const reply = v.object({
  result: v.object({ resultCode: v.string(), resultStatus: v.picklist(['S', 'F']), resultMessage: v.string() }),
});

const VERDICT_OF_STATUS: Readonly<Record<string, Verdict>> = { S: 'paid', F: 'failed' };

function isGenuine({ raw, path, headers, receivedAt }: CallbackRequest, { publicKeys }: TngSettings): boolean {
  const { 'client-id': clientId = '', 'request-time': time = '', signature } = headers;
  const at = parseTime(time);
  if (at === null || Math.abs(receivedAt.getTime() - at.getTime()) > TIME_LIMIT_MS) return false;
  return isSigned({ path, clientId, time, body: raw }, signature, publicKeys);
}

/** Judges a notice that Touch 'n Go signed. */
function judgeNotice(
  { paymentRequestId, paymentAmount, paymentResult, partnerId }: NoticeBody,
  request: CallbackRequest,
  settings: TngSettings,
  attempt: AttemptToCheck,
): Verdict {
  const isOurs =
    request.headers['client-id'] === settings.clientId && (partnerId === null || partnerId === settings.partnerId);
  if (!isOurs || paymentRequestId !== attempt.reference || !isSameAmount(paymentAmount, attempt.amount)) {
    return 'mismatch';
  }
  return VERDICT_OF_STATUS[paymentResult.resultStatus] ?? 'unknown_status';
}

/** Answers a notice. Only one that Touch 'n Go signed gets a signed answer, so that strangers cause no signing. */
function answerNotice(verdict: string, { path, receivedAt }: CallbackRequest, settings: TngSettings): CallbackReply {
  const { clientId, signingKey } = settings;
  const isGenuine = GENUINE_VERDICTS.includes(verdict);
  const isAccepted = isGenuine && verdict !== 'mismatch';
  const result = isAccepted
    ? { resultCode: 'SUCCESS', resultStatus: 'S', resultMessage: 'success' }
    : { resultCode: 'PROCESS_FAIL', resultStatus: 'F', resultMessage: 'The notice is not valid' };
  const body = JSON.stringify({ result });
  const time = formatTngTime(receivedAt);
  return {
    status: isAccepted ? 200 : 400,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'client-id': clientId,
      'response-time': time,
      ...(isGenuine && { signature: signMessage({ path, clientId, time, body }, signingKey) }),
    },
    body,
  };
}

function readNotice(fields: ReportedFields, request: CallbackRequest, settings: TngSettings): ParsedReport {
  const parsed = v.safeParse(notice, fields);
  if (!parsed.success) {
    return { reference: null, fields, verify: () => ({ verdict: 'malformed', transaction_id: null }) };
  }
  return {
    reference: parsed.output.paymentRequestId,
    fields,
    verify: (attempt) => ({
      verdict: isGenuine(request, settings) ? judgeNotice(parsed.output, request, settings, attempt) : 'forged',
      transaction_id: parsed.output.paymentId,
    }),
  };
}

export const createTngCallbacks = (settings: TngSettings): readonly PaymentCallback[] => [
  {
    path: TNG_NOTIFY,
    method: 'POST',
    body: 'json',
    read: (fields, request) => readNotice(fields, request, settings),
    reply: (verdict, request) => answerNotice(verdict, request, settings),
    document: {
      name: 'payments.tngNotify',
      summary: 'Touch ’n Go reports the result of a payment, in a signed request of its server',
      headers: ['Client-Id', 'Request-Time', 'Signature'],
      body: notice,
      response: reply,
    },
  },
  {
    path: TNG_RETURN,
    method: 'GET',
    body: 'form',
    // The app's result is a hint: only the notice and enquiries count.
    read: (fields) => ({
      reference: fields?.reference ?? null,
      fields,
      verify: () => ({ verdict: 'no_result', transaction_id: null }),
    }),
    reply: null,
    document: null,
  },
];
