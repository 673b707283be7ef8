/** docs/api.md#staff-api: the second factor at sign-in and its set-up. */
import { expect, test } from 'vitest';
import { computeTotpCode, totpStepOf } from '../secrets/totp.ts';
import { runCommand } from '../testing/processes/run-command.ts';
import { enrolStaff } from '../testing/second-factor.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now, env: { SECOND_FACTOR: 'required' } });
const { api, db } = server;
const owner = operator(server);

/** Moves on to a time step whose code was not used. */
const skipToNextStep = () => {
  now = new Date(now.getTime() + 30_000);
};
const signIn = (email: string, password: string, code?: string) =>
  api('POST', '/staff/token', { body: { email, password, code } });
const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

test('owner, finance and catalog without a second factor get a token that can only set one up', async () => {
  for (const role of ['owner', 'finance', 'catalog'] as const) {
    const staff = await newStaff(server, [role]);
    const { body } = await signIn(staff.email, staff.password);
    expect(body.second_factor).toBe('required');
    for (const [method, path] of [
      ['GET', '/accounts'],
      ['GET', '/payments/refunds'],
      ['POST', '/stock'],
      ['GET', '/sessions'],
      ['POST', '/password'],
      ['GET', '/no-such-call'],
    ] as const) {
      const refusal = await staff.call(method, path, method === 'POST' ? {} : undefined);
      expect([path, refusal.status, refusal.body.code]).toEqual(
        path === '/no-such-call' ? [path, 404, 'request.not_found'] : [path, 401, 'auth.second_factor_required'],
      );
    }
    expect((await staff.call('GET', '/me')).body.me).toMatchObject({ second_factor: 'required', roles: [role] });
    expect((await staff.call('GET', '/second-factor')).body.second_factor).toEqual({
      ...{ state: 'required', is_required: true, confirmed_at: null, recovery_codes_left: 0 },
    });
    await enrolStaff(staff, now);
    expect((await staff.call('GET', '/me')).body.me.second_factor).toBe('on');
    expect((await staff.call('GET', '/sessions')).status).toBe(200);
    skipToNextStep();
  }
});

test('other roles work without one, and the operator needs none', async () => {
  const picker = await newStaff(server, ['picker', 'orders', 'support']);
  expect((await signIn(picker.email, picker.password)).body.second_factor).toBe('off');
  expect((await picker.call('GET', '/orders')).status).toBe(200);
  expect((await owner('GET', '/accounts')).status).toBe(200);
  expect((await owner('GET', '/me')).body.me).toMatchObject({ id: null, email: 'operator', expires_at: null });
  for (const path of ['/second-factor', '/second-factor/confirm', '/lock', '/unlock', '/password']) {
    const body = { code: '123456', password: 'x', old_password: 'x' };
    expect([path, (await owner('POST', path, body)).body.code]).toEqual([path, 'staff.operator']);
  }
});

test('a role that needs one locks the account’s open sessions until it is set up', async () => {
  const staff = await newStaff(server, ['support']);
  expect((await staff.call('GET', '/orders')).status).toBe(200);
  await owner('POST', `/accounts/${staff.id}/roles`, { roles: ['finance'], version: 0 });
  expect((await staff.call('GET', '/orders')).body.code).toBe('auth.second_factor_required');
  await enrolStaff(staff, now);
  expect((await staff.call('GET', '/orders')).status).toBe(200);
});

test('401 auth.second_factor without a code, with a wrong one, and with one that was used', async () => {
  const staff = await newStaff(server, ['support']);
  const { code } = await enrolStaff(staff, now);
  const { email, password } = staff;
  const signInWith = async (typedCode?: string) => {
    const { status, body } = await signIn(email, password, typedCode);
    return [status, body.code, body.token];
  };
  const NO = [401, 'auth.second_factor', undefined];
  expect(await signInWith()).toEqual(NO);
  // The code that confirmed the second factor was used.
  expect(await signInWith(code(now))).toEqual(NO);
  skipToNextStep();
  const usedCode = code(now);
  expect((await signIn(email, password, usedCode)).status).toBe(200);
  expect(await signInWith(usedCode)).toEqual(NO);
  // An earlier code is within the accepted drift, but older than the one that was used.
  expect(await signInWith(code(new Date(now.getTime() - 30_000)))).toEqual(NO);
  skipToNextStep();
  expect(await signInWith(code(new Date(now.getTime() + 60_000)))).toEqual(NO);
  expect((await signIn(email, password, code(now).replace(/^.../, '$& '))).status).toBe(200);
  expect((await signIn(email, 'wrong password', code(now))).body.code).toBe('auth.wrong');
});

