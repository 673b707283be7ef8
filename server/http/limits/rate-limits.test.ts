import { describe, expect, test } from 'vitest';
import { issueToken } from '../../secrets/sign.ts';
import { newCustomer } from '../../testing/customer.ts';
import { createFakeProvider } from '../../testing/orders/fake-provider.ts';
import { operator } from '../../testing/staff.ts';
import { type RequestOptions, type TestResponse, testServer } from '../../testing/test-server.ts';

let now = new Date();
const fake = createFakeProvider({ isMiniProgram: true });
const server = await testServer({
  clock: () => now,
  paymentProviders: [fake.provider],
  env: {
    RATE_LIMIT: '20',
    RATE_LIMIT_SIGN_IN: '5',
    RATE_LIMIT_SIGN_UP: '4',
    RATE_LIMIT_TILL: '12',
    RATE_LIMIT_TILL_LOOK_UPS: '3',
    TRUST_PROXY: 'true',
  },
});
const { api, database, db } = server;
/** One call a second, so that a slow machine reaches the limit too. */
const strict = await testServer({ database, env: { RATE_LIMIT: '1', TRUST_PROXY: 'true' } });

let networks = 0;
/** Makes an IPv4 address that no other test uses. */
const makeAddress = () => `203.0.113.${++networks}`;
/** Returns a function that calls the API from an address. */
const from =
  (address: string) =>
  (method: string, path: string, options: RequestOptions = {}) =>
    api(method, path, { ...options, headers: { ...options.headers, 'x-forwarded-for': address } });

const collectStatuses = async (times: number, call: (index: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: times }, (_, index) => call(index)))).map(({ status }) => status);
const countStatus = (all: number[], status: number) => all.filter((each) => each === status).length;

describe('docs/security.md#c24: "global 429 with Retry-After"', () => {
  /** Calls until one is refused within the running second. */
  async function exhaustLimit(call: () => Promise<TestResponse>): Promise<TestResponse> {
    const all = await Promise.all(Array.from({ length: 60 }, call));
    expect(
      countStatus(
        all.map(({ status }) => status),
        200,
      ),
    ).toBeGreaterThanOrEqual(20);
    let refusal = all.find(({ status }) => status === 429);
    while (refusal === undefined) refusal = [await call()].find(({ status }) => status === 429);
    return refusal;
  }

  test('gives each token that the shop issued its own limit', async () => {
    const call = from(makeAddress());
    const token = (await call('GET', '/cart')).body.uuid;
    const refusal = await exhaustLimit(() => call('GET', '/cart', { token }));
    expect(refusal.body).toEqual({
      message: 'Too many attempts. Please try again in 1 second.',
      code: 'request.rate_limited',
    });
    expect(refusal.headers.get('retry-after')).toBe('1');
  });

  test.each([
    ['guest', 'g'],
    ['customer', 'c_'],
  ])('counts made-up tokens of a %s by address', async (_, prefix) => {
    const headers = { 'x-forwarded-for': makeAddress() };
    let count = 0;
    const makeToken = () => `${prefix}${String(++count).padStart(65, 'A')}`;
    const all = await collectStatuses(100, () => strict.api('GET', '/nothing', { headers, token: makeToken() }));
    expect(countStatus(all, 429)).toBeGreaterThan(0);
  });

  test('tokens that one address collected share ten times the limit', async () => {
    const headers = { 'x-forwarded-for': makeAddress() };
    const secret = strict.config.secret;
    const all = await collectStatuses(100, () =>
      strict.api('GET', '/nothing', { headers, token: issueToken(secret, 'g') }),
    );
    expect(countStatus(all, 404)).toBeGreaterThanOrEqual(10);
    expect(countStatus(all, 429)).toBeGreaterThan(0);
  });
});

test('does not count cached responses', async () => {
  const call = from(makeAddress());
  await call('GET', '/products?limit=1');
  expect(countStatus(await collectStatuses(60, () => call('GET', '/products?limit=1')), 429)).toBe(0);
});

