import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type DeliveredMessage, startStandIn } from '../../partners/stand-in.ts';
import { createWhatsAppStandIn } from '../../partners/whatsapp/stand-in.ts';
import { signWebhook } from '../../partners/whatsapp/webhook.ts';
import { sendRequest, testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const clock = () => now;
const KEYS = { appSecret: 'the app’s secret', verifyToken: 'agreed on' };

/** Messages that WhatsApp delivered. */
const deliveredMessages: DeliveredMessage[] = [];
const whatsapp = await startStandIn(
  0,
  createWhatsAppStandIn({
    token: 'token',
    clock,
    onDelivered: (message) => deliveredMessages.push(message),
    webhook: { ...KEYS, url: () => `${url}/api/whatsapp/webhook` },
  }),
);
const { api, db, app, url } = await testServer({
  clock,
  jobs: true,
  env: {
    WHATSAPP_URL: whatsapp.url,
    WHATSAPP_TOKEN: 'token',
    WHATSAPP_PHONE_ID: '100000000000001',
    WHATSAPP_APP_SECRET: KEYS.appSecret,
    WHATSAPP_VERIFY_TOKEN: KEYS.verifyToken,
  },
});
afterAll(() => whatsapp.close());

const listSms = (to: string) => app.shop.partners.listDeliveredMessages().filter((message) => message.to === to);

async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await isMet()) return;
    await sleep(50);
  }
  throw new Error('It did not come to that');
}

/** Waits until no job is waiting or running. */
const waitForJobs = () =>
  waitUntil(async () => {
    const { rows } = await db.raw(`select 1 from pgboss.job where name = 'message' and state <> 'completed'`);
    return rows.length === 0;
  });

const makeBody = (id: string, status: string) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { statuses: [{ id, status, recipient_id: '60' }] } }] }],
  });

const report = (body: string, signature: string = signWebhook(KEYS.appSecret, body)) =>
  api('POST', '/whatsapp/webhook', { body, headers: { 'x-hub-signature-256': signature } });

let sequence = 0;
const makePhone = (end: string) => `+6012${String(300 + ++sequence)}${end}`;
const requestOtp = async (contact_number: string) =>
  expect((await api('POST', '/request/otp', { body: { contact_number, purpose: 'register' } })).status).toBe(200);

/** Waits for WhatsApp's message with the code to a number, and returns its id. */
async function waitForMessageId(phone: string): Promise<string> {
  let id = '';
  await waitUntil(async () => {
    const { rows } = await db.raw(
      `select m.message_id as id from code_messages m join codes c on c.code_hash = m.job->>'code_hash' where c.contact = $1`,
      [phone],
    );
    id = (rows[0] as { id: string } | undefined)?.id ?? '';
    return id !== '';
  });
  return id;
}

describe('docs/partners.md#6: "Delivery status by webhook"', () => {
  test('responds to Meta’s verification request with its challenge, only with the right token', async () => {
    const requestHandshake = (token: string) =>
      sendRequest(
        `${url}/api/whatsapp/webhook?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
        'GET',
      );
    const { status, text, headers } = await requestHandshake('agreed+on');
    expect([status, text, headers.get('content-type')]).toEqual([200, '1158201444', 'text/plain; charset=utf-8']);
    for (const token of ['', 'wrong']) expect((await requestHandshake(token)).status).toBe(404);
    expect((await sendRequest(`${url}/api/whatsapp/webhook`, 'GET')).status).toBe(404);
  });

  test('sends a code that WhatsApp did not deliver by SMS, the same code and once', async () => {
    const phone = makePhone('0001');
    await requestOtp(phone);
    await waitUntil(() => listSms(phone).length > 0);
    const [message] = listSms(phone);
    expect(message).toMatchObject({ channel: 'sms', to: phone });
    expect(deliveredMessages.filter(({ to }) => to === phone)).toEqual([]);
    const id = await waitForMessageId(phone);
    await Promise.all([1, 2, 3].map(() => report(makeBody(id, 'failed'))));
    await waitForJobs();
    expect(listSms(phone)).toHaveLength(1);
    const body = { contact_number: phone, purpose: 'register', code: message?.code };
    expect((await api('POST', '/verify-otp', { body })).status).toBe(200);
  });

  test('resends a message that was reported before its job stored its id', async () => {
    const phone = makePhone('1111');
    const early = 'wamid.early';
    expect((await report(makeBody(early, 'failed'))).body).toEqual({ success: true });
    await requestOtp(phone);
    const messageId = await waitForMessageId(phone);
    await db.raw('update code_messages set message_id = $2 where message_id = $1', [messageId, 'wamid.other']);
    const { rows } = await db.raw(`select job from code_messages where message_id = 'wamid.other'`);
    const { recordMessage } = await import('./undelivered-codes.ts');
    const { NO_REQUEST } = await import('../../context.ts');
    const { makeContext } = await import('../../http/api/call-endpoint.ts');
    const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);
    await recordMessage(system, early, (rows[0] as { job: never }).job);
    await waitUntil(() => listSms(phone).length === 1);
  });

  test.each(['delivered', 'read', 'sent'])('ignores the status %s', async (status) => {
    const phone = makePhone('2222');
    await requestOtp(phone);
    expect((await report(makeBody(await waitForMessageId(phone), status))).status).toBe(200);
    await waitForJobs();
    expect(listSms(phone)).toEqual([]);
  });

  test('does not resend a used or expired code', async () => {
    const [usedPhone, expiredPhone] = [makePhone('3333'), makePhone('4444')];
    await requestOtp(usedPhone);
    const first = await waitForMessageId(usedPhone);
    const code = deliveredMessages.find(({ to }) => to === usedPhone)?.code;
    await api('POST', '/verify-otp', { body: { contact_number: usedPhone, purpose: 'register', code } });
    await report(makeBody(first, 'failed'));
    await waitForJobs();
    now = new Date(now.getTime() + 60_000);
    await requestOtp(expiredPhone);
    const second = await waitForMessageId(expiredPhone);
    now = new Date(now.getTime() + 5 * 60_000);
    await report(makeBody(second, 'failed'));
    await waitForJobs();
    expect([...listSms(usedPhone), ...listSms(expiredPhone)]).toEqual([]);
  });

  test('ignores reports without Meta’s signature', async () => {
    const phone = makePhone('5555');
    await requestOtp(phone);
    const body = makeBody(await waitForMessageId(phone), 'failed');
    const wrong = [
      '',
      'sha256=',
      signWebhook('another secret', body),
      signWebhook(KEYS.appSecret, `${body} `),
      signWebhook(KEYS.appSecret, body).replace('sha256=', ''),
    ];
    for (const signature of wrong) {
      const response = await report(body, signature);
      expect([signature, response.status, response.body.code]).toEqual([signature, 401, 'request.signature']);
    }
    await waitForJobs();
    expect(listSms(phone)).toEqual([]);
  });

  test.each(['', '{', '[]', '{"object":"page","entry":[]}'])('accepts and ignores a signed %j', async (body) => {
    expect((await report(body)).status).toBe(200);
  });

  test('stores no number and no code', async () => {
    const phone = makePhone('6666');
    await requestOtp(phone);
    await waitForMessageId(phone);
    const { rows } = await db.raw('select * from code_messages');
    expect(JSON.stringify(rows)).not.toContain(phone.slice(3));
  });
});
