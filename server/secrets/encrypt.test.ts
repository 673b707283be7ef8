import { expect, test } from 'vitest';
import { seal, unseal } from './encrypt.ts';

test('a sealed text is read again with the same secret alone, and tells nothing', () => {
  const sealed = seal('a secret', '咖椰 @example.com');
  expect(unseal('a secret', sealed)).toBe('咖椰 @example.com');
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(seal('a secret', '咖椰 @example.com')).not.toBe(sealed);
  expect(() => unseal('another secret', sealed)).toThrow();
  expect(() => unseal('a secret', `A${sealed.slice(1)}A`)).toThrow();
});
