import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

const HOME = addressKey({ zip: '47300', street_address: '12, Jalan SS2/24' });

test.each(['12 jalan ss2/24', '12,JALAN SS2 / 24.', '12,\nJalan SS 2/24', '１２, Jalan SS2/24', '12, Jálan SS2/24'])(
  '%j is the same address',
  (street_address) => expect(addressKey({ zip: '47300', street_address })).toBe(HOME),
);

test.each([
  ['47300', '14, Jalan SS2/24'],
  ['47301', '12, Jalan SS2/24'],
])('%s %s is another address', (zip, street_address) => expect(addressKey({ zip, street_address })).not.toBe(HOME));
