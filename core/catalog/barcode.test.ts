import { expect, test } from 'vitest';
import { isBarcode } from './barcode.ts';

test.each([
  ['EAN-13', '9556001234568'],
  ['EAN-13', '4006381333931'],
  ['EAN-8', '73513537'],
  ['UPC-A', '036000291452'],
  ['GTIN-14', '10614141000415'],
])('accepts an %s with its check digit, and no other digit in any place', (_, digits) => {
  expect(isBarcode(digits)).toBe(true);
  for (let place = 0; place < digits.length; place++) {
    const wrongDigit = String((Number(digits[place]) + 1) % 10);
    expect(isBarcode(digits.slice(0, place) + wrongDigit + digits.slice(place + 1))).toBe(false);
  }
});

test('refuses other lengths and signs', () => {
  for (const text of ['', '0', '95512345', '955123456789', 'ABCDEFGH', '9556001234568 ']) {
    expect([text, isBarcode(text)]).toEqual([text, false]);
  }
});
