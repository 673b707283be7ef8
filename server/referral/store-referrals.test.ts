/** docs/readings.md#15: an outlet's link credits the outlet and gives the newcomer the welcome reward once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSVG } from 'uqr';
import { expect, test } from 'vitest';
import { ARIF, authorize } from '../testing/google-login.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';
import { runTillCommand } from '../till/commands/till-cli.ts';

const now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, db, url } = server;
const staff = operator(server);
const { rows: outlets } = await db.raw('select code, name_en from outlets order by code limit 3');
const [code = '', other = '', third = ''] = outlets.map((row) => String(row.code));
const name = String(outlets[0]?.name_en);

/** Returns the store referral that the browser stores from an outlet's link. */
async function readReferral(outlet: string) {
  const { status, body } = await staff('GET', `/outlets/${outlet}/referral-link`);
  expect([status, body.message]).toEqual([200, undefined]);
  const link = new URL(body.url);
  expect(link.origin).toBe(server.config.publicUrl);
  return { ...Object.fromEntries(link.searchParams), timestamp: now.getTime() - 60_000 };
}

let sequence = 0;
/** Signs up with a store referral. */
async function signUp(store_referral: object | null, more: object = {}) {
  sequence++;
  const { status, body } = await api('POST', '/register', {
    body: {
      name: 'Aina',
      email: `newcomer${sequence}@example.com`,
      password: `correct horse ${sequence}`,
      store_referral,
      ...more,
    },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return { id: String(body.me.id), token: String(body.token), code: String(body.me.referral_code) };
}

const listRewards = async ({ token }: { token: string }, lang = 'en') =>
  (await api('GET', `/wallet_transactions?lang=${lang}`, { token })).body.data.map(
    ({ action, kind, amount, description }: Record<string, unknown>) => [action, kind, amount, description],
  );
const readCredit = async ({ id }: { id: string }) =>
  (await db.raw('select outlet_code from store_referrals where customer_id = $1', [id])).rows;

const WELCOME = ['welcome', 'point', 50, `Welcome reward from ${name}`];

test('the outlet’s token credits the outlet and gives the welcome reward, described in both languages', async () => {
  const newcomer = await signUp(await readReferral(code));
  expect(await listRewards(newcomer)).toEqual([WELCOME]);
  expect(await listRewards(newcomer, 'zh')).toEqual([['welcome', 'point', 50, `${name} 迎新奖励`]]);
  expect(await readCredit(newcomer)).toEqual([{ outlet_code: code }]);
});

test('the reward is given once, whatever the customer changes later', async () => {
  const newcomer = await signUp(await readReferral(code));
  for (let time = 0; time < 2; time++) {
    const { status } = await api('PUT', `/users/${newcomer.id}`, {
      token: newcomer.token,
      body: { name: 'Aina Aziz' },
    });
    expect(status).toBe(200);
  }
  expect(await listRewards(newcomer)).toEqual([WELCOME]);
});

test('a customer who came without a link gets no reward by a later change', async () => {
  const customer = await signUp(null);
  await api('PUT', `/users/${customer.id}`, { token: customer.token, body: { name: 'Aina Aziz' } });
  expect([await listRewards(customer), await readCredit(customer)]).toEqual([[], []]);
});

test('a friend’s code and an outlet’s link both count', async () => {
  const friend = await signUp(null);
  const newcomer = await signUp(await readReferral(code), { referral_code: friend.code });
  expect(await listRewards(newcomer)).toEqual([WELCOME]);
  const { data } = (await api('GET', '/referrals', { token: friend.token })).body;
  expect(data).toMatchObject([{ state: 'signed_up' }]);
});

test.each([
  ['a wrong token', async () => ({ ...(await readReferral(code)), ref_token: 'x'.repeat(43) })],
  ['another outlet’s token', async () => ({ ...(await readReferral(other)), ref_id: code })],
  ['an unknown outlet', async () => ({ ...(await readReferral(code)), ref_id: 'NOWHERE' })],
  [
    '"expiry 24 h" (docs/spec.md §9)',
    async () => ({ ...(await readReferral(code)), timestamp: now.getTime() - 86_400_000 }),
  ],
])('signs up without reward and credit: %s', async (_, referral) => {
  const newcomer = await signUp(await referral());
  expect([await listRewards(newcomer), await readCredit(newcomer)]).toEqual([[], []]);
});

test('an outlet that closed credits no one, though its token is right', async () => {
  const referral = await readReferral(third);
  await db.raw('delete from outlets where code = $1', [third]);
  expect(await readCredit(await signUp(referral))).toEqual([]);
});

test('a first sign-in with Google counts as sign-up, the next one does not', async () => {
  const store_referral = await readReferral(code);
  const signIn = async () =>
    (await api('POST', '/token', { body: { provider: 'google', ...(await authorize(server, ARIF)), store_referral } }))
      .body;
  const { me, token } = await signIn();
  await signIn();
  expect(await readCredit(me)).toEqual([{ outlet_code: code }]);
  const welcomes = (await listRewards({ token })).filter(([action]: [string]) => action === 'welcome');
  expect(welcomes).toEqual([WELCOME]);
});

test('the command line prints an outlet’s link, and how many customers each outlet brought', async () => {
  await signUp(await readReferral(other));
  const { rows } = await db.raw(`select count(*)::int as customers from store_referrals where outlet_code = $1`, [
    code,
  ]);
  const customers = Number(rows[0]?.customers);
  expect(customers).toBeGreaterThan(1);
  const { data } = (await staff('GET', '/store-referrals')).body;
  expect(data).toMatchObject([
    { outlet: code, name, customers },
    { outlet: other, customers: 1 },
  ]);
  const env = { STAFF_TOKEN: server.config.operatorToken, PUBLIC_URL: url };
  expect((await runTillCommand(env, ['referrals']))[0]).toBe(`${code}  ${name}  ${customers}`);
  const { body } = await staff('GET', `/outlets/${code}/referral-link`);
  expect(await runTillCommand(env, ['referral-link', code])).toEqual([body.url]);
});

test('the command line writes a poster with the QR code of the outlet’s link', async () => {
  const env = { STAFF_TOKEN: server.config.operatorToken, PUBLIC_URL: url };
  const file = join(server.config.dataDir, 'poster.html');
  const { body } = await staff('GET', `/outlets/${code}/referral-link`);
  expect(await runTillCommand(env, ['referral-link', code, '--poster', file])).toEqual([body.url, `Poster: ${file}`]);
  const poster = readFileSync(file, 'utf8');
  expect(poster).toContain(renderSVG(body.url, { border: 0, ecc: 'M' }));
  expect(poster).toContain('size: A4');
  expect(poster).toContain(name);
  expect(poster).toContain('满袋');
});

test('links and counts are for owners; an unknown outlet is 404', async () => {
  const picker = await newStaff(server, ['picker']);
  for (const path of [`/outlets/${code}/referral-link`, '/store-referrals']) {
    expect((await api('GET', `/staff${path}`)).status).toBe(401);
    expect((await picker.call('GET', path)).status).toBe(404);
  }
  expect((await staff('GET', '/outlets/NOWHERE/referral-link')).status).toBe(404);
});
