import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encrypt.ts';

test('decrypts only unchanged texts and only with the same secret', () => {
  const encrypted = encrypt('a secret', '咖椰 @example.com');
  expect(decrypt('a secret', encrypted)).toBe('咖椰 @example.com');
  expect(encrypted).toMatch(/^[\w-]+$/);
  expect(encrypt('a secret', '咖椰 @example.com')).not.toBe(encrypted);
  expect(() => decrypt('another secret', encrypted)).toThrow();
  expect(() => decrypt('a secret', `A${encrypted.slice(1)}A`)).toThrow();
});
