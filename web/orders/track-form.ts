/** The tracking form as a value: what is wrong with what is typed (docs/spec.md §5 "Form messages"). */
import { isEmail } from '@shop/core/identity/email';
import { isContactNumber } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';

export type TrackForm = { order_number: string; contact: string };

/** Order numbers are shown in groups and typed in any way; the server reads them all. */
export const readOrderNumber = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** What is wrong, by field; 'order_number' carries no refusal of core's, the form says that it is required. */
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
