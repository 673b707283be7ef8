import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCashRounding, formatMoney, roundToFiveSen, senToText, splitMoney, textToSen } from './money.ts';

const anySen = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

test.each([
  [0, 'RM0.00'],
  [5, 'RM0.05'],
  [490, 'RM4.90'],
  [99_999, 'RM999.99'],
  [100_000, 'RM1,000.00'],
  [123_450, 'RM1,234.50'],
  [1_234_567_890, 'RM12,345,678.90'],
  [-500, '-RM5.00'],
  [-1, '-RM0.01'],
])('docs/readings.md#33: money as text, both languages: %i sen is %s', (sen, text) => {
  expect(formatMoney(sen)).toBe(text);
});

test('the parts of a price tag are the characters of formatMoney', () => {
  fc.assert(
    fc.property(anySen, (sen) => {
      const { sign, ringgit, sen: cents } = splitMoney(sen);
      expect(`${sign}RM${ringgit}.${cents}`).toBe(formatMoney(sen));
    }),
  );
});

test.each([
  [0, '0.00'],
  [1290, '12.90'],
  [-5, '-0.05'],
  [123_450, '1234.50'],
])('docs/spec.md §3: "Money strings from the server are converted to numbers": %i sen travel as %s', (sen, text) => {
  expect(senToText(sen)).toBe(text);
  expect(textToSen(text)).toBe(sen);
});

test.each([
  ['12.9', 1290],
  ['12', 1200],
  ['007.50', 750],
  ['-0.00', 0],
  ['9999999999.99', 999_999_999_999],
])('reads %s', (text, sen) => {
  expect(textToSen(text)).toBe(sen);
});

test.each(['', ' 12.90', '12.900', '12.', '.90', '1,234.50', 'RM1.00', '1e3', 'NaN', '+1.00', '10000000000', '１２'])(
  'reads no money in %j',
  (text) => {
    expect(textToSen(text)).toBeNull();
  },
);

test('reads an amount back as it was encoded', () => {
  fc.assert(
    fc.property(anySen, (sen) => {
      expect(textToSen(senToText(sen))).toBe(sen);
    }),
  );
});

test.each([
  [100, 100],
  [101, 100],
  [102, 100],
  [103, 105],
  [104, 105],
  [105, 105],
  [106, 105],
  [107, 105],
  [108, 110],
  [109, 110],
  [2, 0],
  [-2, 0],
  [-3, -5],
])('docs/api.md: "rounded to the nearest 5 sen": %i sen are paid as %i', (sen, cashAmount) => {
  expect(roundToFiveSen(sen)).toBe(cashAmount);
});

test('a total and its cash rounding add up to steps of 5 sen, never more than 2 sen away', () => {
  fc.assert(
    fc.property(anySen, (sen) => {
      const cashAmount = sen + computeCashRounding(sen);
      expect(Math.abs(cashAmount % 5)).toBe(0);
      expect(cashAmount).toBe(roundToFiveSen(sen));
      expect(Math.abs(computeCashRounding(sen))).toBeLessThanOrEqual(2);
    }),
  );
});
