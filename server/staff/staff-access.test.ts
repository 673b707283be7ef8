/**
 * docs/security.md#c16, "exactly the allowed ones": every endpoint of staff, tills and drivers in the contract's table,
 * called by every role and by every other kind of caller. A new endpoint is covered as soon as it is in the table.
 */
import type { Endpoint, EndpointParts } from '@shop/contract/api/endpoint';
import { endpoints } from '@shop/contract/api/endpoints';
import { STAFF_EVENTS_PATH, staffPaths } from '@shop/contract/staff/staff-paths';
import { AUDITED_KINDS, type AuditedKind } from '@shop/core/staff/audited-kinds';
import { hasRole, STAFF_ROLES, type StaffRole } from '@shop/core/staff/roles';
import { HOUR_MS } from '@shop/core/time';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { countStatements } from '../db/database.ts';
import { hashToken } from '../http/api/authenticate.ts';
import { issueToken } from '../secrets/sign.ts';
import { newCustomer } from '../testing/customer.ts';
import { newStaff, operator } from '../testing/staff.ts';
import { testServer } from '../testing/test-server.ts';

let now = new Date('2026-11-20T02:00:00Z');
const server = await testServer({ clock: () => now });
const { api, app, db, config } = server;
const owner = operator(server);

const expiredToken = (await newStaff(server, ['owner'])).token;
now = new Date(now.getTime() + 13 * HOUR_MS);

const { rows: outlets } = await db.raw('select code from outlets order by code limit 2');
const [mine = '', other = ''] = outlets.map(({ code }) => String(code));

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const table = Object.values(endpoints) as Endpoint<EndpointParts>[];
const ofStaff = table.filter(({ access }) => access === 'staff');
/** Calls whose roles depend on the call alone: what was changed of a record opens to the roles that open the record. */
const byRoleAlone = ofStaff.filter(({ name }) => name !== 'staff.recordAudit');
/** Fills the path's parameters with values that the endpoint's schema takes, and that no record has. */
function fillPath({ path, params }: Pick<Endpoint, 'path' | 'params'>): string {
  const schemas: Readonly<Record<string, v.GenericSchema>> = Object(Object(params).entries);
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    // An outlet manager may name only their own outlet.
    if (name === 'code') return mine;
    const schema = schemas[name];
    return [UNKNOWN, '999'].find((value) => schema !== undefined && v.is(schema, value)) ?? UNKNOWN;
  });
}

type Headers = Readonly<Record<string, string>>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Calls an endpoint within this process; `statements` has the names of the statements that the call ran. */
async function send(
  { method, path, params, acceptsPicture }: Pick<Endpoint, 'method' | 'path' | 'params' | 'acceptsPicture'>,
  headers: Headers,
) {
  const isRead = method === 'GET' || method === 'DELETE';
  const type = acceptsPicture === true ? 'image/jpeg' : 'application/json';
  const body = isRead ? { headers } : { headers: { 'content-type': type, ...headers }, payload: '{}' };
  const call = { method, url: `/api${fillPath({ path, params })}`, ...body };
  const { result, statements } = await countStatements(async () => await app.http.inject(call));
  return { status: result.statusCode, text: result.payload, statements };
}

/** Returns the statements of a call without those that identify its caller. */
const listReads = (statements: readonly string[]) =>
  statements.filter((name) => !['staff.byToken', 'staff.touchSession', 'till.byKey', 'runs.byToken'].includes(name));

/** Adds an account and signs it in; an outlet manager is that of `outlet`. */
async function signInAs(role: StaffRole, outlet?: string): Promise<string> {
  if (role !== 'outlet_manager') return (await newStaff(server, [role])).token;
  const email = `manager-${outlet}@example.com`;
  const password = 'correct horse 1';
  await owner('POST', '/accounts', { email, roles: [role], outlet, password });
  return (await api('POST', '/staff/token', { body: { email, password } })).body.token;
}

test('every call below /staff is for staff, except signing in', () => {
  const others = Object.entries(staffPaths).flatMap(([name, path]) => {
    const { access } = endpoints[name as keyof typeof staffPaths];
    return path.includes(' /staff/') && access !== 'staff' ? [name] : [];
  });
  expect(others).toEqual(['staff.signIn']);
});

