import { formatRefusal } from '@shop/core/refusal-text';
import { describe, expect, test } from 'vitest';
import { checkValues, listFieldNames } from '../ui/forms/form-table.ts';
import {
  type AddressForm,
  buildAddressFields,
  EMPTY_ADDRESS_FORM,
  fillContact,
  normalizeTypedPhone,
  proposeTitle,
  toAddressForm,
  toCheckoutAddress,
  toSavedAddress,
} from './address-form.ts';

const complete: AddressForm = {
  ...EMPTY_ADDRESS_FORM,
  recipient: 'Mei Ling',
  contact_number: '12-345 6789',
  email: ' Mei@Example.com ',
  zip: '05 100',
  street_address: '12, Jalan Contoh',
  city: 'Alor Setar',
  state_id: 'MY-02',
};

const formRefusals = (form: AddressForm, needsTitle = false) => checkValues(buildAddressFields({ needsTitle }), form);

const messages = (form: AddressForm) =>
  listFieldNames(buildAddressFields()).flatMap((field) => {
    const refused = formRefusals(form)[field];
    if (refused === undefined) return [];
    return [typeof refused === 'object' && 'code' in refused ? formatRefusal(refused, 'en') : refused];
  });

describe('docs/spec.md §5 "Address completeness for checkout (checked in this order)"', () => {
  test('an empty form lists every missing field, in the words of the spec', () => {
    expect(messages(EMPTY_ADDRESS_FORM)).toEqual([
      'Please review name for your address and update to proceed.',
      'Please review email for your address and update to proceed.',
      'Please review contact details for your address and update to proceed.',
      'Please edit your street address to proceed.',
      'Please review city for your address to proceed.',
      'Please review zip code for your address to proceed.',
      'Please review state for your address and update to proceed.',
    ]);
  });

  test('a complete form has no message', () => expect(messages(complete)).toEqual([]));
});

describe('docs/spec.md §5 "Form messages"', () => {
  test.each([
    [{ email: 'mei@' }, 'Please provide valid email address'],
    [{ contact_number: '12' }, 'Invalid phone'],
    [{ contact_number: '+60 012 345 6789' }, 'Invalid phone'],
    [{ zip: '4730' }, 'Please review zip code for your address to proceed.'],
    [{ recipient: '   ' }, 'Please review name for your address and update to proceed.'],
  ])('%j: %s', (part, message) => expect(messages({ ...complete, ...part })).toEqual([message]));
});

describe('docs/spec.md §5 "Normalisation": behind the +60 of the field a number is typed in any way', () => {
  test.each([
    ['12-345 6789', '60123456789'],
    ['012-345 6789', '60123456789'],
    ['+60 12-345 6789', '60123456789'],
    ['60123456789', '60123456789'],
    ['11-2345 6789', '601123456789'],
    ['3-8888 8888', '60388888888'],
    [' - ', ''],
  ])('%j is %s', (typed, number) => expect(normalizeTypedPhone(typed)).toBe(number));

  test('fills the fields with a saved address, and builds the same address from them', () => {
    const address = toCheckoutAddress(complete, 'Kedah');
    expect(address).toEqual({
      recipient: 'Mei Ling',
      contact_number: '+60123456789',
      email: 'mei@example.com',
      zip: '05100',
      street_address: '12, Jalan Contoh',
      city: 'Alor Setar',
      state_id: 'MY-02',
      state: 'Kedah',
    });
    expect(toAddressForm(address)).toMatchObject({ contact_number: '123456789', zip: '05100' });
    expect(toCheckoutAddress(toAddressForm(address), 'Kedah')).toEqual(address);
    expect(toSavedAddress(complete, 'Kedah')).toMatchObject({ ...address, title: null, country: null });
  });
});

test('only the address book requires a title', () => {
  expect(formRefusals({ ...complete, title: ' ' })).toEqual({});
  expect(formRefusals({ ...complete, title: ' ' }, true)).toMatchObject({ title: { code: 'address.title' } });
  expect(formRefusals({ ...complete, title: 'Home' }, true)).toEqual({});
});

test.each([
  ['Home', [], 'Home'],
  ['Home', ['Office', null], 'Home'],
  ['Home', ['home '], 'Home 2'],
  ['家', ['家', '家 2', 'Home'], '家 3'],
])('proposes a title from %j beside %j: %j', (home, taken, title) => {
  expect(proposeTitle(home, taken)).toBe(title);
});

test('the details of the user of Touch ’n Go fill empty contact fields, never typed ones', () => {
  const user = { name: 'Tan Mei Ling', phone: '+60123456789', email: 'mei@example.com' };
  expect(fillContact(EMPTY_ADDRESS_FORM, user)).toEqual({
    ...EMPTY_ADDRESS_FORM,
    recipient: 'Tan Mei Ling',
    contact_number: '123456789',
    email: 'mei@example.com',
  });
  expect(fillContact(complete, user)).toEqual(complete);
  expect(fillContact(EMPTY_ADDRESS_FORM, { name: null, phone: null, email: null })).toEqual(EMPTY_ADDRESS_FORM);
});
