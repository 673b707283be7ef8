/** Notices to an account's owner about changed contacts and passwords. */
import { expect, test } from 'vitest';
import { readInbox, type SentItem, sentTo } from '../testing/inbox.ts';
import { waitForJobs } from '../testing/jobs-done.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const { api, db, url } = await testServer({ clock: () => now, jobs: true });

const inbox = (to: string) => readInbox(url, to);
const wait = (to: string, fits: (sent: SentItem) => boolean) => sentTo(url, to, fits);

let sequence = 0;
const anEmail = () => `notices${++sequence}@example.com`;
const aPhone = () => `+6012${String(5_000_000 + ++sequence)}`;

async function newCustomer(contact: object, lang = 'en') {
  const password = `correct horse ${++sequence}`;
  const { status, body } = await api('POST', `/register?lang=${lang}`, { body: { name: 'Mei', password, ...contact } });
  expect([status, body.message]).toEqual([201, undefined]);
  return { token: body.token as string, password, me: body.me };
}

/** Proves a contact by its code, so that it becomes the customer's. */
async function take(token: string, contact: { email: string } | { contact_number: string }) {
  // Advance a minute, so that another code may be sent.
  now = new Date(now.getTime() + 60_000);
  const [send, verify] = 'email' in contact ? ['/send-email-verify', '/verify-email'] : ['/request/otp', '/verify-otp'];
  await api('POST', send, { token, body: { ...contact, purpose: 'profile' } });
  const { code } = await wait('email' in contact ? contact.email : contact.contact_number, (sent) => sent.code !== '');
  const { status } = await api('POST', verify, { token, body: { ...contact, purpose: 'profile', code } });
  expect(status).toBe(200);
}

const tellsOfChange = ({ subject, code }: SentItem) => code === '' && subject.includes('您账户的电邮已更改');

test('notifies the previous email of a change, in the customer’s language; jobs have no personal data', async () => {
  const [before, after] = [anEmail(), anEmail()];
  const { token } = await newCustomer({ email: before }, 'zh');
  await take(token, { email: after });
  const { text } = await wait(before, tellsOfChange);
  expect(text).toContain('2026年11月20日');
  expect(text).not.toContain(after);
  await waitForJobs(db);
  expect((await inbox(after)).filter(tellsOfChange)).toEqual([]);
  const { rows } = await db.raw('select data from pgboss.job');
  for (const contact of [before, after]) expect(JSON.stringify(rows)).not.toContain(contact);
});

test('sends no notice for a first email, or when the same one is proven', async () => {
  const email = anEmail();
  const { token } = await newCustomer({ contact_number: aPhone() });
  await take(token, { email });
  const other = anEmail();
  await take((await newCustomer({ email: other })).token, { email: other });
  await waitForJobs(db);
  for (const to of [email, other]) expect((await inbox(to)).filter(({ code }) => code === '')).toEqual([]);
});

test('notifies the previous number if it was proven, and the account’s email in any case', async () => {
  const [email, first, second, third] = [anEmail(), aPhone(), aPhone(), aPhone()];
  const { token } = await newCustomer({ email, contact_number: first });
  const mails = async () => (await inbox(email)).filter(({ subject }) => subject.includes('phone number'));
  // Typed at sign-up and never proven: it may be a stranger's.
  await take(token, { contact_number: second });
  await waitForJobs(db);
  expect([await inbox(first), (await mails()).length]).toEqual([[], 1]);
  await take(token, { contact_number: third });
  const { channel, text } = await wait(second, ({ code }) => code === '');
  expect(channel).toBe('whatsapp');
  expect(text).toContain('was changed on 20 Nov 2026');
  await waitForJobs(db);
  expect([(await inbox(third)).filter(({ code }) => code === ''), (await mails()).length]).toEqual([[], 2]);
});

test('notifies the replaced contact when two records are merged', async () => {
  const [before, members] = [anEmail(), anEmail()];
  await newCustomer({ email: members });
  const { token } = await newCustomer({ email: before });
  await api('POST', '/send-account-verify', { token, body: { contact: members } });
  const { code } = await wait(members, (sent) => sent.code !== '');
  const { status, body } = await api('POST', '/verify-account-merge', { token, body: { contact: members, code } });
  expect([status, body.me.email]).toEqual([200, members]);
  await wait(before, ({ subject }) => subject.includes('the email of your account was changed'));
});

test('reports a new password to the proven number of an account without an email', async () => {
  const phone = aPhone();
  const { token, password } = await newCustomer({ contact_number: phone });
  const change = (old_password: string, password: string) =>
    api('POST', '/change-password', { token, body: { old_password, password } });
  expect((await change(password, 'another password')).status).toBe(200);
  await waitForJobs(db);
  expect(await inbox(phone)).toEqual([]);
  await take(token, { contact_number: phone });
  expect((await change('another password', 'yet another one')).status).toBe(200);
  const { channel, text } = await wait(phone, ({ code }) => code === '');
  expect(channel).toBe('whatsapp');
  expect(text).toContain('The password of your account was changed on 20 Nov 2026');
});