test.each(STAFF_ROLES)(
  '%s: exactly the calls of the role get past the check, the others read nothing',
  async (role) => {
    const signIn = () => signInAs(role, mine);
    let token = await signIn();
    const unknown = (await api('GET', '/staff/no-such-call', { token })).text;
    const wrong: unknown[] = [];
    for (const endpoint of byRoleAlone) {
      const { status, text, statements } = await send(endpoint, bearer(token));
      const reads = listReads(statements);
      const isRefused = status === 404 && text === unknown && reads.length === 0;
      // A 404 without a read comes from the check of roles.
      const isAnswered = [200, 201, 400, 409, 422].includes(status) || (status === 404 && reads.length > 0);
      const isAllowed = hasRole([role], endpoint.roles ?? []);
      if (isAllowed ? !isAnswered : !isRefused) wrong.push([endpoint.name, status, text.slice(0, 100), reads]);
      if (isAllowed && ['staff.signOut', 'staff.lock'].includes(endpoint.name)) token = await signIn();
    }
    expect(wrong).toEqual([]);
  },
);

/** The endpoint that opens a record of each kind; accounts are for owners. */
const OPENED_BY: Readonly<Record<AuditedKind, { roles?: readonly StaffRole[] }>> = {
  order: endpoints['staff.order'],
  customer: endpoints['staff.customer'],
  product: endpoints['staff.setStock'],
  staff: {},
  campaign: endpoints['staff.campaign'],
  run: endpoints['staff.run'],
};

test.each(STAFF_ROLES)(
  '%s sees what was changed of the records that the role opens, and of no others',
  async (role) => {
    const token = await signInAs(role, mine);
    const unknown = (await api('GET', '/staff/no-such-call', { token })).text;
    for (const kind of AUDITED_KINDS) {
      const { status, text } = await api('GET', `/staff/audit/${kind}/${UNKNOWN}`, { token });
      const isOpen = hasRole([role], OPENED_BY[kind].roles ?? []);
      expect([kind, status, isOpen || text === unknown]).toEqual([kind, isOpen ? 200 : 404, true]);
    }
  },
);

test('an account of two roles may call what either may', async () => {
  const { token } = await newStaff(server, ['catalog', 'picker']);
  const wrong: unknown[] = [];
  for (const endpoint of byRoleAlone.filter(({ method }) => method === 'GET')) {
    const { status, statements } = await send(endpoint, bearer(token));
    const isAllowed = hasRole(['catalog', 'picker'], endpoint.roles ?? []);
    if (isAllowed === (status === 404 && listReads(statements).length === 0)) wrong.push([endpoint.name, status]);
  }
  expect(wrong).toEqual([]);
});

const customer = await newCustomer(server);
const guest: string = (await api('GET', '/cart')).body.uuid;
const { key: tillKey } = (await owner('POST', '/till-keys', { outlet: mine })).body;
const driver = issueToken(config.secret, 'r_');
await db.raw(
  `insert into delivery_runs (id, driver, token_hash, created_at, created_by, expires_at)
   values ($1, 'Azlan', $2, $3, 'operator', $3::timestamptz + interval '1 hour')`,
  [UNKNOWN, hashToken(driver), now],
);
const revokedStaff = await newStaff(server, ['owner']);
await revokedStaff.call('POST', '/logout');
const disabledStaff = await newStaff(server, ['owner']);
await owner('POST', `/accounts/${disabledStaff.id}/disable`);
const lockedStaff = await newStaff(server, ['owner']);
await lockedStaff.call('POST', '/lock');

/** Headers of callers who may call nothing of staff; those of a till and a driver open their own calls. */
const STRANGERS: Readonly<Record<string, Headers>> = {
  'no token': {},
  'a guest': bearer(guest),
  'a customer': bearer(customer.token),
  'a till key': { 'x-api-key': tillKey },
  'a till key as a token': bearer(tillKey),
  'a driver': bearer(driver),
  'an expired token': bearer(expiredToken),
  'a token that was signed out': bearer(revokedStaff.token),
  'a token of a disabled account': bearer(disabledStaff.token),
  'a token that the shop signed but never issued': bearer(issueToken(config.secret, 's_')),
  'a made-up token': bearer(`s_${'A'.repeat(65)}`),
  'a token in another scheme': { authorization: `Basic ${btoa(`owner:${config.operatorToken}`)}` },
  'a token in cookies': {
    cookie: `token=${config.operatorToken}; session=${config.operatorToken}; authorization=Bearer ${config.operatorToken}`,
  },
  'a locked session': bearer(lockedStaff.token),
};

