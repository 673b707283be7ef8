import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../context.ts';
import { makeContext } from '../http/api/call-endpoint.ts';
import { newCustomer, type TestCustomer } from '../testing/customer.ts';
import { codeSentTo } from '../testing/inbox.ts';
import { type RequestOptions, testServer } from '../testing/test-server.ts';
import { listPushTokens, MAX_PUSH_TOKENS, removePushToken } from './push-tokens.ts';

const server = await testServer({ jobs: true });
const { api, app, db, url } = server;
const system = makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

const ANDROID = { 'x-platform': 'android' };
const save = (token: string | null, body: unknown, headers: RequestOptions['headers'] = ANDROID) =>
  api('POST', '/save-fcm-token', { token, body, headers });

/** Signs the customer in again, as on another phone; returns the session's token. */
async function signIn({ email, password }: TestCustomer): Promise<string> {
  return (await api('POST', '/token', { body: { login: email, password } })).body.token;
}

const listTokens = async ({ id }: TestCustomer) => (await listPushTokens(system, id)).map(({ token }) => token);

describe('POST /save-fcm-token', () => {
  test('200: stores the token with the platform and language of the request', async () => {
    const mei = await newCustomer(server);
    const { status, body } = await save(mei.token, { token: 'phone-1' });
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await listPushTokens(system, mei.id)).toEqual([
      { id: expect.any(String), token: 'phone-1', platform: 'android', lang: 'en' },
    ]);
  });

  test('200: the body says platform, version and language; saved again it is the same row', async () => {
    const mei = await newCustomer(server);
    await save(mei.token, { token: 'phone-2', app_version: '1.2.0' });
    const [first] = await listPushTokens(system, mei.id);
    const again = await save(
      mei.token,
      { token: 'phone-2', platform: 'ios', app_version: null, lang: 'zh' },
      { 'x-platform': 'ios' },
    );
    expect(again.status).toBe(200);
    expect(await listPushTokens(system, mei.id)).toEqual([{ ...first, platform: 'ios', lang: 'zh' }]);
  });

  test.each([1, 4_096])('200: a token of %i characters', async (length) => {
    const mei = await newCustomer(server);
    const token = 'é'.repeat(length);
    expect((await save(mei.token, { token })).status).toBe(200);
    expect(await listTokens(mei)).toEqual([token]);
  });

  test('200: a token that another customer saves moves to them, under a new id', async () => {
    const mei = await newCustomer(server);
    const arif = await newCustomer(server);
    await save(mei.token, { token: 'shared-phone' });
    const [before] = await listPushTokens(system, mei.id);
    expect((await save(arif.token, { token: 'shared-phone' })).status).toBe(200);
    expect(await listTokens(mei)).toEqual([]);
    const [after] = await listPushTokens(system, arif.id);
    expect(after).toMatchObject({ token: 'shared-phone' });
    expect(after?.id).not.toBe(before?.id);
  });

  test(`200: the ${MAX_PUSH_TOKENS + 1}st token of a customer deletes the one that was saved longest ago`, async () => {
    const mei = await newCustomer(server);
    for (let i = 0; i <= MAX_PUSH_TOKENS; i++) await save(mei.token, { token: `many-${i}` });
    const tokens = await listTokens(mei);
    expect([tokens.length, tokens[0], tokens.at(-1)]).toEqual([MAX_PUSH_TOKENS, `many-${MAX_PUSH_TOKENS}`, 'many-1']);
  });

  test('200 for all of many at once: the limit holds, and a token of two customers has one owner', async () => {
    const [mei, arif] = [await newCustomer(server), await newCustomer(server)];
    const requests = [mei, arif].flatMap(({ token }) =>
      Array.from({ length: 15 }, (_, i) => [
        save(token, { token: `at once ${i}` }),
        save(token, { token: `${token} ${i}` }),
      ]),
    );
    expect((await Promise.all(requests.flat())).filter(({ status }) => status !== 200)).toEqual([]);
    const [hers, his] = [await listTokens(mei), await listTokens(arif)];
    expect([hers.length, his.length].map((length) => length <= MAX_PUSH_TOKENS)).toEqual([true, true]);
    expect(hers.filter((token) => his.includes(token))).toEqual([]);
  });

  test('401: a guest, and a caller without a token', async () => {
    const { body } = await api('GET', '/cart');
    for (const token of [body.uuid, null]) {
      expect((await save(token, { token: 'guest-phone' })).status).toBe(401);
    }
  });

  test.each([undefined, { 'x-platform': 'web' }, { 'x-platform': 'TNG' }, { 'x-platform': 'Windows' }])(
    '422 at platform for a caller that is not the app: %j',
    async (headers) => {
      const mei = await newCustomer(server);
      const { status, body } = await save(mei.token, { token: 'browser', platform: 'ios' }, headers ?? {});
      expect([status, Object.keys(body.errors)]).toEqual([422, ['platform']]);
      expect(await listTokens(mei)).toEqual([]);
    },
  );

  test.each<[string, object]>([
    ['token', {}],
    ['token', { token: '' }],
    ['token', { token: null }],
    ['token', { token: 'x'.repeat(4_097) }],
    ['token', { token: 'a\0b' }],
    ['token', { token: '\ud83d' }],
    ['token', { token: ['a'] }],
    ['platform', { token: 'a', platform: 'web' }],
    ['lang', { token: 'a', lang: 'ms' }],
    ['app_version', { token: 'a', app_version: 'x'.repeat(41) }],
  ])('422 at %s: %j', async (field, body) => {
    const mei = await newCustomer(server);
    const response = await save(mei.token, body);
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });
});