describe('networks (docs/security.md#limits)', () => {
  const signIn = (address: string) =>
    from(address)('POST', '/token', {
      body: { login: `unregistered${Math.random()}@example.com`, password: 'wrong one' },
    });

  test('counts all addresses of an IPv6 /64 together', async () => {
    for (let n = 1; n <= 5; n++) expect((await signIn(`2001:db8:1:1::${n}`)).status).toBe(422);
    expect((await signIn('2001:db8:1:1:ffff::6')).status).toBe(429);
    expect((await signIn('2001:db8:1:2::1')).status).toBe(422);
  });

  test('allows a /48 eight times as much', async () => {
    const all = await collectStatuses(50, (n) => signIn(`2001:db8:2:${n.toString(16)}::1`));
    // Calls in progress count too, so fewer than 40 failures may be known when later calls arrive.
    expect(countStatus(all, 422) + countStatus(all, 429)).toBe(50);
    for (let n = 100; n < 145; n++) all.push((await signIn(`2001:db8:2:${n.toString(16)}::1`)).status);
    expect(countStatus(all.slice(-5), 429)).toBe(5);
    expect((await signIn('2001:db8:3:1::1')).status).toBe(422);
  });

  test('counts an IPv4-mapped address as its IPv4 address', async () => {
    const address = makeAddress();
    for (let n = 1; n <= 5; n++) expect((await signIn(n % 2 ? address : `::ffff:${address}`)).status).toBe(422);
    expect((await signIn(address)).status).toBe(429);
  });
});

describe('tills (docs/security.md#limits)', () => {
  async function newKey(): Promise<string> {
    const [outlet] = (await db.raw('select code from outlets order by id limit 1')).rows;
    return (await operator(server)('POST', '/till-keys', { outlet: outlet?.code })).body.key;
  }
  const tillFrom = (address: string, key: string) => (path: string, body: object) =>
    from(address)('POST', `/till/${path}`, { body, headers: { 'x-api-key': key } });
  const makeContact = (n: number) => ({ contact: `+60198${String(n).padStart(6, '0')}` });
  const lookUpUnknown = (key: string, n: number) => tillFrom(makeAddress(), key)('members', makeContact(n));

  test('a key may fail to find three members a minute, whatever its address; another key and successes go on', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const member = await newCustomer(server);
    await db.raw('update customers set email_verified_at = now() where id = $1', [member.id]);
    const call = tillFrom(makeAddress(), other);
    for (let n = 0; n < 6; n++) expect((await call('members', { contact: member.email })).status).toBe(200);
    const all = await collectStatuses(9, (n) => lookUpUnknown(key, n));
    expect([countStatus(all, 404), countStatus(all, 429)]).toEqual([3, 6]);
    expect((await lookUpUnknown(other, 100)).status).toBe(404);
    expect((await tillFrom(makeAddress(), key)('reverse', { receipt: 'R-1' })).body.code).toBe('till.receipt_unknown');
  });

  test('a key may make twelve calls a minute', async () => {
    const call = tillFrom(makeAddress(), await newKey());
    const all = await collectStatuses(15, () => call('reverse', { receipt: 'R-1' }));
    expect([countStatus(all, 404), countStatus(all, 429)]).toEqual([12, 3]);
  });

  test('made-up keys count to the network', async () => {
    const address = makeAddress();
    const all = await collectStatuses(15, (n) => tillFrom(address, `t_${n}`)('members', makeContact(n)));
    expect([countStatus(all, 401), countStatus(all, 429)]).toEqual([3, 12]);
  });
});

