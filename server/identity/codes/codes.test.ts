import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { readInbox, type SentItem } from '../../testing/inbox.ts';
import { sendRequest, type TestResponse, testServer } from '../../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, app, db, url, config } = await testServer({
  clock: () => now,
  jobs: true,
  env: { RATE_LIMIT_CODES: '70', RATE_LIMIT_UNUSED_CODES: '30', TRUST_PROXY: 'true' },
});
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const listMessages = (to: string) => readInbox(url, to);

/** Waits for the message to `to` after the first `count`; jobs run in real time. */
async function waitForNewest(to: string, count: number): Promise<SentItem> {
  for (let i = 0; i < 100; i++) {
    const all = await listMessages(to);
    const [first] = all;
    if (first !== undefined && all.length > count) return first;
    await sleep(50);
  }
  throw new Error('No message arrived');
}

/** Requests a code, and reads it from the inbox. */
async function receiveCode(to: string, sendCode: () => Promise<TestResponse>): Promise<string> {
  const before = (await listMessages(to)).length;
  const { status, body } = await sendCode();
  expect([status, body.message]).toEqual([200, undefined]);
  return (await waitForNewest(to, before)).code;
}

/** Requests a code, and waits until it is sent: the wait for the next one begins then. */
async function sendAndWait(to: string, sendCode: () => Promise<TestResponse>): Promise<number> {
  const before = (await listMessages(to)).length;
  const { status } = await sendCode();
  if (status === 200) await waitForNewest(to, before);
  return status;
}

let sequence = 0;
/** The caller's address: another in each test, so that the tests' codes are not counted together. */
let address = '';
const makeHeaders = () => ({ 'x-forwarded-for': address });
beforeEach(() => {
  sequence++;
  address = `203.0.113.${sequence}`;
});

const makePhone = () => `01${String(30_000_000 + ++sequence)}`;
const makeEmail = () => `codes${++sequence}@example.com`;
const post = (path: string, body: object, token?: string) => api('POST', path, { body, token, headers: makeHeaders() });
const requestOtp = (contact_number: string, purpose = 'register', token?: string) =>
  post('/request/otp', { contact_number, purpose }, token);
const verifyOtp = (contact_number: string, code: string, purpose = 'register', token?: string) =>
  post('/verify-otp', { contact_number, purpose, code }, token);

async function newCustomer(more: object = {}) {
  const email = makeEmail();
  const password = `correct horse ${sequence}`;
  const { status, body } = await post('/register', { name: 'Mei Ling', email, password, ...more });
  expect([status, body.message]).toEqual([201, undefined]);
  return { email, password, token: body.token as string, me: body.me };
}

const makeWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('docs/security.md#c12', () => {
  test('sends a code of six digits by WhatsApp, in the requested language, which proves the number at sign-up', async () => {
    const phone = makePhone();
    const { body } = await requestOtp(phone);
    expect(body).toEqual({ success: true, expires_in: 300, resend_in: 60, channels: ['whatsapp', 'sms'] });
    const message = await waitForNewest(phone, 0);
    expect(message).toMatchObject({ channel: 'whatsapp', to: `+6${phone}`, subject: '' });
    expect(message.code).toMatch(/^\d{6}$/);
    const verification = await verifyOtp(
      `+6${phone.slice(0, 3)}-${phone.slice(3)}`,
      ` ${message.code.slice(0, 3)} ${message.code.slice(3)} `,
    );
    expect(verification.body).toMatchObject({ success: true, me: null, merge_needed: false });
    const { me } = await newCustomer({ contact_number: phone, proof: verification.body.proof });
    expect(me).toMatchObject({ phone_verified: true, email_verified: false });
  });

  test('accepts a code once, for its own purpose and contact; all others are "Code is invalid"', async () => {
    const [phone, other] = [makePhone(), makePhone()];
    const code = await receiveCode(phone, () => requestOtp(phone));
    const responses = [
      await verifyOtp(phone, makeWrongCode(code)),
      await verifyOtp(phone, code, 'account'),
      await verifyOtp(other, code),
      await post('/verify-forget-password-token', { login: phone, code }),
      await verifyOtp(phone, '\u{1F600}'),
    ];
    expect((await verifyOtp(phone, code)).status).toBe(200);
    responses.push(await verifyOtp(phone, code));
    for (const { status, text } of responses) expect([status, text]).toEqual([422, responses[0]?.text]);
    expect(responses[0]?.body).toMatchObject({ code: 'code.invalid', message: 'Code is invalid' });
  });

  test('accepts a code for five minutes', async () => {
    const [phone, other] = [makePhone(), makePhone()];
    const code = await receiveCode(phone, () => requestOtp(phone));
    advanceClock(5 * MINUTE - SECOND);
    expect((await verifyOtp(phone, code)).status).toBe(200);
    const late = await receiveCode(other, () => requestOtp(other));
    advanceClock(5 * MINUTE);
    expect((await verifyOtp(other, late)).status).toBe(422);
  });

  test('refuses the eleventh code of all requesters within an hour, also after the accounts were removed', async () => {
    const phone = makePhone();
    for (let count = 1; count <= 10; count++) {
      address = `2001:db8:${++sequence}::1`;
      const { token, password } = await newCustomer({ contact_number: phone });
      expect((await requestOtp(phone, 'profile', token)).status).toBe(200);
      expect((await post('/me/delete', { password }, token)).status).toBe(200);
    }
    const { status, headers } = await requestOtp(phone);
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
  });

  test('evaluates at most five tries, however many are concurrent', async () => {
    const phone = makePhone();
    const code = await receiveCode(phone, () => requestOtp(phone));
    const wrong = makeWrongCode(code);
    await Promise.all(Array.from({ length: 4 }, () => verifyOtp(phone, wrong)));
    const other = makePhone();
    const second = await receiveCode(other, () => requestOtp(other));
    const all = await Promise.all(Array.from({ length: 10 }, () => verifyOtp(other, second)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await verifyOtp(phone, wrong)).status).toBe(422);
    expect((await verifyOtp(phone, code)).status).toBe(422);
    const { rows } = await db.raw('select tries from codes where contact = $1', [`+6${phone}`]);
    expect(rows).toEqual([{ tries: 5 }]);
  });

  test('sends another code after a minute at the earliest, in every spelling; it replaces the previous one', async () => {
    const phone = makePhone();
    const first = await receiveCode(phone, () => requestOtp(phone));
    advanceClock(20 * SECOND);
    for (const spelling of [phone, `+6${phone}`, `6${phone.slice(0, 4)} ${phone.slice(4)}`]) {
      const { status, headers } = await requestOtp(spelling, 'account');
      expect([status, headers.get('retry-after')]).toEqual([429, '40']);
    }
    advanceClock(40 * SECOND);
    const second = await receiveCode(phone, () => requestOtp(phone));
    if (first !== second) expect((await verifyOtp(phone, first)).status).toBe(422);
    expect((await verifyOtp(phone, second)).status).toBe(200);
  });

  test('sends the next code at once after a used one', async () => {
    const phone = makePhone();
    const code = await receiveCode(phone, () => requestOtp(phone));
    expect((await verifyOtp(phone, code)).status).toBe(200);
    expect((await requestOtp(phone, 'account')).status).toBe(200);
  });

  test('sends at most five codes an hour to a contact, and one for parallel requests', async () => {
    const phone = makePhone();
    const parallel = await Promise.all(Array.from({ length: 6 }, () => requestOtp(phone)));
    expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1);
    await waitForNewest(phone, 0);
    for (let count = 2; count <= 5; count++) {
      advanceClock(MINUTE);
      expect(await sendAndWait(phone, () => requestOtp(phone))).toBe(200);
    }
    advanceClock(MINUTE);
    const sixth = await requestOtp(phone);
    expect([sixth.status, sixth.body.code]).toEqual([429, 'request.rate_limited']);
    expect(Number(sixth.headers.get('retry-after'))).toBe((HOUR - 5 * MINUTE) / SECOND);
    advanceClock(HOUR - 5 * MINUTE);
    expect((await requestOtp(phone)).status).toBe(200);
  });

  test('lets many shoppers behind one address sign up by code', async () => {
    for (let i = 0; i < 32; i++) {
      const phone = makePhone();
      const code = await receiveCode(phone, () => requestOtp(phone));
      expect((await verifyOtp(phone, code)).status).toBe(200);
    }
  });

  test('pauses a network for 15 minutes after 30 unused codes in a row; a used one restarts the count', async () => {
    const first = makePhone();
    const code = await receiveCode(first, () => requestOtp(first));
    for (let i = 0; i < 28; i++) expect((await requestOtp(makePhone())).status).toBe(200);
    expect((await verifyOtp(first, code)).status).toBe(200);
    advanceClock(SECOND);
    for (let i = 0; i < 30; i++) expect((await requestOtp(makePhone())).status).toBe(200);
    advanceClock(3 * MINUTE);
    const { status, headers, body } = await requestOtp(makePhone());
    expect([status, headers.get('retry-after')]).toEqual([429, '720']);
    expect(body.message).toBe('Too many attempts. Please try again in 12 minutes.');
    advanceClock(12 * MINUTE);
    expect((await requestOtp(makePhone())).status).toBe(200);
    const next = await requestOtp(makePhone());
    expect([next.status, next.headers.get('retry-after')]).toEqual([429, '900']);
    address = '198.51.100.7';
    expect((await requestOtp(makePhone())).status).toBe(200);
  });

  test('limits a guest token to ten unused codes, so that one person cannot use up the limit of the network', async () => {
    const token = (await api('GET', '/cart', { headers: makeHeaders() })).body.uuid;
    for (let i = 0; i < 10; i++) expect((await requestOtp(makePhone(), 'register', token)).status).toBe(200);
    expect((await requestOtp(makePhone(), 'register', token)).status).toBe(429);
    expect((await requestOtp(makePhone())).status).toBe(200);
  });

  test('thirty unused codes of neighbours, with and without tokens, leave everyone else’s', async () => {
    const newGuestToken = async () => (await api('GET', '/cart', { headers: makeHeaders() })).body.uuid;
    for (let i = 0; i < 30; i++) expect((await requestOtp(makePhone())).status).toBe(200);
    expect((await requestOtp(makePhone())).status).toBe(429);
    for (let guest = 0; guest < 3; guest++) {
      const token = await newGuestToken();
      for (let i = 0; i < 10; i++) expect((await requestOtp(makePhone(), 'register', token)).status).toBe(200);
      expect((await requestOtp(makePhone(), 'register', token)).status).toBe(429);
    }
    expect((await requestOtp(makePhone(), 'register', await newGuestToken())).status).toBe(200);
    const body = { contact_number: makePhone(), purpose: 'register' };
    const session = { ...makeHeaders(), 'x-session': '01890000-0000-4000-8000-000000000001' };
    expect((await api('POST', '/request/otp', { body, headers: session })).status).toBe(200);
    const { token } = await newCustomer();
    expect((await requestOtp(makePhone(), 'profile', token)).status).toBe(200);
  });

  test.each([
    ['sessions', (session: string) => ({ 'x-session': session })],
    ['tokens', (session: string) => ({ authorization: `Bearer ${session}` })],
  ])('120 unused codes of made-up %s leave one to each guest with an issued token', async (_, identify) => {
    const requestBy = async (session: string) => {
      const body = { contact_number: makePhone(), purpose: 'register' };
      const headers = { ...makeHeaders(), ...identify(session) };
      return (await api('POST', '/request/otp', { body, headers })).status;
    };
    for (let i = 0; i < 120; i++) {
      if (i === 60) advanceClock(HOUR);
      expect(await requestBy(randomUUID())).toBe(200);
    }
    expect(await requestBy(randomUUID())).toBe(429);
    const guestToken = (await api('GET', '/cart', { headers: makeHeaders() })).body.uuid;
    expect((await requestOtp(makePhone(), 'register', guestToken)).status).toBe(200);
    expect((await requestOtp(makePhone(), 'register', guestToken)).status).toBe(429);
  });

  test('120 unused codes of guests leave every other guest one in 15 minutes, up to the limit of an hour', async () => {
    const newGuestToken = async () => (await api('GET', '/cart', { headers: makeHeaders() })).body.uuid;
    const requestBy = (token: string) => requestOtp(makePhone(), 'register', token);
    for (let guest = 0; guest < 12; guest++) {
      if (guest === 6) advanceClock(HOUR);
      const token = await newGuestToken();
      for (let i = 0; i < 10; i++) expect((await requestBy(token)).status).toBe(200);
    }
    const token = await newGuestToken();
    expect((await requestBy(token)).status).toBe(200);
    const second = await requestBy(token);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '900']);
    for (let i = 0; i < 9; i++) expect((await requestBy(await newGuestToken())).status).toBe(200);
    const beyond = await requestBy(await newGuestToken());
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  test('five codes that a stranger requested do not keep the owner from two, on a new device or network', async () => {
    const [phone, other] = [makePhone(), makePhone()];
    for (const each of [phone, other]) {
      for (let count = 1; count <= 5; count++) {
        await receiveCode(each, () => requestOtp(each));
        advanceClock(MINUTE);
      }
      expect((await requestOtp(each)).status).toBe(429);
    }
    const token = (await api('GET', '/cart', { headers: makeHeaders() })).body.uuid;
    const code = await receiveCode(phone, () => requestOtp(phone, 'register', token));
    expect((await verifyOtp(phone, code, 'register', token)).status).toBe(200);
    address = `198.51.100.${++sequence % 200}`;
    for (let count = 1; count <= 2; count++) {
      await receiveCode(other, () => requestOtp(other));
      advanceClock(MINUTE);
    }
    expect((await requestOtp(other)).status).toBe(429);
  });

  test('one machine with many sessions uses up seven of a contact’s ten codes; the owner gets two elsewhere', async () => {
    const phone = makePhone();
    const statuses = [];
    for (let session = 1; session <= 10; session++) {
      const { uuid } = (await api('GET', '/cart', { headers: makeHeaders() })).body;
      statuses.push(await sendAndWait(phone, () => requestOtp(phone, 'register', uuid)));
      advanceClock(MINUTE);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429]);
    address = `2001:db8:${++sequence}::1`;
    for (let count = 1; count <= 2; count++) {
      await receiveCode(phone, () => requestOtp(phone));
      advanceClock(MINUTE);
    }
  });

  test('ten codes an hour go to a contact, however many requesters', async () => {
    const phone = makePhone();
    for (let count = 1; count <= 10; count++) {
      address = `2001:db8:${++sequence}::1`;
      await receiveCode(phone, () => requestOtp(phone));
      advanceClock(MINUTE);
    }
    address = `2001:db8:${++sequence}::1`;
    expect((await requestOtp(phone)).status).toBe(429);
  });

  test('a stranger’s wrong tries leave the owner’s, and five are evaluated in all', async () => {
    const phone = makePhone();
    const home = address;
    const code = await receiveCode(phone, () => requestOtp(phone));
    const wrong = makeWrongCode(code);
    address = `198.51.100.${++sequence % 200}`;
    for (let n = 0; n < 8; n++) expect((await verifyOtp(phone, wrong)).status).toBe(422);
    const { rows } = await db.raw('select tries from codes where contact = $1', [`+6${phone}`]);
    expect(rows).toEqual([{ tries: 2 }]);
    address = home;
    for (let n = 0; n < 2; n++) expect((await verifyOtp(phone, wrong)).status).toBe(422);
    expect((await verifyOtp(phone, code)).status).toBe(200);
  });

  test('a stranger’s request does not replace the owner’s code, which also counts on another device', async () => {
    const phone = makePhone();
    const code = await receiveCode(phone, () => requestOtp(phone));
    advanceClock(MINUTE);
    address = `198.51.100.${++sequence % 200}`;
    expect((await requestOtp(phone)).status).toBe(200);
    address = `198.51.100.${++sequence % 200}`;
    expect((await verifyOtp(phone, code)).status).toBe(200);
  });

  test('counts all addresses of an IPv6 /64 as one network', async () => {
    for (let i = 0; i < 30; i++) {
      address = `2001:db8:7:7::${i}`;
      expect((await requestOtp(makePhone())).status).toBe(200);
    }
    address = '2001:db8:7:7:8::1';
    expect((await requestOtp(makePhone())).status).toBe(429);
  });

  test('a clock that is set back by two hours neither locks out a contact nor revives a code', async () => {
    const [phone, other] = [makePhone(), makePhone()];
    const code = await receiveCode(phone, () => requestOtp(phone));
    advanceClock(5 * MINUTE);
    expect((await requestOtp(other)).status).toBe(200);
    advanceClock(-2 * HOUR);
    expect((await verifyOtp(phone, code)).status).toBe(422);
    const { status, headers } = await requestOtp(other);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await requestOtp(phone)).status).toBe(200);
  });

  test('sends at most 70 codes an hour to one address’s requests, used or not', async () => {
    const all = [];
    for (let i = 0; i < 71; i++) {
      const phone = makePhone();
      all.push((await requestOtp(phone)).status);
      if (i % 25 === 0) expect((await verifyOtp(phone, (await waitForNewest(phone, 0)).code)).status).toBe(200);
      advanceClock(SECOND);
    }
    expect(all).toEqual([...Array(70).fill(200), 429]);
    address = '198.51.100.9';
    expect((await requestOtp(makePhone())).status).toBe(200);
  });

  test.each(['03-5550 0100', '+65 9123 4567', '+1 212 555 0100', '12345', '0123', '\u0000', "' or 1=1"])(
    'sends no code to %j: Malaysian mobiles only',
    async (contact_number) => {
      const { status } = await requestOtp(contact_number);
      expect([400, 422]).toContain(status);
    },
  );

  test('stores no code in the database or in jobs, and returns none', async () => {
    const phone = makePhone();
    const { text } = await requestOtp(phone);
    const { code } = await waitForNewest(phone, 0);
    const results = await Promise.all([
      db.raw('select * from codes where contact = $1', [`+6${phone}`]),
      db.raw(`select data, output from pgboss.job where name = 'message' order by created_on desc limit 1`),
      db.raw('select contact, address_hash from code_sends'),
    ]);
    expect(text).not.toContain(code);
    expect(results[1].rows).toHaveLength(1);
    for (const { rows } of results) {
      const remainingText = JSON.stringify(rows)
        .replaceAll(`+6${phone}`, '')
        .replace(/"seed":"[^"]*"/, '');
      expect(remainingText).not.toMatch(new RegExp(`\\b${code}\\b`));
      expect(remainingText).not.toContain(address);
    }
  });
});