describe('a token ends with the session that saved it', () => {
  /** Makes a customer with two phones, the second signed in later. */
  async function newCustomerWithTwoPhones() {
    const mei = await newCustomer(server);
    const second = await signIn(mei);
    await save(mei.token, { token: `first of ${mei.id}` });
    await save(second, { token: `second of ${mei.id}` });
    return { mei, second, first: `first of ${mei.id}` };
  }

  test('by sign-out', async () => {
    const { mei, second, first } = await newCustomerWithTwoPhones();
    await api('POST', '/logout', { token: second });
    expect(await listTokens(mei)).toEqual([first]);
  });

  test('by a new password, on all other phones', async () => {
    const { mei, first } = await newCustomerWithTwoPhones();
    const body = { old_password: mei.password, password: 'another good password' };
    expect((await mei.call('POST', '/change-password', body)).status).toBe(200);
    expect(await listTokens(mei)).toEqual([first]);
  });

  test('by ending other sessions', async () => {
    const { mei, first } = await newCustomerWithTwoPhones();
    await mei.call('DELETE', '/logins/sessions/others');
    expect(await listTokens(mei)).toEqual([first]);
  });

  test('by account removal', async () => {
    const { mei } = await newCustomerWithTwoPhones();
    expect((await mei.call('POST', '/me/delete', { password: mei.password })).status).toBe(200);
    expect(await listTokens(mei)).toEqual([]);
  });

  test('by the merge of its record, whose phones are signed out; the other record’s phone stays', async () => {
    const mei = await newCustomer(server);
    const { mei: old } = await newCustomerWithTwoPhones();
    await save(mei.token, { token: 'stays' });
    await mei.call('POST', '/send-account-verify', { contact: old.email });
    const body = { contact: old.email, code: await codeSentTo(url, old.email) };
    expect((await mei.call('POST', '/verify-account-merge', body)).status).toBe(200);
    expect(await listTokens(mei)).toEqual(['stays']);
    expect(await listTokens(old)).toEqual([]);
  });

  test('and is not saved for a session that has just ended', async () => {
    const mei = await newCustomer(server);
    await db.raw('delete from customer_sessions where customer_id = $1', [mei.id]);
    expect((await save(mei.token, { token: 'too late' })).status).toBe(403);
    expect(await listTokens(mei)).toEqual([]);
  });
});

test('the export lists the phones without their tokens', async () => {
  const mei = await newCustomer(server);
  await save(mei.token, { token: 'exported-phone', app_version: '2.0' });
  const { body, text } = await mei.call('GET', '/me/export');
  expect(body.data.push_tokens).toEqual([
    {
      platform: 'android',
      app_version: '2.0',
      lang: 'en',
      created_at: expect.any(String),
      used_at: expect.any(String),
    },
  ]);
  expect(text).not.toContain('exported-phone');
});

test('a token that the partner no longer knows is removed by its id', async () => {
  const mei = await newCustomer(server);
  await save(mei.token, { token: 'gone' });
  await save(mei.token, { token: 'stays-here' });
  const expiredToken = (await listPushTokens(system, mei.id)).find(({ token }) => token === 'gone');
  await removePushToken(system, expiredToken?.id ?? '');
  expect(await listTokens(mei)).toEqual(['stays-here']);
});
