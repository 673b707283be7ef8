import { expect, test } from 'vitest';
import { hasRole, STAFF_ROLES } from './roles.ts';

test('an owner may call everything, others what their roles allow', () => {
  expect(STAFF_ROLES.filter((role) => hasRole([role], ['orders', 'picker']))).toEqual(['owner', 'orders', 'picker']);
  expect(STAFF_ROLES.filter((role) => hasRole([role], []))).toEqual(['owner']);
  expect(hasRole([], ['orders'])).toBe(false);
});
