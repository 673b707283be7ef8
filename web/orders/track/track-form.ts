/** Validates the tracking form (docs/spec.md §5 "Form messages"). */
import { isEmail } from '@shop/core/identity/email';
import { isContactNumber } from '@shop/core/identity/phone';
import { readOrderNumber } from '@shop/core/orders/order-number';
import { type Refusal, refusal } from '@shop/core/refusal';

export type TrackForm = { order_number: string; contact: string };

/** Errors by field. 'order_number' has no refusal from core; the form shows its own "required" message. */
export function trackProblems(form: TrackForm): {
  order_number: 'required' | null;
  contact: Refusal | 'required' | null;
} {
  const contact = form.contact.trim();
  const isContact = contact.includes('@') ? isEmail(contact) : isContactNumber(contact);
  return {
    order_number: readOrderNumber(form.order_number) === '' ? 'required' : null,
    contact: contact === '' ? 'required' : isContact ? null : refusal('contact.invalid'),
  };
}
