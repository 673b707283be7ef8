/**
 * The stand-in for FCM HTTP v1 and Google's token endpoint: a service account of its own, access tokens for JWTs that
 * the account signed, and `messages:send`, which refuses what Google refuses and stores all other messages. A
 * registration token that begins with a key of `FAILURE_REPLIES` fails in that way; any other reaches a phone.
 */
import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { buildJsonReply, type Reply, type StandInRequest } from '../stand-in.ts';
import { FCM_SCOPE, JWT_GRANT } from './access-tokens.ts';
import { isReservedKey } from './push-message.ts';
import type { ServiceAccount } from './service-account.ts';

/** A notification as a phone received it, as `/dev/inbox` shows it. */
export type DeliveredPush = {
  token: string;
  kind: 'plain' | 'action';
  title: string;
  text: string;
  data: Readonly<Record<string, string>>;
  /** A later notification with the same tag replaces this one on the phone. */
  tag: string;
  channel_id: string;
  category: string;
  badge: number | null;
  priority: 'high' | 'normal';
  ttl_seconds: number;
  /** Notifications with this token and tag until now, this one included. */
  sends: number;
  /** Whether the phone still shows it: no later one has its tag. */
  is_shown: boolean;
  /** ISO 8601. */
  at: string;
};

const PROJECT_ID = 'stand-in';
const ACCOUNT_EMAIL = 'push@stand-in.iam.gserviceaccount.example';
const KEY_ID = 'stand-in';
const TOKEN_SECONDS = 3_600;
/** Maximum number of stored notifications, and of access tokens. */
const MAX_STORED = 500;
const RETRY_SECONDS = 30;

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

type Violation = { field: string; description: string };

