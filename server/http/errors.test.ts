/** Tests what the log says about a failed call (docs/security.md#c26). */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { isUnavailable, sendError } from './errors.ts';

test('a 503 in the log names the method and route, without the values in its address', async () => {
  const lines: string[] = [];
  const http = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  http.setErrorHandler(sendError);
  http.get('/api/orders/:id', () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  });
  const { statusCode } = await http.inject('/api/orders/KAYA1234');
  expect(statusCode).toBe(503);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'unavailable', method: 'GET', route: '/api/orders/:id', reason: 'connect ECONNREFUSED' },
  ]);
  expect(lines.join()).not.toContain('KAYA1234');
});

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'ECONNRESET'])(
  'a connection of the database that ends with %s is unavailable, not a fault',
  (code) => {
    expect(isUnavailable(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' }))).toBe(true);
  },
);
