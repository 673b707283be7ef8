import { expect, test } from 'vitest';
import { loggedError } from './logged-error.ts';

test('reliability C26: an error in a log names the fault and none of the data that it met', () => {
  const query = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (contact_phone)=(60123456789) already exists.',
    where: 'JSON data, line 1: {"street_address":"1, Jalan Contoh"',
  });
  const error = Object.assign(new Error('550 <me.too@shop.example> unknown', { cause: query }), {
    rejected: ['me.too@shop.example'],
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ type: 'Error', message: '550 <…@…> unknown', cause: { code: '23505' } });
  expect(logged.stack).toContain('logged-error.test.ts');
  expect(JSON.stringify(logged)).not.toMatch(/me\.too|60123456789|Jalan/);
});
