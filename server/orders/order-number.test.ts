import { expect, test } from 'vitest';
import { randomOrderNumber, readOrderNumber } from './order-number.ts';

test('api.md: "Order numbers are short, human and not enumerable"', () => {
  const numbers = Array.from({ length: 1_000 }, randomOrderNumber);
  expect(new Set(numbers).size).toBe(1_000);
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});

test.each([
  ['7Q2M9XKD', '7Q2M9XKD'],
  ['7q2m9xkd', '7Q2M9XKD'],
  [' 7q2m-9xkd ', '7Q2M9XKD'],
  ['#7Q2M 9XKD', '7Q2M9XKD'],
  ['OIL00000', '01100000'],
])('a number typed as %j is read as %s', (typed, number) => {
  expect(readOrderNumber(typed)).toBe(number);
});
