import { expect, test } from 'vitest';
import { isBarcode, listBarcodeSpellings } from './barcode.ts';

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

test('a UPC-A is an EAN-13 and a GTIN-14 that begin with zeros', () => {
  const spellings = ['36000291452', '036000291452', '0036000291452', '00036000291452'];
  for (const code of spellings) expect(listBarcodeSpellings(code).sort()).toEqual([...spellings].sort());
  for (const text of ['', '0361234', 'SKU-036000291452', '036 000 291 452']) {
    expect(listBarcodeSpellings(text)).toEqual([text]);
  }
});