test('a mail with a code warns against sharing it, in the requested language', async () => {
  const email = makeEmail();
  const before = await api('POST', '/send-email-verify?lang=zh', {
    body: { email: ` ${email.toUpperCase()}` },
    headers: makeHeaders(),
  });
  expect(before.body).toEqual({ success: true, expires_in: 300, resend_in: 60 });
  const message = await waitForNewest(email, 0);
  expect(message.subject).toContain('您的验证码');
  expect(message.subject).not.toContain(message.code);
  expect(message.text).toContain('切勿');
  const { body } = await post('/verify-email', { email, code: message.code });
  expect(body).toMatchObject({ success: true, me: null, merge_needed: false });
  expect(body.proof).toMatch(/^\d{13}\./);
});

test('docs/spec.md §5: refuses an invalid email with its message', async () => {
  const { status, body } = await post('/send-email-verify', { email: 'x@y' });
  expect([status, body.message]).toEqual([422, 'Please provide valid email address']);
});

test('stores a proven contact at the signed-in customer; sessions stay', async () => {
  const { token } = await newCustomer();
  const phone = makePhone();
  const code = await receiveCode(phone, () => requestOtp(phone, 'profile', token));
  expect((await verifyOtp(phone, code, 'profile')).status).toBe(422);
  const { body } = await verifyOtp(phone, code, 'profile', token);
  expect(body).toMatchObject({ success: true, merge_needed: false, proof: null });
  expect(body.me).toMatchObject({ phone: `6${phone}`, phone_verified: true });
  expect((await api('GET', '/me', { token })).body.me.phone_verified).toBe(true);
});

