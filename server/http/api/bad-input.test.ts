/**
 * "Bad input of every kind of field … is a 400, 413, 415 or 422 with a message, never a 5xx": for every parameter and
 * member of the published API document, with values derived from its schema.
 */
import { describe, expect, test, vi } from 'vitest';
import { issueToken } from '../../secrets/sign.ts';
import {
  type DocumentSchema,
  listOperations,
  type Operation,
  takesNull,
  withoutNull,
} from '../../testing/api-document.ts';
import { newCustomer } from '../../testing/customer.ts';
import { type TestResponse, testServer } from '../../testing/test-server.ts';
import { hashToken } from './authenticate.ts';

// Many calls in each test.
vi.setConfig({ testTimeout: 60_000 });

const server = await testServer();
const { api } = server;
const customer = await newCustomer(server);
/** The token of a driver's run without stops. */
const driverToken = issueToken(server.config.secret, 'r_');
await server.db.raw(
  `insert into delivery_runs (id, driver, token_hash, created_at, created_by, expires_at)
   values ($1, 'Azlan', $2, now(), 'operator', now() + interval '1 hour')`,
  ['00000000-0000-7000-8000-000000000001', hashToken(driverToken)],
);
/**
 * Returns the token of a caller who may make the call. A sign-out would end the customer's token for all other calls.
 */
const chooseToken = ({ access, path }: Operation) => {
  if (path === '/logout') return null;
  if (access === 'driver') return driverToken;
  return access === 'staff' ? server.config.operatorToken : customer.token;
};
/** Returns the header with a till's key for a call that needs one. */
const chooseKey = ({ access }: Operation): Record<string, string> =>
  access === 'till' ? { 'x-api-key': 'demo-till' } : {};
const operations = await listOperations(server);
const operationCases = (some: readonly Operation[]) =>
  some.map((each) => [`${each.method} ${each.path}`, each] as const);

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const fillPath = ({ path }: Operation, value = UNKNOWN) => path.replace('{line}', '0').replaceAll(/\{\w+\}/g, value);

const HUGE = 'x'.repeat(20_000);
const HALF_A_CHARACTER = '\ud800';

/** Returns the numbers just outside the bounds. */
const listNumbersOutside = (minimum: number | undefined, maximum: number | undefined): number[] => [
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined ? [] : [maximum + 1]),
];

/** Returns values that the schema does not allow. */
function listBadValues(schema: DocumentSchema): unknown[] {
  const {
    type,
    anyOf,
    enum: choices,
    const: only,
    pattern,
    maxLength,
    minimum,
    maximum,
    items,
    maxItems,
    properties,
  } = withoutNull(schema);
  if (anyOf !== undefined) return [];
  const other = type === 'boolean' ? ['true', 1, 0, [true], {}] : [true, false];
  const nothing = takesNull(schema) ? [] : [null];
  if (properties !== undefined) return [...nothing, ...other, 'x', 1, [], [{}]];
  if (items !== undefined) {
    const tooMany = maxItems === undefined ? [] : [Array(maxItems + 1).fill(sample(items))];
    const { type: itemType, enum: itemChoices, pattern: itemPattern } = withoutNull(items);
    // A list of free texts may contain any.
    const isFree = itemType === 'string' && itemChoices === undefined && itemPattern === undefined;
    return [...nothing, ...other, 'x', 1, {}, [1], [null], [[]], ...(isFree ? [] : [['x']]), ...tooMany];
  }
  if (type === 'boolean') return [...nothing, ...other];
  if (type === 'number' || type === 'integer') {
    const whole = type === 'integer' ? [1.5, 1e300, 2 ** 53] : [];
    return [...nothing, ...other, '1', 'NaN', [1], {}, ...whole, ...listNumbersOutside(minimum, maximum)];
  }
  const text = [...nothing, ...other, 1, 1.5, [], ['x'], {}];
  if (choices !== undefined || only !== undefined) {
    return [...text, 'nonsense', '', '\u0000', HUGE].filter((value) => value !== only);
  }
  if (pattern !== undefined) return [...text, '', '-1', '\u0000', 'a\nb', HALF_A_CHARACTER, HUGE, "' or 1=1 --"];
  return [...text, ...(maxLength === undefined ? [] : [HUGE, 'x'.repeat(maxLength + 1)])];
}

