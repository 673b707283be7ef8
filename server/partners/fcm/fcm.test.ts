import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { OPEN_MS } from '../breaker.ts';
import type { Reply, StandInRequest } from '../stand-in.ts';
import { createPushSender, PushUnavailable } from './fcm.ts';
import type { PushMessage } from './push-message.ts';
import { createFcmStandIn } from './stand-in.ts';

let now = new Date('2026-11-20T02:00:00Z');
const clock = () => now;
const phones = createFcmStandIn(clock, () => url);

/** Requests that the stand-in received, and the number of connections. */
let requests: { path: string; authorization: string; message: string }[] = [];
let connections = 0;
let running = 0;
let mostRunning = 0;
/** Returns a reply to send instead of the stand-in's, or null. */
let overrideReply: (request: StandInRequest) => Reply | null = () => null;

const server = createServer(async (request, response) => {
  running++;
  mostRunning = Math.max(mostRunning, running);
  const { method = '', headers } = request;
  const standInRequest = { method, url: new URL(request.url ?? '', url), headers, body: await text(request) };
  const { pathname } = standInRequest.url;
  requests.push({ path: pathname, authorization: headers.authorization ?? '', message: standInRequest.body });
  const reply = overrideReply(standInRequest) ?? (await phones.answer(standInRequest));
  running--;
  response.writeHead(reply.status, reply.headers).end(reply.body);
});
server.on('connection', () => connections++);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

beforeEach(() => {
  requests = [];
  connections = 0;
  running = 0;
  mostRunning = 0;
  overrideReply = () => null;
});

const PUSH: PushMessage = {
  token: 'phone',
  kind: 'plain',
  title: '订单已送出',
  body: '订单 1234 今天送到。',
  data: { action: 'order-updated', action_data: '{"order_id":"1"}' },
  collapse_key: 'order.1',
  ttl_seconds: 3_600,
  urgent: true,
  channel_id: 'orders',
  category: 'ORDER',
  badge: 1,
};
const createSender = (limits = {}) => createPushSender({ url, account: phones.account }, clock, limits);
const countTokenRequests = () => requests.filter(({ path }) => path === '/token').length;
const countSendRequests = () => requests.length - countTokenRequests();

/** Returns the error of a failed sending. */
async function catchUnavailable(sending: Promise<unknown>): Promise<PushUnavailable> {
  const error = await sending.catch((error: unknown) => error);
  if (!(error instanceof PushUnavailable)) throw new Error(`Not unavailable: ${inspect(error)}`);
  return error;
}

describe('a phone', () => {
  test('receives a plain notification', async () => {
    const result = await createSender().send({ ...PUSH, token: 'phone-plain' });
    expect(result).toEqual({ state: 'sent', name: expect.stringMatching(/^projects\/stand-in\/messages\/\w+$/) });
    expect(phones.delivered()[0]).toEqual({
      token: 'phone-plain',
      kind: 'plain',
      title: PUSH.title,
      text: PUSH.body,
      data: PUSH.data,
      tag: 'order.1',
      channel_id: 'orders',
      category: 'ORDER',
      badge: 1,
      priority: 'high',
      ttl_seconds: 3_600,
      sends: 1,
      is_shown: true,
      at: now.toISOString(),
    });
  });

  test('receives an action as data alone', async () => {
    await createSender().send({ ...PUSH, token: 'phone-action', kind: 'action', urgent: false, badge: null });
    expect(phones.delivered()[0]).toMatchObject({
      kind: 'action',
      title: PUSH.title,
      text: PUSH.body,
      data: { action: 'order-updated', title: PUSH.title },
      channel_id: 'orders',
      priority: 'normal',
      badge: null,
    });
  });

  test('shows a notification that was sent twice, or superseded, once', async () => {
    const sender = createSender();
    await sender.send({ ...PUSH, token: 'phone-twice', title: 'Packed' });
    await sender.send({ ...PUSH, token: 'phone-twice', title: 'Out for delivery' });
    await sender.send({ ...PUSH, token: 'phone-twice', collapse_key: 'order.2', title: 'Placed' });
    const mine = phones.delivered().filter(({ token }) => token === 'phone-twice');
    expect(mine.map(({ title, sends, is_shown }) => [title, sends, is_shown])).toEqual([
      ['Placed', 1, true],
      ['Out for delivery', 2, true],
      ['Packed', 1, false],
    ]);
  });

  test('receives the largest message that the shop composes', async () => {
    for (const kind of ['plain', 'action'] as const) {
      const body = '满'.repeat(4_000);
      expect((await createSender().send({ ...PUSH, kind, body, token: 't'.repeat(4_096) })).state).toBe('sent');
    }
  });
});

