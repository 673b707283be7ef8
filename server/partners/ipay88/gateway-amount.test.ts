import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatGatewayAmount, parseGatewayAmount, toSignedAmount } from './gateway-amount.ts';

test.each([
  [1, '0.01', '001'],
  [5, '0.05', '005'],
  [100, '1.00', '100'],
  [127_899, '1,278.99', '127899'],
  [123_456_789, '1,234,567.89', '123456789'],
])('docs/partners.md#1.4: %i sen is sent as %s and signed as %s', (sen, text, signed) => {
  expect(formatGatewayAmount(sen)).toBe(text);
  expect(toSignedAmount(text)).toBe(signed);
  expect(parseGatewayAmount(text)).toBe(sen);
});

test('an amount may come back without commas', () => {
  expect(parseGatewayAmount('1278.99')).toBe(127_899);
});

test.each([
  ...['1,00', '100', '1.0', '1.000', '1,2,3.00', '12,34.00', '1,2345.00', ',100.00', '.00', '-1.00', '+1.00'],
  ...['1.00 ', ' 1.00', '1e2', '1.00\n', 'NaN', '', '0x1.00', '１.00', '9999999999999999.00'],
])('refuses %j', (text) => {
  expect(parseGatewayAmount(text)).toBeNull();
});

test('every amount is parsed from its text, and no two amounts share one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (sen) => {
      expect(parseGatewayAmount(formatGatewayAmount(sen))).toBe(sen);
      expect(Number(toSignedAmount(formatGatewayAmount(sen)))).toBe(sen);
    }),
  );
});
