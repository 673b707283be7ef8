import { describe, expect, test } from 'vitest';
import { buildRequest, checkValues, type FormValues, readStartValues } from '../../ui/forms/form-table.ts';
import { CONTACT_FIELDS } from './contact-form.ts';

type ContactForm = FormValues<typeof CONTACT_FIELDS>;

const checkForm = (form: ContactForm) => checkValues(CONTACT_FIELDS, form);
const buildMessage = (form: ContactForm) => buildRequest(CONTACT_FIELDS, form);

const validForm = {
  ...readStartValues(CONTACT_FIELDS),
  name: 'Mei Ling',
  email: 'mei@example.com',
  subject: 'Kaya',
  message: 'Is it back?',
};

describe('docs/spec.md §5 "Form messages"', () => {
  test('accepts a form with name, email, subject and message', () => {
    expect(checkForm(validForm)).toEqual({});
  });

  test.each([
    ['name', { code: 'name.required' }],
    ['subject', 'information.subject_required'],
    ['message', 'information.message_required'],
    ['email', { code: 'email.required' }],
  ] as const)('requires %s and counts spaces as empty', (field, problem) => {
    expect(checkForm({ ...validForm, [field]: '  ' })).toEqual({ [field]: problem });
  });

  test("'Please provide valid email address'", () => {
    expect(checkForm({ ...validForm, email: 'mei@' })).toEqual({ email: { code: 'email.invalid' } });
    expect(checkForm({ ...validForm, email: ' Mei @Example.com ' })).toEqual({});
  });

  test('refuses an invalid phone and accepts none', () => {
    expect(checkForm({ ...validForm, contact_number: '12' })).toEqual({ contact_number: { code: 'phone.invalid' } });
    expect(checkForm({ ...validForm, contact_number: '(03) 8888-8888' })).toEqual({});
  });
});

test('docs/spec.md §5 "Normalisation": sends email, phone and order number normalized, and omits empty fields', () => {
  expect(buildMessage({ ...validForm, email: ' MEI@example.com', contact_number: '+60 12-345 6789' })).toEqual({
    name: 'Mei Ling',
    email: 'mei@example.com',
    contact_number: '60123456789',
    subject: 'Kaya',
    message: 'Is it back?',
  });
  expect(buildMessage({ ...validForm, order_number: 'abcd 1234' }).order_number).toBe('ABCD1234');
});
