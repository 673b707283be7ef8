import { expect, test } from 'vitest';
import { toAddressKey } from './address-key.ts';

const HOME = toAddressKey({ zip: '47300', street_address: '12, Jalan SS2/24' });

test.each([
  '12 jalan ss2/24',
  'No. 12, Jln SS2/24',
  'no.12 Jln. SS2/24',
  'NO12, JLN SS 2/24',
  'Unit 12, Jalan SS2/24',
  '12,JALAN SS2 / 24.',
  '12,\nJalan SS 2/24',
  '１２, Jalan SS2/24',
  '12, Jálan SS2/24',
])('%j is the same address', (street_address) => expect(toAddressKey({ zip: '47300', street_address })).toBe(HOME));

test.each([
  ['Lrg 3, Tmn Bkt Indah', 'Lorong 3, Taman Bukit Indah'],
  ['Lor. 3, Tmn Bkt Indah', 'Lorong 3, Taman Bukit Indah'],
  ['Blk A, Kg. Sg Besi', 'Block A, Kampung Sungai Besi'],
  ['12 Psn Sek 3', '12, Persiaran Seksyen 3'],
])('%j is %j', (short, long) => {
  expect(toAddressKey({ zip: '47300', street_address: short })).toBe(
    toAddressKey({ zip: '47300', street_address: long }),
  );
});

test.each([
  ['47300', '14, Jalan SS2/24'],
  ['47301', '12, Jalan SS2/24'],
])('%s %s is another address', (zip, street_address) => expect(toAddressKey({ zip, street_address })).not.toBe(HOME));

test.each([
  ['A-1-12, Residensi Indah', 'A-11-2, Residensi Indah'],
  ['12, Jalan SS 1/11', '12, Jalan SS 11/1'],
])('%s and %s are two addresses', (one, other) =>
  expect(toAddressKey({ zip: '47300', street_address: one })).not.toBe(
    toAddressKey({ zip: '47300', street_address: other }),
  ),
);
