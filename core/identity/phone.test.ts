import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, isContactNumber, isMobile, normalizePhone, toE164 } from './phone.ts';

test.each([
  ['012-345 6789', '60123456789'],
  ['+60 12-345 6789', '60123456789'],
  ['60123456789', '60123456789'],
  ['011-2345 6789', '601123456789'],
  ['03-8888 8888', '0388888888'],
  ['+603 8888 8888', '60388888888'],
  [' - ', null],
  ['', null],
  ['0060123456789', '0060123456789'],
])(
  'docs/spec.md §5: "spaces and dashes removed; a +60 prefix becomes 60; a 01 prefix becomes 601; empty gives null": %j',
  (text, number) => {
    expect(normalizePhone(text)).toBe(number);
  },
);

const anyInput = fc.string({ unit: fc.constantFrom(...'0123456789+- –()'), maxLength: 16 });

test('normalizing twice gives the same', () => {
  fc.assert(
    fc.property(fc.oneof(anyInput, fc.string()), (text) => {
      const once = normalizePhone(text);
      expect(once === null ? null : normalizePhone(once)).toBe(once);
    }),
  );
});

test.each([
  ['012-345 6789', '+60123456789', true],
  ['011-2345 6789', '+601123456789', true],
  ['0060123456789', '+60123456789', true],
  ['03-8888 8888', '+60388888888', false],
  ['+603 8888 8888', '+60388888888', false],
  ['04-123 4567', '+6041234567', false],
  ['088-123456', '+6088123456', false],
])('every way to write %s has the one spelling %s', (text, canonical, mobile) => {
  expect(toE164(text)).toBe(canonical);
  expect(isMobile(text)).toBe(mobile);
  expect(isContactNumber(text)).toBe(true);
});

test.each([
  '+60 012-345 6789',
  '1300 88 2525',
  '12345',
  '',
  '999',
  '+65 9123 4567',
  '012-345 678',
  '0123456789012',
  'abc',
])('no personal number of Malaysia: %j', (text) => {
  expect(toE164(text)).toBeNull();
  expect(isContactNumber(text)).toBe(false);
});

test('a canonical number is its own canonical number', () => {
  fc.assert(
    fc.property(anyInput, (text) => {
      const canonical = toE164(text);
      if (canonical !== null) expect(toE164(canonical)).toBe(canonical);
    }),
  );
});

test.each([
  ['0355500100', '03-5550 0100'],
  ['60125550100', '012-555 0100'],
  ['+60 11-2345 6789', '011-2345 6789'],
  ['088123456', '088-12 3456'],
  ['1300-88-2525', '1300-88-2525'],
])('%s is written %s', (text, display) => {
  expect(formatPhone(text)).toBe(display);
});
