/** Notices to an account's owner about changed contacts and passwords. */
import { expect, test } from 'vitest';
import { readInbox, type SentItem, sentTo } from '../testing/inbox.ts';
import { waitForJobs } from '../testing/jobs-done.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, db, url } = await testServer({ clock: () => now, jobs: true });

const listMessages = (to: string) => readInbox(url, to);
const waitForMessage = (to: string, fits: (message: SentItem) => boolean) => sentTo(url, to, fits);

let sequence = 0;
const makeEmail = () => `notices${++sequence}@example.com`;
const makePhone = () => `+6012${String(5_000_000 + ++sequence)}`;

async function newCustomer(contact: object, lang = 'en') {
  const password = `correct horse ${++sequence}`;
  const { status, body } = await api('POST', `/register?lang=${lang}`, { body: { name: 'Mei', password, ...contact } });
  expect([status, body.message]).toEqual([201, undefined]);
  return { token: body.token as string, password, me: body.me };
}

/** Proves a contact by its code, so that it becomes the customer's. */
async function proveContact(token: string, contact: { email: string } | { contact_number: string }) {
  // Advance a minute, so that another code may be sent.
  now = new Date(now.getTime() + 60_000);
  const [send, verify] = 'email' in contact ? ['/send-email-verify', '/verify-email'] : ['/request/otp', '/verify-otp'];
  await api('POST', send, { token, body: { ...contact, purpose: 'profile' } });
  const { code } = await waitForMessage(
    'email' in contact ? contact.email : contact.contact_number,
    (message) => message.code !== '',
  );
  const { status } = await api('POST', verify, { token, body: { ...contact, purpose: 'profile', code } });
  expect(status).toBe(200);
}

const isChangeNotice = ({ subject, code }: SentItem) => code === '' && subject.includes('您账户的电邮已更改');

test('notifies the previous email of a change, in the customer’s language; jobs have no personal data', async () => {
  const [before, after] = [makeEmail(), makeEmail()];
  const { token } = await newCustomer({ email: before }, 'zh');
  await proveContact(token, { email: after });
  const { text } = await waitForMessage(before, isChangeNotice);
  expect(text).toContain('2026年11月20日');
  expect(text).not.toContain(after);
  await waitForJobs(db);
  expect((await listMessages(after)).filter(isChangeNotice)).toEqual([]);
  const { rows } = await db.raw('select data from pgboss.job');
  for (const contact of [before, after]) expect(JSON.stringify(rows)).not.toContain(contact);
});

test('sends no notice for a first email, or when the same one is proven', async () => {
  const email = makeEmail();
  const { token } = await newCustomer({ contact_number: makePhone() });
  await proveContact(token, { email });
  const other = makeEmail();
  await proveContact((await newCustomer({ email: other })).token, { email: other });
  await waitForJobs(db);
  for (const to of [email, other]) expect((await listMessages(to)).filter(({ code }) => code === '')).toEqual([]);
});

test('notifies the previous number if it was proven, and the account’s email in any case', async () => {
  const [email, first, second, third] = [makeEmail(), makePhone(), makePhone(), makePhone()];
  const { token } = await newCustomer({ email, contact_number: first });
  const listPhoneNotices = async () =>
    (await listMessages(email)).filter(({ subject }) => subject.includes('phone number'));
  // The first number was typed at sign-up and never proven, so it may be a stranger's.
  await proveContact(token, { contact_number: second });
  await waitForJobs(db);
  expect([await listMessages(first), (await listPhoneNotices()).length]).toEqual([[], 1]);
  await proveContact(token, { contact_number: third });
  const { channel, text } = await waitForMessage(second, ({ code }) => code === '');
  expect(channel).toBe('whatsapp');
  expect(text).toContain('was changed on 20 Nov 2026');
  await waitForJobs(db);
  expect([(await listMessages(third)).filter(({ code }) => code === ''), (await listPhoneNotices()).length]).toEqual([
    [],
    2,
  ]);
});

test('notifies the replaced contact when two records are merged', async () => {
  const [before, members] = [makeEmail(), makeEmail()];
  await newCustomer({ email: members });
  const { token } = await newCustomer({ email: before });
  await api('POST', '/send-account-verify', { token, body: { contact: members } });
  const { code } = await waitForMessage(members, (message) => message.code !== '');
  const { status, body } = await api('POST', '/verify-account-merge', { token, body: { contact: members, code } });
  expect([status, body.me.email]).toEqual([200, members]);
  await waitForMessage(before, ({ subject }) => subject.includes('the email of your account was changed'));
});

test('reports a new password to the proven number of an account without an email', async () => {
  const phone = makePhone();
  const { token, password } = await newCustomer({ contact_number: phone });
  const change = (old_password: string, password: string) =>
    api('POST', '/change-password', { token, body: { old_password, password } });
  expect((await change(password, 'another password')).status).toBe(200);
  await waitForJobs(db);
  expect(await listMessages(phone)).toEqual([]);
  await proveContact(token, { contact_number: phone });
  expect((await change('another password', 'yet another one')).status).toBe(200);
  const { channel, text } = await waitForMessage(phone, ({ code }) => code === '');
  expect(channel).toBe('whatsapp');
  expect(text).toContain('The password of your account was changed on 20 Nov 2026');
});