test.each(Object.entries(STRANGERS))('401 for %s, before anything is read', async (caller, headers) => {
  const wrong: unknown[] = [];
  for (const endpoint of table) {
    const { access, name, worksWhile = [] } = endpoint;
    if (!['staff', 'till', 'driver'].includes(access)) continue;
    const isOwn =
      (access === 'till' && caller === 'a till key') ||
      (access === 'driver' && caller === 'a driver') ||
      (access === 'staff' && caller === 'a locked session' && worksWhile.includes('locked'));
    if (isOwn) continue;
    const { status, statements } = await send(endpoint, headers);
    if (status !== 401 || listReads(statements).length > 0) wrong.push([name, status, statements]);
  }
  const { status } = await send({ method: 'GET', path: STAFF_EVENTS_PATH }, headers);
  if (status !== 401) wrong.push([STAFF_EVENTS_PATH, status]);
  expect(wrong).toEqual([]);
});

test('staff open neither the calls of tills and drivers nor those of shoppers', async () => {
  const headers = { ...bearer(config.operatorToken), 'x-api-key': config.operatorToken };
  const wrong: unknown[] = [];
  for (const endpoint of table.filter(({ access }) => ['till', 'driver', 'me', 'guest'].includes(access))) {
    const { status } = await send(endpoint, headers);
    if (status !== 401) wrong.push([endpoint.name, status]);
  }
  expect(wrong).toEqual([]);
});

/** The content types that a form of another site can send without asking the shop first (docs/security.md#c21). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];

test.each(FORM_TYPES)('no call of staff takes %s, with a token or without', async (type) => {
  const wrong: unknown[] = [];
  for (const endpoint of ofStaff.filter(({ method }) => method !== 'GET')) {
    const form = { 'content-type': type, origin: 'https://evil.example', cookie: `token=${config.operatorToken}` };
    const foreign = await send(endpoint, form);
    const own = await send(endpoint, { ...form, ...bearer(config.operatorToken) });
    const reads = listReads([...foreign.statements, ...own.statements]);
    if (foreign.status !== 415 || own.status !== 415 || reads.length > 0) {
      wrong.push([endpoint.name, foreign.status, own.status, reads]);
    }
  }
  expect(wrong).toEqual([]);
});

test('no call of staff lets another site read its response, or sets a cookie', async () => {
  for (const { method, path, params } of ofStaff) {
    const { headers } = await app.http.inject({
      method: 'OPTIONS',
      url: `/api${fillPath({ path, params })}`,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect([path, headers['access-control-allow-origin'], headers['set-cookie']]).toEqual([path, undefined, undefined]);
  }
  const signedIn = await api('POST', '/staff/token', {
    body: { email: customer.email, password: 'wrong' },
    headers: { origin: 'https://evil.example' },
  });
  expect(signedIn.headers.get('access-control-allow-origin')).toBeNull();
  expect(signedIn.headers.get('set-cookie')).toBeNull();
});

test('an outlet manager sees one outlet, whatever the call names', async () => {
  await owner('POST', '/till-keys', { outlet: other });
  for (const [at, outlet] of [mine, other, other].entries()) {
    const { id } = await newCustomer(server);
    await db.raw('insert into store_referrals (customer_id, outlet_code, created_at) values ($1, $2, $3)', [
      ...[id, outlet, new Date(now.getTime() + at)],
    ]);
  }
  const token = (
    await api('POST', '/staff/token', { body: { email: `manager-${mine}@example.com`, password: 'correct horse 1' } })
  ).body.token;
  const call = (path: string) => api('GET', `/staff${path}`, { token });
  for (const query of ['', `?outlet=${other}`, `?search=${other}&searchFields=outlet`, '?limit=100']) {
    const keys = (await call(`/till-keys${query}`)).body.data;
    expect([...new Set(keys.map(({ outlet }: { outlet: string }) => outlet))]).toEqual([mine]);
    expect((await call(`/store-referrals${query}`)).body.data).toMatchObject([{ outlet: mine, customers: 1 }]);
  }
  const [foreign, absent] = [await call(`/outlets/${other}/referral-link`), await call('/outlets/NOPE/referral-link')];
  expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
});
