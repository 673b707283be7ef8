import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRefusal } from '../refusal-text.ts';
import { type AddressParts, checkAddress, formatAddress, listAddressRefusals } from './completeness.ts';

const HOME = {
  recipient: 'Mei Ling',
  email: 'mei@example.com',
  contact_number: '012-345 6789',
  street_address: '12, Jalan SS2/24',
  city: 'Petaling Jaya',
  zip: '47300',
  state: 'Selangor',
  state_id: 'MY-10',
};

/** docs/spec.md §5 "Address completeness for checkout (checked in this order)". */
const IN_ORDER = [
  ['recipient', 'Please review name for your address and update to proceed.'],
  ['email', 'Please review email for your address and update to proceed.'],
  ['contact_number', 'Please review contact details for your address and update to proceed.'],
  ['street_address', 'Please edit your street address to proceed.'],
  ['city', 'Please review city for your address to proceed.'],
  ['zip', 'Please review zip code for your address to proceed.'],
  ['state_id', 'Please review state for your address and update to proceed.'],
] as const;

test('a complete address passes', () => {
  expect(checkAddress(HOME)).toBeNull();
  expect(listAddressRefusals(HOME)).toEqual([]);
});

test.each([null, undefined])(
  '1. "No address: \'Invalid address, please edit address details to proceed.\'" (%s)',
  (address) => {
    const refusal = checkAddress(address);
    expect(refusal && formatRefusal(refusal, 'en')).toBe('Invalid address, please edit address details to proceed.');
  },
);

test.each(IN_ORDER)('without %s: %s', (field, message) => {
  for (const blank of [null, undefined, '', '   ']) {
    const refusal = checkAddress({ ...HOME, [field]: blank });
    expect(refusal && formatRefusal(refusal, 'en')).toBe(message);
    expect(refusal?.field).toBe(field);
  }
});

test('lists every missing field of an empty address, in the order of the spec', () => {
  expect(listAddressRefusals({}).map((refusal) => formatRefusal(refusal, 'en'))).toEqual(
    IN_ORDER.map(([, text]) => text),
  );
});

test('returns the message of the first missing field, in the order of the spec', () => {
  fc.assert(
    fc.property(fc.subarray(IN_ORDER.map(([field]) => field)), (missingFields) => {
      const address: AddressParts = { ...HOME, ...Object.fromEntries(missingFields.map((field) => [field, null])) };
      expect(listAddressRefusals(address).map((refusal) => refusal.field)).toEqual(missingFields);
      expect(checkAddress(address)?.field).toBe(missingFields[0]);
    }),
  );
});

test.each<[AddressParts, string]>([
  [HOME, '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor'],
  [{ ...HOME, country: 'Malaysia' }, '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor'],
  [{ ...HOME, country: 'Singapore' }, '12, Jalan SS2/24, 47300 Petaling Jaya, Selangor, Singapore'],
  [{ ...HOME, street_address: '12,\nJalan SS2/24,', zip: null }, '12, Jalan SS2/24, Petaling Jaya, Selangor'],
  [{ ...HOME, zip: '10200', city: 'Pulau Pinang', state: 'Pulau Pinang' }, '12, Jalan SS2/24, 10200 Pulau Pinang'],
  [{ ...HOME, zip: '50450', city: 'Kuala Lumpur', state: 'W.P. Kuala Lumpur' }, '12, Jalan SS2/24, 50450 Kuala Lumpur'],
  [{}, ''],
])('docs/spec.md §3: formatted_address', (address, text) => {
  expect(formatAddress(address)).toBe(text);
});
