import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { readInbox, type SentItem } from '../testing/inbox.ts';
import { testServer } from '../testing/test-server.ts';
import { removeOldTickets } from './contact-us.ts';

const { api, app, db, url } = await testServer({ jobs: true });
const strict = await testServer({ env: { RATE_LIMIT_CONTACT: '3' } });

let sequence = 0;
const makeMessage = (more: object = {}) => ({
  name: 'Mei Ling',
  email: `mei.${sequence++}@example.com`,
  subject: 'My eggs',
  message: 'Two were broken.\nWhat now?',
  ...more,
});
const send = (body: unknown, lang = 'en', headers: Record<string, string> = {}) =>
  api('POST', `/contact-us?lang=${lang}`, { body, headers });

/** Waits for `count` mails to an address, for at most ten seconds. */
async function waitForMails(to: string, count = 1): Promise<SentItem[]> {
  for (let tries = 0; ; tries++) {
    const mails = await readInbox(url, to);
    if (mails.length >= count || tries > 100) return mails;
    await sleep(100);
  }
}
const listTickets = async (email: string) =>
  (await db.raw('select * from contact_tickets where email = $1', [email])).rows;

test('stores a ticket and mails its reference in the sender’s language', async () => {
  const form = makeMessage({ contact_number: '012-345 6789', order_number: '7Q2M9XKD' });
  const { status, body, headers } = await send(form);
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  const { reference } = body.ticket;
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(await listTickets(form.email)).toMatchObject([
    {
      reference,
      name: 'Mei Ling',
      contact_number: '60123456789',
      subject: 'My eggs',
      message: form.message,
      lang: 'en',
    },
  ]);
  const [mail] = await waitForMails(form.email);
  expect(mail?.subject).toContain(reference);
  expect(mail?.text).toContain(reference);
  expect(mail?.text).toContain('Registration no.');

  const chinese = makeMessage({ email: ' Mei.ZH@Example.com ' });
  const zh = (await send(chinese, 'zh')).body.ticket.reference;
  const [chineseMail] = await waitForMails('mei.zh@example.com');
  expect(chineseMail?.subject).toBe(`满袋：已收到您的留言 ${zh}`);
});

test('mails the message to the shop only: the sender’s address may be someone else’s', async () => {
  const form = makeMessage({ subject: 'BUY NOW http://spam.example', name: 'Spam & Co' });
  const { reference } = (await send(form)).body.ticket;
  const copies = await waitForMails('hello@sekampit.example', 3);
  const copy = copies.find(({ subject }) => subject.includes(reference));
  for (const part of [form.subject, form.name, form.email, 'Two were broken.']) expect(copy?.text).toContain(part);
  const [mail] = await waitForMails(form.email);
  expect(mail).toBeDefined();
  expect(JSON.stringify(mail)).not.toMatch(/spam/i);
});

test('docs/spec.md §5 "Form messages": missing and invalid fields are refused by field, in the requested language', async () => {
  const wrong: [object, string, string, string][] = [
    [makeMessage({ email: 'mei@' }), 'email', 'Please provide valid email address', '请输入有效的电邮地址'],
    [makeMessage({ contact_number: '12' }), 'contact_number', 'Invalid phone', '电话号码无效'],
    [makeMessage({ subject: '  ' }), 'subject', 'This is required', '此项必填'],
    [makeMessage({ name: '' }), 'name', 'This is required', '此项必填'],
    [makeMessage({ email: '' }), 'email', 'This is required', '此项必填'],
    [makeMessage({ message: '' }), 'message', 'This is required', '此项必填'],
  ];
  for (const [body, field, en, zh] of wrong) {
    const response = await send(body);
    expect([response.status, response.body.errors?.[field]]).toEqual([422, [en]]);
    expect((await send(body, 'zh')).body.errors?.[field]).toEqual([zh]);
  }
  const both = await send(makeMessage({ email: 'x', contact_number: 'y' }));
  expect(Object.keys(both.body.errors).sort()).toEqual(['contact_number', 'email']);
});