/** Texts that a schema may allow or refuse; they must never cause a 5xx. */
const ODD = [
  '',
  ' ',
  '\u0000',
  'a\u0007b',
  'a\u2028b',
  HALF_A_CHARACTER,
  '\u202e',
  '😀',
  "' or 1=1 --",
  '%',
  '../..',
  '-1',
  '1e9',
];

/** Lists every member of a body, nested ones too, with its path. */
function listMembers(
  schema: DocumentSchema,
  path: readonly string[] = [],
): { path: readonly string[]; schema: DocumentSchema }[] {
  const { properties, items } = withoutNull(schema);
  const here = path.length === 0 ? [] : [{ path, schema }];
  if (items !== undefined) return [...here, ...listMembers(items, [...path, '0'])];
  return [...here, ...Object.entries(properties ?? {}).flatMap(([name, each]) => listMembers(each, [...path, name]))];
}

/** Builds a value that the schema allows, with its required members only. */
function sample(schema: DocumentSchema): unknown {
  const { type, enum: choices, const: only, pattern, items, properties, required = [] } = withoutNull(schema);
  if (only !== undefined) return only;
  if (choices !== undefined) return choices[0];
  if (properties !== undefined) {
    return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
  }
  if (items !== undefined) return [sample(items)];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return 1;
  return pattern === undefined ? 'x' : '1';
}

/** Builds a valid body in which one member has the given value. */
function withMember(schema: DocumentSchema, [name = '', ...deeper]: readonly string[], value: unknown): unknown {
  const { properties, items } = withoutNull(schema);
  const inner = items ?? properties?.[name] ?? {};
  const member = deeper.length === 0 ? value : withMember(inner, deeper, value);
  return items === undefined ? { ...Object(sample(schema)), [name]: member } : [member];
}

function expectRefusal(what: unknown, { status, body }: TestResponse, statuses: readonly number[]): void {
  expect([what, status]).toEqual([what, expect.toBeOneOf([...statuses])]);
  expect(body).toMatchObject({
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
  });
}

describe.each(operationCases(operations.filter(({ bodies }) => bodies.length > 0)))('%s', (_, operation) => {
  const param = operation.path.includes('provider') ? 'google' : operation.path.includes('/products/') ? '1' : UNKNOWN;
  const path = fillPath(operation, param);
  const send = (body: unknown, headers = {}) =>
    api(operation.method, path, {
      token: chooseToken(operation),
      body,
      headers: { ...chooseKey(operation), ...headers },
    });

  test('refuses malformed bodies and other content types', async () => {
    const bodies: [unknown, number][] = [
      ...[undefined, null, [], [{}], '"x"', '1', 'true'].map((body): [unknown, number] => [body, 422]),
      ...['', '{', '{"a":NaN}', "{'a':1}", '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'].map(
        (body): [unknown, number] => [body, 400],
      ),
      [`${'['.repeat(21)}${']'.repeat(21)}`, 400],
      [`${'{"a":'.repeat(50_000)}`, 400],
      [{ filler: 'x'.repeat(1_000_000) }, 413],
    ];
    for (const [body, status] of bodies) expectRefusal(String(body).slice(0, 40), await send(body), [status]);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/xml',
    ]) {
      expectRefusal(type, await send('x=1', { 'content-type': type }), [415]);
    }
  });

  for (const [way, schema] of operation.bodies.entries()) {
    test(`refuses bad values of every member${way === 0 ? '' : `, variant ${way + 1} of the body`}`, async () => {
      for (const { path: at, schema: member } of listMembers(schema)) {
        for (const value of listBadValues(member)) {
          const response = await send(withMember(schema, at, value));
          expectRefusal([at.join('.'), String(value).slice(0, 40)], response, [422]);
          if (operation.bodies.length > 1) continue;
          expect(Object.keys(response.body.errors)).toContainEqual(expect.stringMatching(new RegExp(`^${at[0]}\\b`)));
        }
        for (const value of ODD) {
          const { status } = await send(withMember(schema, at, value));
          expect([at, value, status]).toEqual([at, value, expect.toSatisfy((each) => each < 500)]);
        }
      }
      for (const missing of schema.required ?? []) {
        const { [missing]: _, ...others } = Object(sample(schema));
        expectRefusal(`no ${missing}`, await send(others), [422]);
      }
    });
  }
});

