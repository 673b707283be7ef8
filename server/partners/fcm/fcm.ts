/** Sends push notifications to phones by FCM HTTP v1 (docs/partners.md#3), one request for each registration token. */
import { isBrokenCircuitError } from 'cockatiel';
import * as v from 'valibot';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { OPEN_MS } from '../breaker.ts';
import { createOutbound, type OutboundLimits, type PartnerAnswer, PartnerDown } from '../outbound.ts';
import { createAccessTokens } from './access-tokens.ts';
import { composeFcmMessage, type PushMessage } from './push-message.ts';
import type { ServiceAccount } from './service-account.ts';

export type FcmSettings = {
  /** Such as `https://fcm.googleapis.com`. */
  url: string;
  account: ServiceAccount;
};

export type PushResult =
  | { state: 'sent'; name: string }
  /** The token is no longer registered, or never belonged to this project: it can be deleted. */
  | { state: 'gone'; reason: string }
  /** FCM refuses this message, which is a bug; the token may be good. The reason quotes nothing of the message. */
  | { state: 'rejected'; reason: string };

export type PushSender = {
  /**
   * Sends a message. Throws `PushUnavailable` for every failure that may be temporary: FCM down or too busy, no
   * response in time, an open circuit breaker, and a fault of the shop's own account or of its key for Apple.
   */
  send(message: PushMessage): Promise<PushResult>;
};

/** Sending failed for now; the same message may be sent again. No error names the token or quotes the message. */
export class PushUnavailable extends Error {
  /** Seconds to wait, with jitter; null if FCM names none. */
  readonly retry_after_seconds: number | null;

  constructor(why: string, retry_after_seconds: number | null) {
    super(why);
    this.name = 'PushUnavailable';
    this.retry_after_seconds = retry_after_seconds;
  }
}

/** Maximum number of concurrent requests, and so of connections, which stay open between messages. */
const MAX_CONCURRENT = 20;
/** Maximum wait that is read from Retry-After; a longer one is shortened. */
const MAX_RETRY_AFTER_SECONDS = 3_600;
/** Spreads retries over a quarter more than the wait. */
const JITTER_SHARE = 0.25;

const sendResponse = v.object({ name: v.string() });

const detail = v.object({
  '@type': v.string(),
  errorCode: v.optional(v.string()),
  fieldViolations: v.optional(v.array(v.object({ field: v.optional(v.string(), '') })), []),
});
const failure = v.object({
  error: v.object({
    status: v.optional(v.string(), ''),
    message: v.optional(v.string(), ''),
    details: v.optional(v.array(detail), []),
  }),
});
type FcmError = { code: string; message: string; fields: readonly string[] };

/** Parses an error of Google's; null for any other response, such as a proxy's page. */
function readFailure(text: string): FcmError | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), failure), text);
  if (!parsed.success) return null;
  const { status, message, details } = parsed.output.error;
  const code = details.find((each) => each['@type'].endsWith('FcmError'))?.errorCode ?? status;
  return { code, message, fields: details.flatMap((each) => each.fieldViolations.map(({ field }) => field)) };
}

/** Returns whether an INVALID_ARGUMENT is about the token: by the violated fields, else by Google's sentence. */
const isAboutToken = ({ fields, message }: FcmError): boolean =>
  fields.length > 0 ? fields.every((field) => field === 'message.token') : /registration token/i.test(message);

const MAX_REASON_LENGTH = 200;

/** Classifies a response; throws `PushUnavailable`. */
function readResult({ status, text }: PartnerAnswer): PushResult {
  if (status === 200) {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), sendResponse), text);
    if (parsed.success) return { state: 'sent', name: parsed.output.name };
  }
  const failure = readFailure(text);
  if (failure !== null) {
    const { code, fields } = failure;
    if (status === 404 && code === 'UNREGISTERED') return { state: 'gone', reason: code };
    if (status === 403 && code === 'SENDER_ID_MISMATCH') return { state: 'gone', reason: code };
    if (status === 400 && isAboutToken(failure)) return { state: 'gone', reason: code };
    if (status === 400) return { state: 'rejected', reason: [code, ...fields].join(' ').slice(0, MAX_REASON_LENGTH) };
  }
  throw new PushUnavailable(`FCM answered ${status} ${failure?.code ?? ''}`.trim().slice(0, MAX_REASON_LENGTH), null);
}

/** Parses Retry-After, seconds or a date, and adds jitter; null without one. */
function parseRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1_000 : Date.parse(text);
  if (Number.isNaN(at)) return null;
  const seconds = Math.min(Math.max(0, (at - now.getTime()) / 1_000), MAX_RETRY_AFTER_SECONDS);
  return addJitter(seconds);
}

const addJitter = (seconds: number): number => Math.ceil(seconds * (1 + Math.random() * JITTER_SHARE));

function toUnavailable(error: unknown, now: Date): PushUnavailable {
  if (error instanceof PushUnavailable) return error;
  const why = error instanceof Error ? error.message : String(error);
  if (isBrokenCircuitError(error)) return new PushUnavailable(why, addJitter(OPEN_MS / 1_000));
  const retryAfter = error instanceof PartnerDown ? error.headers['retry-after'] : undefined;
  return new PushUnavailable(why, parseRetryAfter(retryAfter, now));
}

/** Creates a sender for the project of the service account. */
export function createPushSender(
  { url, account }: FcmSettings,
  clock: () => Date,
  limits: OutboundLimits = {},
): PushSender {
  const request = createOutbound('FCM', limits);
  const runLimited = limitConcurrency(MAX_CONCURRENT);
  const tokens = createAccessTokens(account, clock, limits);
  const address = `${url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;

  const post = (body: string, accessToken: string): Promise<PartnerAnswer> =>
    request(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body,
    });

  async function sendOnce(body: string): Promise<PartnerAnswer> {
    const accessToken = await tokens.current();
    const answer = await post(body, accessToken);
    if (answer.status !== 401 || readFailure(answer.text)?.code === 'THIRD_PARTY_AUTH_ERROR') return answer;
    return post(body, await tokens.renew(accessToken));
  }

  return {
    async send(push) {
      const composed = composeFcmMessage(push, clock());
      if ('reason' in composed) return { state: 'rejected', reason: composed.reason };
      try {
        return readResult(await runLimited(() => sendOnce(JSON.stringify(composed))));
      } catch (error) {
        throw toUnavailable(error, clock());
      }
    },
  };
}