/** Builds an error response as Google writes it. */
function buildErrorReply(
  code: number,
  status: string,
  message: string,
  {
    errorCode,
    violations,
    headers,
  }: { errorCode?: string; violations?: Violation[]; headers?: Record<string, string> } = {},
): Reply {
  const details = [
    ...(errorCode === undefined ? [] : [{ '@type': FCM_ERROR, errorCode }]),
    ...(violations === undefined ? [] : [{ '@type': BAD_REQUEST, fieldViolations: violations }]),
  ];
  const reply = buildJsonReply(code, { error: { code, message, status, ...(details.length > 0 && { details }) } });
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

const BAD_TOKEN = 'The registration token is not a valid FCM registration token';

/** Failures of tokens, by the text with which a token begins. */
const FAILURE_REPLIES: Readonly<Record<string, (now: Date) => Reply | Promise<Reply>>> = {
  'unregistered-': () =>
    buildErrorReply(404, 'NOT_FOUND', 'Requested entity was not found.', { errorCode: 'UNREGISTERED' }),
  'mismatch-': () =>
    buildErrorReply(403, 'PERMISSION_DENIED', 'SenderId mismatch', { errorCode: 'SENDER_ID_MISMATCH' }),
  'invalid-': () => buildErrorReply(400, 'INVALID_ARGUMENT', BAD_TOKEN, { errorCode: 'INVALID_ARGUMENT' }),
  'malformed-': () => {
    const violations = [{ field: 'message.token', description: 'Invalid registration token' }];
    const message = 'Request contains an invalid argument.';
    return buildErrorReply(400, 'INVALID_ARGUMENT', message, { errorCode: 'INVALID_ARGUMENT', violations });
  },
  // The payload is reported as invalid, whatever it contains.
  'payload-': () => {
    const violations = [{ field: 'message.android.ttl', description: 'Invalid ttl' }];
    const message = 'Request contains an invalid argument.';
    return buildErrorReply(400, 'INVALID_ARGUMENT', message, { errorCode: 'INVALID_ARGUMENT', violations });
  },
  'quota-': () => {
    const headers = { 'retry-after': String(RETRY_SECONDS) };
    return buildErrorReply(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', { errorCode: 'QUOTA_EXCEEDED', headers });
  },
  'unavailable-': (now) => {
    const headers = { 'retry-after': new Date(now.getTime() + RETRY_SECONDS * 1_000).toUTCString() };
    return buildErrorReply(503, 'UNAVAILABLE', 'The service is currently unavailable.', {
      errorCode: 'UNAVAILABLE',
      headers,
    });
  },
  'internal-': () => buildErrorReply(500, 'INTERNAL', 'Internal error encountered.', { errorCode: 'INTERNAL' }),
  // The shop's key for Apple.
  'auth-': () =>
    buildErrorReply(401, 'UNAUTHENTICATED', 'Auth error from APNS', { errorCode: 'THIRD_PARTY_AUTH_ERROR' }),
  // No response at all.
  'hang-': () => new Promise<Reply>(() => {}),
  // The reply of a proxy in between, not of Google: its 404 must not remove the token.
  'proxy-': () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' }),
};

const text = v.pipe(v.string(), v.nonEmpty());
const optionalText = v.optional(v.string());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The fields of a message that the shop may send. */
const sentMessage = v.strictObject({
  message: v.strictObject({
    token: text,
    notification: v.optional(v.strictObject({ title: text, body: v.string(), image: optionalText })),
    data: v.optional(v.record(v.string(), v.string()), {}),
    android: v.strictObject({
      collapse_key: text,
      priority: v.picklist(['NORMAL', 'HIGH']),
      ttl: v.pipe(v.string(), v.regex(/^\d{1,7}s$/)),
      notification: v.optional(
        v.strictObject({ tag: text, channel_id: text, notification_count: v.optional(count), sound: optionalText }),
      ),
    }),
    apns: v.strictObject({
      headers: v.strictObject({
        'apns-priority': v.picklist(['5', '10']),
        'apns-expiration': v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
        'apns-collapse-id': v.pipe(text, v.maxBytes(64)),
      }),
      payload: v.strictObject({
        aps: v.strictObject({
          alert: v.optional(v.strictObject({ title: text, body: v.string() })),
          sound: optionalText,
          category: optionalText,
          badge: v.optional(count),
        }),
      }),
    }),
  }),
  validate_only: v.optional(v.boolean()),
});
type FcmMessage = v.InferOutput<typeof sentMessage>['message'];

const MAX_PAYLOAD_BYTES = 4_096;

/** Returns a field's path as Google names it: members of `data` by their position. */
function formatFieldPath(issue: v.BaseIssue<unknown>): string {
  const [first, second, third] = (issue.path ?? []).map(({ key, input }) => ({ key: String(key), input }));
  if (second?.key !== 'data' || third === undefined) return v.getDotPath(issue) ?? '';
  return `${first?.key}.data[${Object.keys(Object(third.input)).indexOf(third.key)}].value`;
}

/** Checks a message as Google does; null if it is valid. */
function checkMessage(body: unknown): Reply | null {
  const invalid = (violations: Violation[], message = 'Request contains an invalid argument.') =>
    buildErrorReply(400, 'INVALID_ARGUMENT', message, { errorCode: 'INVALID_ARGUMENT', violations });
  const parsed = v.safeParse(sentMessage, body);
  if (!parsed.success) {
    return invalid(parsed.issues.map((issue) => ({ field: formatFieldPath(issue), description: issue.message })));
  }
  const { token, ...payload } = parsed.output.message;
  const reserved = Object.keys(payload.data).find(isReservedKey);
  if (reserved !== undefined) return invalid([{ field: 'message.data', description: `Invalid data key: ${reserved}` }]);
  if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES) return invalid([], 'Message is too big');
  return null;
}

/** Creates the stand-in; `url` is read once it listens. */
export function createFcmStandIn(clock: () => Date, url: () => string) {
  const makeKeys = promisify(generateKeyPair);
  let keys: ReturnType<typeof makeKeys> | undefined;
  // Generating keys takes a tenth of a second, so they are generated with the first message.
  const loadKeyPair = (): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> => {
    keys ??= makeKeys('rsa', { modulusLength: 2_048 });
    return keys;
  };
  /** Expiry of each access token, in milliseconds since 1970. */
  const tokenExpiries = new Map<string, number>();
  let pushes: DeliveredPush[] = [];

  const account: ServiceAccount = {
    projectId: PROJECT_ID,
    clientEmail: ACCOUNT_EMAIL,
    keyId: KEY_ID,
    get tokenUri() {
      return `${url()}/token`;
    },
    signingKey: async () => (await loadKeyPair()).privateKey,
  };

  async function exchangeAssertion(form: URLSearchParams): Promise<Reply> {
    if (form.get('grant_type') !== JWT_GRANT) return buildJsonReply(400, { error: 'unsupported_grant_type' });
    const { jwtVerify } = await import('jose');
    const verified = await jwtVerify(form.get('assertion') ?? '', (await loadKeyPair()).publicKey, {
      algorithms: ['RS256'],
      issuer: ACCOUNT_EMAIL,
      audience: account.tokenUri,
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: TOKEN_SECONDS,
      currentDate: clock(),
    }).catch(() => null);
    if (verified === null)
      return buildJsonReply(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
    if (verified.payload.scope !== FCM_SCOPE) return buildJsonReply(400, { error: 'invalid_scope' });
    const token = `ya29.${randomBytes(24).toString('base64url')}`;
    tokenExpiries.set(token, clock().getTime() + TOKEN_SECONDS * 1_000);
    for (const old of [...tokenExpiries.keys()].slice(0, -MAX_STORED)) tokenExpiries.delete(old);
    return buildJsonReply(200, { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' });
  }

  function storePush({ token, notification, data, android, apns }: FcmMessage): void {
    const tag = android.collapse_key;
    const isSame = (push: DeliveredPush) => push.token === token && push.tag === tag;
    const sends = (pushes.find(isSame)?.sends ?? 0) + 1;
    const push: DeliveredPush = {
      token,
      kind: notification === undefined ? 'action' : 'plain',
      title: notification?.title ?? data.title ?? '',
      text: notification?.body ?? data.body ?? '',
      data,
      tag,
      channel_id: android.notification?.channel_id ?? data.channel_id ?? '',
      category: apns.payload.aps.category ?? '',
      badge: apns.payload.aps.badge ?? null,
      priority: android.priority === 'HIGH' ? 'high' : 'normal',
      ttl_seconds: Number(android.ttl.slice(0, -1)),
      sends,
      is_shown: true,
      at: clock().toISOString(),
    };
    const earlier = pushes.map((each) => (isSame(each) ? { ...each, is_shown: false } : each));
    pushes = [push, ...earlier].slice(0, MAX_STORED);
  }

  function send(authorization: string | undefined, body: unknown): Reply | Promise<Reply> {
    const ends = tokenExpiries.get((authorization ?? '').replace(/^Bearer /, ''));
    if (ends === undefined || ends <= clock().getTime())
      return buildErrorReply(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    const refusal = checkMessage(body);
    if (refusal !== null) return refusal;
    const { message, validate_only } = v.parse(sentMessage, body);
    const failure = Object.entries(FAILURE_REPLIES).find(([prefix]) => message.token.startsWith(prefix));
    if (failure !== undefined) return failure[1](clock());
    if (validate_only !== true) storePush(message);
    return buildJsonReply(200, { name: `projects/${PROJECT_ID}/messages/${randomBytes(12).toString('hex')}` });
  }

  return {
    account,
    /** Notifications that phones received, newest first. */
    delivered: (): readonly DeliveredPush[] => pushes,
    async answer({ method, url, headers, body }: StandInRequest): Promise<Reply> {
      if (method === 'POST' && url.pathname === '/token') return exchangeAssertion(new URLSearchParams(body));
      if (method === 'POST' && url.pathname === `/v1/projects/${PROJECT_ID}/messages:send`)
        return send(headers.authorization, JSON.parse(body));
      return buildErrorReply(404, 'NOT_FOUND', 'Requested entity was not found.');
    },
  };
}
