import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

test.each([
  [' Mei.Ling@Example.COM ', 'mei.ling@example.com'],
  ['mei ling@example.com', 'meiling@example.com'],
  ['', ''],
])('docs/spec.md §5: "spaces removed and lower-cased": %j', (text, email) => {
  expect(normalizeEmail(text)).toBe(email);
});

test('normalizing twice gives the same', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.emailAddress()), (text) => {
      const once = normalizeEmail(text);
      expect(normalizeEmail(once)).toBe(once);
    }),
  );
});

test.each(['mei@example.com', "o'brien+groceries@mail.co.my", 'Mei @ Example.com', 'a@b.co'])(
  '%j can be an address',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  '',
  'mei',
  'mei@',
  '@example.com',
  'mei@example',
  'mei@@example.com',
  'mei@-example.com',
  'mei@example..com',
  'mei,ling@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
])("'Please provide valid email address': %j", (text) => {
  expect(isEmail(text)).toBe(false);
});