describe('docs/partners.md#3: errors', () => {
  test.each([
    ['unregistered-1', { state: 'gone', reason: 'UNREGISTERED' }],
    ['mismatch-1', { state: 'gone', reason: 'SENDER_ID_MISMATCH' }],
    ['invalid-1', { state: 'gone', reason: 'INVALID_ARGUMENT' }],
    ['malformed-1', { state: 'gone', reason: 'INVALID_ARGUMENT' }],
    ['payload-1', { state: 'rejected', reason: 'INVALID_ARGUMENT message.android.ttl' }],
  ])('%s is final: %j', async (token, result) => {
    expect(await createSender().send({ ...PUSH, token })).toEqual(result);
    expect(countSendRequests()).toBe(1);
  });

  test('a message that the shop must not compose is rejected without a request', async () => {
    const data = { from: 'shop' };
    expect(await createSender().send({ ...PUSH, data })).toEqual({
      state: 'rejected',
      reason: 'reserved key from in data',
    });
    expect(requests).toEqual([]);
  });

  test.each([
    ['internal-1', 'FCM answered 500'],
    ['auth-1', 'FCM answered 401 THIRD_PARTY_AUTH_ERROR'],
    ['proxy-1', 'FCM answered 404'],
  ])('%s may pass, no token is lost: %s', async (token, message) => {
    const error = await catchUnavailable(createSender().send({ ...PUSH, token }));
    expect([error.message, error.retry_after_seconds]).toEqual([message, null]);
    expect(countSendRequests()).toBe(1);
  });

  test.each(['quota-1', 'unavailable-1'])(
    '%s: Retry-After of 30 s, in seconds or as a date, with jitter',
    async (token) => {
      const error = await catchUnavailable(createSender().send({ ...PUSH, token }));
      expect(error.retry_after_seconds).toBeGreaterThanOrEqual(30);
      expect(error.retry_after_seconds).toBeLessThanOrEqual(38);
    },
  );

  test.each([
    ['86400', 3_600],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
    ['soon', null],
  ])('Retry-After %j counts as %j s at least', async (header, seconds) => {
    overrideReply = ({ url }) =>
      url.pathname === '/token' ? null : { status: 503, headers: { 'retry-after': header } };
    const { retry_after_seconds } = await catchUnavailable(createSender().send(PUSH));
    if (seconds === null) return expect(retry_after_seconds).toBeNull();
    expect(retry_after_seconds).toBeGreaterThanOrEqual(seconds);
    expect(retry_after_seconds).toBeLessThanOrEqual(seconds * 1.25);
  });

  test('no response in time', async () => {
    const error = await catchUnavailable(createSender({ answerMs: 300 }).send({ ...PUSH, token: 'hang-1' }));
    expect(error.message).toMatch(/abort|time/i);
  });

  test('a response that is too long', async () => {
    overrideReply = ({ url }) => (url.pathname === '/token' ? null : { status: 200, body: 'x'.repeat(2_000_000) });
    expect((await catchUnavailable(createSender().send(PUSH))).message).toBe('A partner answered too much');
  });

  test.each<[number, object]>([
    [404, { error: { status: 'NOT_FOUND', message: 'Requested entity was not found.' } }],
    [403, { error: { status: 'PERMISSION_DENIED', message: 'SenderId' } }],
    [200, { ok: true }],
  ])('status %i without FCM’s code for it may pass: %j', async (status, body) => {
    overrideReply = ({ url }) => (url.pathname === '/token' ? null : { status, body: JSON.stringify(body) });
    await catchUnavailable(createSender().send(PUSH));
  });

  test('five failures in a row open the circuit breaker: the next message is not sent', async () => {
    const sender = createSender();
    for (let i = 0; i < 5; i++) await catchUnavailable(sender.send({ ...PUSH, token: 'internal-1' }));
    expect(countSendRequests()).toBe(5);
    const { retry_after_seconds } = await catchUnavailable(sender.send(PUSH));
    expect(retry_after_seconds).toBeGreaterThanOrEqual(OPEN_MS / 1_000);
    expect(countSendRequests()).toBe(5);
  });
});

