import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test('returns to the requested page after signing in', () => {
  expect(safePath('/my-account/orders/view?order_id=1#items')).toBe('/my-account/orders/view?order_id=1#items');
  expect(safePath('/checkout')).toBe('/checkout');
});

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'my-account',
  '/logout',
  '/signin?then=/signin',
])('returns home for pages outside the shop and those of signing in or out: %j', (then) => {
  expect(safePath(then)).toBe('/');
});
