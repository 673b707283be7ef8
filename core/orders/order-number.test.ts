import { expect, test } from 'vitest';
import { normalizeOrderNumber } from './order-number.ts';

test.each([
  ['7Q2M9XKD', '7Q2M9XKD'],
  ['7q2m9xkd', '7Q2M9XKD'],
  [' 7q2m-9xkd ', '7Q2M9XKD'],
  ['#7Q2M 9XKD', '7Q2M9XKD'],
  ['7q2m–9xkd', '7Q2M9XKD'],
  ['OIL00000', '01100000'],
])('a number typed as %j is read as %s', (text, number) => {
  expect(normalizeOrderNumber(text)).toBe(number);
});