test('leaves a contact with another customer’s record, and reports that the two can be merged', async () => {
  const owner = await newCustomer();
  const { token, me } = await newCustomer();
  const code = await receiveCode(owner.email, () => post('/send-email-verify', { email: owner.email }, token));
  const { status, body } = await post('/verify-email', { email: owner.email, code }, token);
  expect([status, body.merge_needed, body.me.email]).toEqual([200, true, me.email]);
  // The code for the merge needs no waiting time.
  expect((await post('/send-account-verify', { contact: owner.email }, token)).status).toBe(200);
});

test('removes old codes daily', async () => {
  await requestOtp(makePhone());
  advanceClock(48 * HOUR);
  await app.shop.db.transaction((tx) => app.shop.jobs.send(tx, 'daily', {}));
  // The job begins some twenty others, of which one removes codes.
  const readCodes = async () => (await db.raw('select 1 from codes union all select 1 from code_sends')).rows;
  await expect.poll(readCodes).toEqual([]);
});

test('/dev/inbox sends browsers a page', async () => {
  const phone = makePhone();
  const code = await receiveCode(phone, () => requestOtp(phone));
  const { text, headers: responseHeaders } = await sendRequest(`${url}/dev/inbox?to=${phone}`, 'GET', {
    headers: { accept: 'text/html' },
  });
  expect(responseHeaders.get('content-type')).toContain('text/html');
  expect(text).toContain(`<output>${code}</output>`);
  expect(config.production).toBe(false);
});
