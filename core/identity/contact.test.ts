import { expect, test } from 'vitest';
import { parseContact } from './contact.ts';

test.each([
  ['012-345 6789', { kind: 'phone', value: '+60123456789' }],
  ['+60 12-345 6789', { kind: 'phone', value: '+60123456789' }],
  ['60123456789', { kind: 'phone', value: '+60123456789' }],
  ['0060123456789', { kind: 'phone', value: '+60123456789' }],
  [' Mei.Ling @Example.com ', { kind: 'email', value: 'mei.ling@example.com' }],
  ['03-8888 8888', null],
  ['aminah', null],
  ['a@', null],
  ['', null],
])('normalizes every spelling of a contact: %s', (text, contact) => {
  expect(parseContact(text)).toEqual(contact);
});
