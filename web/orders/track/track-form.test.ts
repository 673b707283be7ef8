import { describe, expect, test } from 'vitest';
import { checkValues } from '../../ui/forms/form-table.ts';
import { buildTrackFields } from './track-form.ts';

const checkForm = (order_number: string, contact: string) =>
  checkValues(buildTrackFields(''), { order_number, contact });

describe('docs/spec.md §5 "Form messages"', () => {
  test('"Required: order number"', () => {
    expect(checkForm(' - ', '0123456789')).toEqual({ order_number: 'orders.number_required' });
  });

  test.each(['0123456789', '+60 12-345 6789', '03-8888 8888', 'Mei@Example.com'])('%j opens an order', (contact) => {
    expect(checkForm('ZY6JDS7W', contact).contact).toBeUndefined();
  });

  test.each(['mei@', 'mei', '12'])("%j: 'Invalid phone or email'", (contact) => {
    expect(checkForm('ZY6JDS7W', contact).contact).toEqual({ code: 'contact.invalid' });
  });

  test('requires a contact', () => expect(checkForm('ZY6JDS7W', ' ').contact).toBe('orders.contact_required'));
});