describe('many honest shoppers behind one address (docs/security.md#c13)', () => {
  const password = 'correct horse 1';
  const signUp = (address: string, email: string) =>
    from(address)('POST', '/register', { body: { name: 'Mei Ling', email, password } });
  const signIn = (address: string, login: string, enteredPassword = password) =>
    from(address)('POST', '/token', { body: { login, password: enteredPassword } });

  test('counts wrong sign-ins only, and the message names the remaining time', async () => {
    const address = makeAddress();
    expect((await signUp(address, 'honest@example.com')).status).toBe(201);
    for (let n = 0; n < 8; n++) expect((await signIn(address, 'honest@example.com')).status).toBe(200);
    for (let n = 0; n < 5; n++) expect((await signIn(address, `unregistered${n}@example.com`)).status).toBe(422);
    const refusal = await signIn(address, 'honest@example.com');
    const seconds = Number(refusal.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
    const time = seconds === 60 ? '1 minute' : `${seconds} seconds`;
    expect(refusal.body.message).toBe(`Too many attempts. Please try again in ${time}.`);
    expect((await signIn(makeAddress(), 'honest@example.com')).status).toBe(200);
  });

  test('counts wrong codes of Touch ’n Go, for each network; sign-ins and a silent partner are not counted', async () => {
    const address = makeAddress();
    const signInByTng = (caller: string, code: string) => from(caller)('POST', '/auth/tng', { body: { code } });
    const acceptCode = (code: string) => fake.users.set(code, { id: '2088', name: null, phone: null, email: null });
    fake.intercept = () => ({ status: 502 });
    expect((await signInByTng(address, 'silent')).body.code).toBe('auth.tng_silent');
    fake.intercept = () => null;
    for (let n = 0; n < 8; n++) {
      acceptCode(`code ${n}`);
      expect((await signInByTng(address, `code ${n}`)).status).toBe(200);
    }
    for (let n = 0; n < 5; n++) expect((await signInByTng(address, 'used before')).status).toBe(422);
    acceptCode('late');
    expect((await signInByTng(address, 'late')).body.code).toBe('request.rate_limited');
    expect((await signInByTng(makeAddress(), 'late')).status).toBe(200);
  });

  test('checks at most four times the limit of parallel guesses', async () => {
    const address = makeAddress();
    const all = await collectStatuses(40, (n) => signIn(address, `unknown${n}@example.com`, 'x'));
    expect(countStatus(all, 422)).toBeLessThanOrEqual(20);
    expect(countStatus(all, 422) + countStatus(all, 429)).toBe(40);
  });

  test('counts registrations for an hour, without refused ones', async () => {
    const address = makeAddress();
    for (let n = 0; n < 4; n++) expect((await signUp(address, `made${n}@example.com`)).status).toBe(201);
    expect((await signUp(address, 'made4@example.com')).status).toBe(429);
    const other = makeAddress();
    for (let n = 0; n < 4; n++) expect((await signUp(other, 'made0@example.com')).status).toBe(422);
    expect((await signUp(other, 'made5@example.com')).status).toBe(201);
  });

  test('keeps the limit when the clock is set back by two hours', async () => {
    const address = makeAddress();
    for (let n = 0; n < 5; n++) expect((await signIn(address, `absent${n}@example.com`)).status).toBe(422);
    now = new Date(now.getTime() - 2 * 3_600_000);
    const { status, headers } = await signIn(address, 'absent@example.com');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
});

describe('checks of signed-in people (docs/security.md#limits)', () => {
  const password = 'correct horse 1';
  const changePassword = (address: string, token: string | undefined, old_password: string) =>
    from(address)('POST', '/change-password', { token, body: { old_password, password: 'another horse 2' } });

  async function signUp(address: string, email: string): Promise<string> {
    return (await from(address)('POST', '/register', { body: { name: 'Mei Ling', email, password } })).body.token;
  }

  test('calls without a session use up no one’s limit', async () => {
    const address = makeAddress();
    const token = await signUp(address, 'own-check1@example.com');
    for (let n = 0; n < 8; n++) expect((await changePassword(address, undefined, 'wrong one')).status).toBe(401);
    const ended = issueToken(server.config.secret, 'c_');
    for (let n = 0; n < 8; n++) expect((await changePassword(address, ended, 'wrong one')).status).toBe(403);
    for (let n = 0; n < 8; n++) {
      expect((await from(address)('POST', '/staff/unlock', { body: { password } })).status).toBe(401);
    }
    expect((await changePassword(address, token, password)).status).toBe(200);
  });

  test('wrong passwords count for the session in every network, and not for others in the network', async () => {
    const address = makeAddress();
    const token = await signUp(address, 'own-check2@example.com');
    const other = await signUp(address, 'own-check3@example.com');
    for (let n = 0; n < 5; n++) expect((await changePassword(makeAddress(), token, 'wrong one')).status).toBe(422);
    expect((await changePassword(address, token, 'wrong one')).status).toBe(429);
    expect((await changePassword(address, other, password)).status).toBe(200);
  });
});
