import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../testing/test-server.ts';

const { api, url, app } = await testServer();

/** A guest's token with a cart. */
const { uuid: token } = (await api('GET', '/cart')).body;

/** Expects a response in the shape of every refusal. */
function expectRefusal(response: { status: number; body: { message: string; code: string } }, status: number): void {
  expect(response.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  expect(response.body.message).not.toBe('');
  expect(response.status).toBe(status);
}

describe('reports a shopper’s bad input at its field (all other input: `bad-input.test.ts`)', () => {
  const putField = (name: string, value: unknown) => api('PUT', '/checkout', { token, body: { [name]: value } });
  test.each<[string, unknown]>([
    ['shipping_remarks', 'x'.repeat(501)],
    ['shipping_remarks', 'a\u0000b'],
    ['customer_email', 'a\nb@example.com'],
    ['tip', '-1.00'],
    ['tip', '1.005'],
    ['tip', '1e3'],
    ['tip', '99999999999'],
    ['shipping_remarks', 'half a character \ud800'],
    ['shipping_address', { recipient: '\udc00', street_address: '1, Jalan \ud83d' }],
  ])('PUT /checkout with %s = %j reports the field', async (name, value) => {
    const response = await putField(name, value);
    expectRefusal(response, 422);
    expect(Object.keys(response.body.errors)[0]).toMatch(new RegExp(`^${name}`));
  });

  test('ignores parameters that the contract does not name', async () => {
    expect((await api('GET', '/products?limit=1&utm_source=x&__proto__=1')).status).toBe(200);
  });
});

test('writes messages in the language of `?lang=`, for every kind of error', async () => {
  const english = await api('GET', '/products?limit=abc');
  const chinese = await api('GET', '/products?limit=abc&lang=zh');
  expect(english.body.errors.limit).toEqual(['This is not in the right format']);
  expect(chinese.body.errors.limit).toEqual(['格式不正确']);
  expect((await api('GET', '/nope?lang=zh')).body.message).toBe('找不到所需内容。');
});

describe('Headers as in the spec: "Authorization: Bearer <auth token | guest token | empty>"', () => {
  test.each([
    ['none', undefined],
    ['an empty bearer', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['garbage', 'Bearer <>!'],
    ['a short token', 'Bearer abc'],
    ['an oversized token', `Bearer ${'x'.repeat(6_000)}`],
    ['an unknown guest token', 'Bearer 3f2b8c9e-6a1d-4b7f-9c57-0d2f6f1f4c11'],
  ])('with %s, GET /cart returns an empty cart', async (_, authorization) => {
    const response = await api('GET', '/cart', authorization === undefined ? {} : { headers: { authorization } });
    expect(response.status).toBe(200);
    expect(response.body.isEmpty).toBe(true);
  });

  test('docs/readings.md#26: a bad c_… token answers 403 where a guest’s data is requested; open calls ignore it', async () => {
    const badToken = `c_${'a'.repeat(43)}`;
    const response = await api('GET', '/cart', { token: badToken });
    expectRefusal(response, 403);
    expect(response.body.code).toBe('auth.token_invalid');
    expect((await api('GET', '/products?limit=1', { token: badToken })).status).toBe(200);
    expect((await api('GET', '/session/id', { token: badToken })).status).toBe(200);
  });
});

test.each([
  ['no HTTP', 'NONSENSE\r\n\r\n', 400, 'request.malformed'],
  ['too long a header', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'request.too_large'],
])('responds to a request that is %s with a refusal, and the server goes on', async (_, bytes, status, code) => {
  const { port } = new URL(url);
  const response = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain('X-Content-Type-Options: nosniff');
  expectRefusal({ status, body: JSON.parse(body) }, status);
  expect(JSON.parse(body).code).toBe(code);
  expect(app.http.server.listening).toBe(true);
});
