import { expect, test } from 'vitest';
import { toLoggedError } from './logged-error.ts';

test('docs/security.md#c26: a logged error names the fault and leaves out shoppers’ data', () => {
  const query = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (contact_phone)=(60123456789) already exists.',
    where: 'JSON data, line 1: {"street_address":"1, Jalan Contoh"',
  });
  const error = Object.assign(new Error('550 <me.too@shop.example> unknown', { cause: query }), {
    rejected: ['me.too@shop.example'],
  });
  const loggedError = toLoggedError(error);
  expect(loggedError).toMatchObject({ type: 'Error', message: '550 <…@…> unknown', cause: { code: '23505' } });
  expect(loggedError.stack).toContain('logged-error.test.ts');
  expect(JSON.stringify(loggedError)).not.toMatch(/me\.too|60123456789|Jalan/);
});

test.each([
  ['550 <me@shop.example>: no mailbox', '550 <…@…>: no mailbox'],
  ['invalid input syntax for type uuid: "60123456789"', 'invalid input syntax for type uuid: "…"'],
  ['+60 12-345 6789 cannot be reached', '… cannot be reached'],
  ['+60123456789 and 012-345 6789 cannot be reached', '… and … cannot be reached'],
  [`token c_${'a'.repeat(43)} is known`, 'token c_… is known'],
  ['timed out after 60123456789012345 ms at 10.0.123.4567', 'timed out after 60123456789012345 ms at 10.0.123.4567'],
])('the message %j is logged as %j', (message, expected) => {
  expect(toLoggedError(new Error(message)).message).toBe(expected);
});
