/** Codes to phones while WhatsApp is down, tested over HTTP. */
import { afterAll, describe, expect, test } from 'vitest';
import { type Reply, startStandIn } from '../../partners/stand-in.ts';
import { sentTo } from '../../testing/inbox.ts';
import { testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

let hangs = false;
const whatsapp = await startStandIn(0, () => (hangs ? new Promise<Reply>(() => {}) : { status: 503 }));
const { api, app, db, url } = await testServer({
  clock: () => now,
  env: { WHATSAPP_URL: whatsapp.url, WHATSAPP_TOKEN: 'token', WHATSAPP_PHONE_ID: '100000000000001' },
});
afterAll(() => whatsapp.close());

const requestOtp = (contact_number: string) =>
  api('POST', '/request/otp', { body: { contact_number, purpose: 'register' } });
const verifyOtp = (contact_number: string, code: string) =>
  api('POST', '/verify-otp', { body: { contact_number, purpose: 'register', code } });

describe('docs/security.md#c12: "5 min life", "≥60 s apart"', () => {
  test('counts both from the sending, not from the request', async () => {
    const phone = '0128880001';
    expect((await requestOtp(phone)).status).toBe(200);
    // The queue stops for four minutes.
    advanceClock(240);
    await app.startJobs();
    const { code } = await sentTo(url, phone, ({ channel }) => channel === 'sms');
    advanceClock(20);
    const again = await requestOtp(phone);
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '40']);
    advanceClock(270);
    expect((await verifyOtp(phone, code)).status).toBe(200);
  });

  test('a code expires five minutes after its sending', async () => {
    const phone = '0128880002';
    await requestOtp(phone);
    const { code } = await sentTo(url, phone, ({ channel }) => channel === 'sms');
    advanceClock(300);
    expect((await verifyOtp(phone, code)).status).toBe(422);
  });
});

test('delivers 12 codes by SMS within 10 seconds when WhatsApp hangs', async () => {
  hangs = true;
  const phones = Array.from({ length: 12 }, (_, i) => `01288810${10 + i}`);
  await Promise.all(phones.map(requestOtp));
  const messages = await Promise.all(phones.map((phone) => sentTo(url, phone, ({ channel }) => channel === 'sms')));
  expect(messages.map(({ code }) => code.length)).toEqual(phones.map(() => 6));
  const { rows } = await db.raw(`select 1 from pgboss.job where name = 'message' and state = 'retry'`);
  expect(rows).toEqual([]);
});