describe('access tokens', () => {
  test('one is requested for concurrent messages, and cached until shortly before it ends', async () => {
    const sender = createSender();
    await Promise.all(Array.from({ length: 10 }, () => sender.send(PUSH)));
    now = new Date(now.getTime() + 58 * 60_000);
    await sender.send(PUSH);
    expect(countTokenRequests()).toBe(1);
    now = new Date(now.getTime() + 60_000 + 1);
    await sender.send(PUSH);
    expect(countTokenRequests()).toBe(2);
  });

  const UNAUTHENTICATED = JSON.stringify({ error: { code: 401, status: 'UNAUTHENTICATED', message: 'Request had …' } });

  test('a 401 renews it once, however many messages got one', async () => {
    const sender = createSender();
    await sender.send(PUSH);
    const revokedToken = requests.at(-1)?.authorization;
    overrideReply = ({ headers }) =>
      headers.authorization === revokedToken ? { status: 401, body: UNAUTHENTICATED } : null;
    const results = await Promise.all(Array.from({ length: 10 }, () => sender.send(PUSH)));
    expect(results.map(({ state }) => state)).toEqual(Array(10).fill('sent'));
    expect(countTokenRequests()).toBe(2);
  });

  test('a second 401 is not followed by a third try', async () => {
    overrideReply = ({ url }) => (url.pathname === '/token' ? null : { status: 401, body: UNAUTHENTICATED });
    const { message } = await catchUnavailable(createSender().send(PUSH));
    expect([message, countTokenRequests(), countSendRequests()]).toEqual(['FCM answered 401 UNAUTHENTICATED', 2, 2]);
  });

  test('without the account’s own key there is none', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const { projectId, clientEmail, keyId, tokenUri } = phones.account;
    const account = { projectId, clientEmail, keyId, tokenUri, signingKey: async () => privateKey };
    const { message } = await catchUnavailable(createPushSender({ url, account }, clock).send(PUSH));
    expect([message, countSendRequests()]).toEqual(['FCM’s token endpoint answered 400 invalid_grant', 0]);
  });
});

test('at most 20 messages are under way, over connections that stay open', async () => {
  const sender = createSender();
  const sendMany = () => Promise.all(Array.from({ length: 100 }, () => sender.send(PUSH)));
  await sendMany();
  expect(mostRunning).toBeLessThanOrEqual(20);
  const before = connections;
  expect(before).toBeLessThanOrEqual(20);
  await sendMany();
  expect([connections, countSendRequests()]).toEqual([before, 200]);
});