test('no line break reaches a header, and no invalid message is a 5xx', async () => {
  const bodies: unknown[] = [
    makeMessage({ subject: 'a\r\nBcc: all@example.com' }),
    makeMessage({ name: 'a\nBcc: all@example.com' }),
    makeMessage({ email: 'a@example.com\r\nBcc: all@example.com' }),
    makeMessage({ email: 'a@example.com,b@example.com' }),
    makeMessage({ subject: 'a\u2028b' }),
    makeMessage({ message: 'a\u0000b' }),
    makeMessage({ message: '\ud800' }),
    makeMessage({ message: 'x'.repeat(5001) }),
    makeMessage({ subject: 'x'.repeat(151) }),
    makeMessage({ name: 5 }),
    makeMessage({ email: ['a@example.com'] }),
    makeMessage({ order_number: { $ne: null } }),
    { name: 'x' },
    [],
    null,
    'x',
    '{"name":',
  ];
  for (const body of bodies) {
    const { status, body: response } = await send(body);
    expect([400, 422], JSON.stringify(body)).toContain(status);
    expect(response.message).toEqual(expect.any(String));
  }
  const emoji = makeMessage({
    name: '😀 陈 שלום',
    subject: "'; drop table contact_tickets;--",
    message: '<script>1</script>',
  });
  expect((await send(emoji)).status).toBe(201);
  const [mail] = await waitForMails(emoji.email);
  expect(mail).toBeDefined();
});

test('docs/security.md#c2: the same Idempotency-Key is one ticket; a refusal frees the key', async () => {
  const session = { 'x-session': randomUUID(), 'idempotency-key': randomUUID() };
  const form = makeMessage();
  expect((await send({ ...form, subject: '' }, 'en', session)).status).toBe(422);
  const [first, again] = [await send(form, 'en', session), await send(form, 'en', session)];
  expect([first.status, again.text]).toEqual([201, first.text]);
  expect(await listTickets(form.email)).toHaveLength(1);
  expect((await send({ ...form, subject: 'Other' }, 'en', session)).body.code).toBe('request.idempotency');
  // Another shopper's equal key is another message.
  const other = { ...session, 'x-session': randomUUID() };
  expect((await send(form, 'en', other)).body.ticket.reference).not.toBe(first.body.ticket.reference);
});

test('limits an email to ten messages per hour, then 429', async () => {
  const form = makeMessage({ email: 'victim@example.com' });
  for (let i = 0; i < 10; i++) expect((await send(form)).status).toBe(201);
  const { status, body, headers } = await send({ ...form, email: 'Victim@Example.COM ' });
  expect([status, body.code]).toEqual([429, 'request.rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(body.message).toMatch(/in (59|60) minutes\./);
  expect(await listTickets('victim@example.com')).toHaveLength(10);
});

test('removes messages after two years, as the privacy policy says', async () => {
  const [old, recent] = [makeMessage(), makeMessage()];
  for (const form of [old, recent]) await send(form);
  const age = (days: number, email: string) =>
    db.raw("update contact_tickets set created_at = now() - $1 * interval '1 day' where email = $2", [days, email]);
  await age(731, old.email);
  await age(729, recent.email);
  const system = { actor: { kind: 'system' } as const, priceGroup: null };
  await removeOldTickets(makeContext(app.shop, system, 'en', NO_REQUEST));
  expect([await listTickets(old.email), await listTickets(recent.email)]).toMatchObject([
    [],
    [{ email: recent.email }],
  ]);
});

test('docs/readings.md#40: a strict limit applies per address', async () => {
  const post = () => strict.api('POST', '/contact-us', { body: makeMessage() });
  for (let i = 0; i < 3; i++) expect((await post()).status).toBe(201);
  const { status, headers, body } = await post();
  expect([status, body.code]).toEqual([429, 'request.rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
