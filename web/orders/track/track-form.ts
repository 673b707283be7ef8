/** The fields of the tracking form (docs/spec.md §5 "Form messages"). */
import { isEmail } from '@shop/core/identity/email';
import { isContactNumber } from '@shop/core/identity/phone';
import { normalizeOrderNumber } from '@shop/core/orders/order-number';
import { refusal } from '@shop/core/refusal';
import { trim } from '../../ui/forms/form-table.ts';

export const buildTrackFields = (order_number: string) => ({
  order_number: {
    start: order_number,
    check: (value: string) => (normalizeOrderNumber(value) === '' ? 'orders.number_required' : null),
    normalize: normalizeOrderNumber,
  },
  contact: {
    start: '',
    check(value: string) {
      const contact = value.trim();
      if (contact === '') return 'orders.contact_required';
      const isContact = contact.includes('@') ? isEmail(contact) : isContactNumber(contact);
      return isContact ? null : refusal('contact.invalid');
    },
    normalize: trim,
  },
});