describe('the stand-in refuses what Google refuses', () => {
  const sendAndReadRequest = async () => {
    await createSender().send(PUSH);
    return requests.at(-1);
  };

  test.each<[string, (message: Record<string, unknown>) => object]>([
    ['message.data[1].value', (message) => ({ ...message, data: { a: '1', b: 2 } })],
    ['message.unknown', (message) => ({ ...message, unknown: 1 })],
    ['message.token', ({ token, ...message }) => message],
    ['message.data', (message) => ({ ...message, data: { google_id: '1' } })],
    ['message.android.ttl', (message) => ({ ...message, android: { ...Object(message.android), ttl: '60' } })],
  ])('a wrong %s', async (field, change) => {
    const request = await sendAndReadRequest();
    const { message } = JSON.parse(request?.message ?? '');
    const response = await fetch(`${url}${request?.path}`, {
      method: 'POST',
      headers: { authorization: request?.authorization ?? '' },
      body: JSON.stringify({ message: change(message) }),
    });
    const { error } = await response.json();
    expect([response.status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(error.details.at(-1).fieldViolations.map((each: { field: string }) => each.field)).toContain(field);
  });

  test('an access token that it did not issue', async () => {
    const request = await sendAndReadRequest();
    const headers = { authorization: 'Bearer made-up' };
    const body = request?.message ?? '';
    expect((await fetch(`${url}${request?.path}`, { method: 'POST', headers, body })).status).toBe(401);
  });
});

describe('settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-fcm-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const FILE = {
    type: 'service_account',
    project_id: 'my-shop-1',
    private_key_id: 'abc',
    private_key: privateKey,
    client_email: 'push@my-shop-1.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  };
  const path = join(folder, 'account.json');
  writeFileSync(path, JSON.stringify(FILE));
  const readSettings = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });
  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    APP_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
    SMTP_URL: 'smtp://127.0.0.1:2525',
  };
  const KEY_LINE = privateKey.split('\n')[3] ?? '';

  test.each([
    ['a file', path],
    ['JSON', JSON.stringify(FILE)],
  ])('reads the service account from %s; printed, the settings show no key', async (_, setting) => {
    const { fcm } = readSettings({ ...PRODUCTION, FCM_SERVICE_ACCOUNT: setting });
    expect(fcm).toMatchObject({
      url: 'https://fcm.googleapis.com',
      account: { projectId: 'my-shop-1', clientEmail: FILE.client_email, keyId: 'abc', tokenUri: FILE.token_uri },
    });
    expect((await fcm?.account.signingKey())?.asymmetricKeyType).toBe('rsa');
    expect(
      `${inspect(fcm, { depth: 9 })}${inspect(await fcm?.account.signingKey())}${JSON.stringify(fcm)}`,
    ).not.toContain(KEY_LINE);
  });

  test.each<[string, string]>([
    ['', '/no/such/file.json'],
    ['', '{"type":"service_account","private_key":"'],
    ['', privateKey],
    ['type', JSON.stringify({ ...FILE, type: 'authorized_user' })],
    ['type', '{}'],
    ['project_id', JSON.stringify({ ...FILE, project_id: 'a/b' })],
    ['client_email', JSON.stringify({ ...FILE, client_email: undefined })],
    ['private_key', JSON.stringify({ ...FILE, private_key: privateKey.slice(0, 800) })],
    ['private_key', JSON.stringify({ ...FILE, private_key: 7 })],
    ['token_uri', JSON.stringify({ ...FILE, token_uri: 'ftp://oauth2.example' })],
  ])('a malformed one stops the start with one line that names it and quotes nothing: %s', (field, setting) => {
    const message = (() => {
      try {
        readSettings({ FCM_SERVICE_ACCOUNT: setting });
      } catch (error) {
        return (error as Error).message;
      }
    })();
    const what = 'FCM_SERVICE_ACCOUNT must be a service account’s JSON, or the path of its file';
    expect(message).toBe(field === '' ? what : `${what}: ${field} is missing or wrong`);
  });

  test('FCM_URL must be https in production', () => {
    const env = { FCM_SERVICE_ACCOUNT: path, FCM_URL: 'http://fcm.example' };
    expect(() => readSettings({ ...PRODUCTION, ...env })).toThrow('FCM_URL must begin with https://');
    expect(readSettings(env).fcm).not.toBeNull();
  });

  const withTokenUri = (token_uri: string) => ({ FCM_SERVICE_ACCOUNT: JSON.stringify({ ...FILE, token_uri }) });
  const REFUSED =
    'token_uri of FCM_SERVICE_ACCOUNT must begin with https://oauth2.googleapis.com/ or https://accounts.google.com/';

  test.each(['https://oauth2.googleapis.com/token', 'https://accounts.google.com/o/oauth2/token'])(
    'the token_uri %s is Google’s',
    (uri) => {
      for (const env of [{}, PRODUCTION])
        expect(readSettings({ ...env, ...withTokenUri(uri) }).fcm?.account.tokenUri).toBe(uri);
    },
  );

  test.each([
    'http://oauth2.googleapis.com/token',
    'https://oauth2.example/token',
    'https://oauth2.googleapis.com.example/token',
    'https://oauth2.googleapis.com:8443/token',
    'https://oauth2.googleapis.com@attacker.example/token',
    'https://www.googleapis.com/token',
  ])('docs/security.md#c23: the token_uri %s stops the start', (uri) => {
    for (const env of [{}, PRODUCTION]) expect(() => readSettings({ ...env, ...withTokenUri(uri) })).toThrow(REFUSED);
  });

  test.each(['http://127.0.0.1:4009/token', 'http://localhost:4009/token', 'http://[::1]:4009/token'])(
    'the token_uri %s is a stand-in’s, which production refuses',
    (uri) => {
      expect(readSettings(withTokenUri(uri)).fcm?.account.tokenUri).toBe(uri);
      expect(() => readSettings({ ...PRODUCTION, ...withTokenUri(uri) })).toThrow(REFUSED);
    },
  );

  test('no error names the token or quotes the message', async () => {
    for (const token of ['internal-secret', 'auth-secret', 'quota-secret', 'hang-secret']) {
      const error = await catchUnavailable(createSender({ answerMs: 300 }).send({ ...PUSH, token }));
      const output = inspect(error, { depth: 9 });
      for (const secret of [token, PUSH.body, 'Bearer', 'ya29.']) expect(output).not.toContain(secret);
    }
  });
});