test('one code signs in once, however many calls bring it at the same time', async () => {
  const staff = await newStaff(server, ['support']);
  const { code } = await enrolStaff(staff, now);
  skipToNextStep();
  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(staff.email, staff.password, code(now))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('five tries: calls without a code do not reset the count of those with a wrong one', async () => {
  const staff = await newStaff(server, ['support']);
  const { code } = await enrolStaff(staff, now);
  skipToNextStep();
  const { email, password } = staff;
  const tries = [];
  for (let n = 0; n < 8; n++) {
    tries.push((await signIn(email, password, n % 2 === 0 ? '000000' : undefined)).status);
  }
  expect(tries.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(tries.slice(5)).toEqual([429, 429, 429]);
  expect((await signIn(email, password, code(now))).status).toBe(429);
  wait(15);
  expect((await signIn(email, password, code(now))).status).toBe(200);
});

test('a recovery code signs in once; new ones replace the old, by a code', async () => {
  const staff = await newStaff(server, ['support']);
  const { code, recoveryCodes } = await enrolStaff(staff, now);
  expect(recoveryCodes).toHaveLength(10);
  const { email, password } = staff;
  const [first = '', second = ''] = recoveryCodes;
  expect((await signIn(email, password, first.toLowerCase())).status).toBe(200);
  expect((await signIn(email, password, first)).body.code).toBe('auth.second_factor');
  expect((await staff.call('GET', '/second-factor')).body.second_factor.recovery_codes_left).toBe(9);
  skipToNextStep();
  const wrong = await staff.call('POST', '/second-factor/recovery-codes', { code: '000000' });
  expect([wrong.status, wrong.body.code, Object.keys(wrong.body.errors)]).toEqual([
    ...[422, 'second_factor.wrong', ['code']],
  ]);
  const { body } = await staff.call('POST', '/second-factor/recovery-codes', { code: code(now) });
  expect(body.recovery_codes).toHaveLength(10);
  expect((await signIn(email, password, second)).body.code).toBe('auth.second_factor');
  expect((await signIn(email, password, body.recovery_codes[0])).status).toBe(200);
});

test('stores neither the secret nor a recovery code as it is', async () => {
  const staff = await newStaff(server, ['support']);
  const { secret, recoveryCodes } = await enrolStaff(staff, now);
  const rows = await Promise.all(
    ['staff_second_factors', 'staff_recovery_codes'].map((table) => db.raw(`select * from ${table}`)),
  );
  const storedText = JSON.stringify(rows.map((each) => each.rows));
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))]) {
    expect(storedText).not.toContain(text);
  }
});

test('confirming needs a code of the secret that was drawn last; it ends the account’s other sessions', async () => {
  const staff = await newStaff(server, ['support']);
  const other = (await signIn(staff.email, staff.password)).body.token;
  expect((await staff.call('POST', '/second-factor/confirm', { code: '123456' })).body.code).toBe(
    'second_factor.not_begun',
  );
  const first = (await staff.call('POST', '/second-factor')).body;
  expect(first.uri).toContain(`secret=${first.secret}`);
  const { secret } = (await staff.call('POST', '/second-factor')).body;
  const computeCode = (text: string) => computeTotpCode(text, totpStepOf(now));
  expect((await staff.call('POST', '/second-factor/confirm', { code: computeCode(first.secret) })).body.code).toBe(
    'second_factor.wrong',
  );
  // The second factor is not confirmed, so the other session is still open.
  expect((await api('GET', '/staff/orders', { token: other })).status).toBe(200);
  expect((await staff.call('POST', '/second-factor/confirm', { code: computeCode(secret) })).status).toBe(200);
  expect((await api('GET', '/staff/orders', { token: other })).status).toBe(401);
  expect((await staff.call('GET', '/orders')).status).toBe(200);
  expect((await staff.call('POST', '/second-factor')).body.code).toBe('second_factor.on');
});

test('removing needs a code; another owner resets a lost phone, and not their own', async () => {
  const boss = await newStaff(server, ['owner']);
  await enrolStaff(boss, now);
  const staff = await newStaff(server, ['support']);
  const { code } = await enrolStaff(staff, now);
  expect((await staff.call('POST', '/second-factor/remove', { code: code(now) })).status).toBe(422);
  skipToNextStep();
  expect((await staff.call('POST', '/second-factor/remove', { code: code(now) })).body).toEqual({ success: true });
  expect((await signIn(staff.email, staff.password)).status).toBe(200);
  expect((await staff.call('POST', '/second-factor/remove', { code: code(now) })).body.code).toBe('second_factor.off');

  const again = await enrolStaff(staff, now);
  const reset = await boss.call('POST', `/accounts/${staff.id}/reset-second-factor`);
  expect(reset.body.staff).toMatchObject({ email: staff.email, has_second_factor: false });
  expect((await staff.call('GET', '/me')).status).toBe(401);
  expect((await signIn(staff.email, staff.password)).body.second_factor).toBe('off');
  expect((await signIn(staff.email, staff.password, again.recoveryCodes[0])).status).toBe(200);
  const own = await boss.call('POST', `/accounts/${boss.id}/reset-second-factor`);
  expect([own.status, own.body.code]).toEqual([409, 'second_factor.own']);
});

test('a wrong code of a signed-in caller delays that session alone', async () => {
  const staff = await newStaff(server, ['support']);
  const { code } = await enrolStaff(staff, now);
  skipToNextStep();
  for (let n = 0; n < 5; n++) await staff.call('POST', '/second-factor/remove', { code: '000000' });
  expect((await staff.call('POST', '/second-factor/remove', { code: code(now) })).status).toBe(429);
  expect((await signIn(staff.email, staff.password, code(now))).status).toBe(200);
});

test('npm run staff -- reset-second-factor EMAIL opens an account whose phone is lost', async () => {
  const staff = await newStaff(server, ['owner']);
  await enrolStaff(staff, now);
  expect((await runCommand(server, 'staff', ['list'])).out).toContain(`${staff.email}  owner  (second factor)`);
  expect((await runCommand(server, 'staff', ['reset-second-factor', staff.email])).out).toBe(`${staff.email}  owner\n`);
  expect((await signIn(staff.email, staff.password)).body.second_factor).toBe('required');
});
