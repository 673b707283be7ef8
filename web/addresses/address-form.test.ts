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

const completeForm: AddressForm = {
  ...EMPTY_ADDRESS_FORM,
  recipient: 'Mei Ling',
  contact_number: '12-345 6789',
  email: ' Mei@Example.com ',
  zip: '05 100',
  street_address: '12, Jalan Contoh',
  city: 'Alor Setar',
  state_id: 'MY-02',
};

const checkForm = (form: AddressForm, needsTitle = false) => checkValues(buildAddressFields({ needsTitle }), form);

const listMessages = (form: AddressForm) =>
  listFieldNames(buildAddressFields()).flatMap((field) => {
    const problem = checkForm(form)[field];
    if (problem === undefined) return [];
    return [typeof problem === 'object' && 'code' in problem ? formatRefusal(problem, 'en') : problem];
  });

describe('docs/spec.md §5 "Address completeness for checkout (checked in this order)"', () => {
  test('an empty form lists every missing field, in the words of the spec', () => {
    expect(listMessages(EMPTY_ADDRESS_FORM)).toEqual([
      'Please review name for your address and update to proceed.',
      'Please review email for your address and update to proceed.',
      'Please review contact details for your address and update to proceed.',
      'Please edit your street address to proceed.',
      'Please review city for your address to proceed.',
      'Please review zip code for your address to proceed.',
      'Please review state for your address and update to proceed.',
    ]);
  });

  test('a complete form has no message', () => expect(listMessages(completeForm)).toEqual([]));
});

describe('docs/spec.md §5 "Form messages"', () => {
  test.each([
    [{ email: 'mei@' }, 'Please provide valid email address'],
    [{ contact_number: '12' }, 'Invalid phone'],
    [{ contact_number: '+60 012 345 6789' }, 'Invalid phone'],
    [{ zip: '4730' }, 'Please review zip code for your address to proceed.'],
    [{ recipient: '   ' }, 'Please review name for your address and update to proceed.'],
  ])('%j: %s', (part, message) => expect(listMessages({ ...completeForm, ...part })).toEqual([message]));
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
  ])('%j is %s', (text, number) => expect(normalizeTypedPhone(text)).toBe(number));

  test('fills the fields with a saved address, and builds the same address from them', () => {
    const address = toCheckoutAddress(completeForm, 'Kedah');
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
    expect(toSavedAddress(completeForm, 'Kedah')).toMatchObject({ ...address, title: null, country: null });
  });
});

test('only the address book requires a title', () => {
  expect(checkForm({ ...completeForm, title: ' ' })).toEqual({});
  expect(checkForm({ ...completeForm, title: ' ' }, true)).toMatchObject({ title: { code: 'address.title' } });
  expect(checkForm({ ...completeForm, title: 'Home' }, true)).toEqual({});
});

test.each([
  ['Home', [], 'Home'],
  ['Home', ['Office', null], 'Home'],
  ['Home', ['home '], 'Home 2'],
  ['家', ['家', '家 2', 'Home'], '家 3'],
])('proposes a title from %j beside %j: %j', (home, titles, title) => {
  expect(proposeTitle(home, titles)).toBe(title);
});

test('the details of the user of Touch ’n Go fill empty contact fields, never typed ones', () => {
  const user = { name: 'Tan Mei Ling', phone: '+60123456789', email: 'mei@example.com' };
  expect(fillContact(EMPTY_ADDRESS_FORM, user)).toEqual({
    ...EMPTY_ADDRESS_FORM,
    recipient: 'Tan Mei Ling',
    contact_number: '123456789',
    email: 'mei@example.com',
  });
  expect(fillContact(completeForm, user)).toEqual(completeForm);
  expect(fillContact(EMPTY_ADDRESS_FORM, { name: null, phone: null, email: null })).toEqual(EMPTY_ADDRESS_FORM);
});