test.each(operationCases(operations.filter(({ params }) => params.length > 0)))(
  '%s: refuses bad path parameters',
  async (_, operation) => {
    const body = operation.bodies[0] && sample(operation.bodies[0]);
    const send = (value: string) =>
      api(operation.method, fillPath(operation, value), {
        token: chooseToken(operation),
        body,
        headers: chooseKey(operation),
      });
    for (const value of [
      '-1',
      '0',
      '1.5',
      '9'.repeat(30),
      "'%20or%201=1",
      '%F0%9F%98%80',
      '%2e%2e%2f',
      'x'.repeat(900),
    ]) {
      expect([value, (await send(value)).status]).toEqual([value, expect.toBeOneOf([404, 422])]);
    }
    for (const value of ['%00', 'a%00b', '%E0%A4%A']) expectRefusal(value, await send(value), [400]);
  },
);

/** Bad texts for a query parameter of each kind. */
const BAD_QUERY: Readonly<Record<string, readonly string[]>> = {
  number: ['abc', '-1', '1.5', '1e3', '', '%201', '99999999999999999999', '0x10'],
  boolean: ['perhaps', '2', ''],
  choice: ['nonsense', ''],
};

/** Fewer odd texts than `ODD`, since lists have many parameters. */
const ODD_QUERY = ['a\u0007b', "' or 1=1 --", '%', '\u202e😀'];

const schemaKind = ({ type, enum: choices }: DocumentSchema) =>
  choices !== undefined ? 'choice' : type === 'integer' ? 'number' : (type ?? 'string');

test.each(operationCases(operations.filter(({ query }) => query.length > 0)))(
  '%s: refuses bad query parameters',
  async (_, operation) => {
    const body = operation.bodies[0] && sample(operation.bodies[0]);
    const send = (query: string) =>
      api(operation.method, `${fillPath(operation)}?${query}`, {
        token: chooseToken(operation),
        body,
        headers: chooseKey(operation),
      });
    if (operation.query.some(({ required }) => required)) expectRefusal('none at all', await send(''), [422]);
    for (const { name, schema } of operation.query) {
      const outside = listNumbersOutside(schema.minimum, schema.maximum).map(String);
      for (const value of [...(BAD_QUERY[schemaKind(schema)] ?? []), ...outside]) {
        // A price may have decimals, and an empty one means no bound.
        const isAmount = name.endsWith('_price') && ['1.5', ''].includes(value);
        if (!isAmount) expectRefusal([name, value], await send(`${name}=${value}`), [404, 422]);
      }
      for (const value of ['%00', '%E0%A4%A']) expectRefusal([name, value], await send(`${name}=${value}`), [400]);
      for (const twice of [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}=${'x'.repeat(3_000)}`]) {
        expectRefusal([name, twice.slice(0, 30)], await send(twice), [422]);
      }
      for (const odd of ODD_QUERY) {
        const { status } = await send(`${name}=${encodeURIComponent(odd)}`);
        expect([name, odd, status]).toEqual([name, odd, expect.toSatisfy((each) => each < 500)]);
      }
    }
  },
);

const BAD_HEADERS: readonly Record<string, string>[] = [
  { 'x-session': "' or 1=1 --", 'x-platform': '\u00ff', 'x-branch': 'x'.repeat(2_000) },
  { 'idempotency-key': 'x'.repeat(256), 'x-session': 'x'.repeat(4_000) },
  { 'idempotency-key': '\t', accept: 'x/y', 'accept-language': '*'.repeat(500), 'if-none-match': '"'.repeat(500) },
  { authorization: `Bearer ${'c_'.repeat(3_000)}` },
  { authorization: 'Bearer c_\u00e9' },
];

test('responds to bad headers without a 5xx', async () => {
  for (const operation of operations) {
    const body = operation.bodies[0] && sample(operation.bodies[0]);
    for (const headers of BAD_HEADERS) {
      const { status } = await api(operation.method, fillPath(operation), {
        token: chooseToken(operation),
        body,
        headers: { ...chooseKey(operation), ...headers },
      });
      expect([operation.id, headers, status]).toEqual([operation.id, headers, expect.toSatisfy((each) => each < 500)]);
    }
  }
});
