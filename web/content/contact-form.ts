/** The contact form as a value: what is wrong with what is typed (docs/spec.md §5 "Form messages"), and what is sent. */
import type { RequestOf } from '@shop/contract/client';
import { isEmail, normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { type Refusal, refusal } from '@shop/core/refusal';

export type ContactForm = {
  name: string;
  email: string;
  contact_number: string;
  order_number: string;
  subject: string;
  message: string;
};

export type ContactField = keyof ContactForm;

/** In the order of the form. */
export const CONTACT_FIELDS = ['name', 'email', 'contact_number', 'order_number', 'subject', 'message'] as const;

export const EMPTY_CONTACT: ContactForm = {
  name: '',
  email: '',
  contact_number: '',
  order_number: '',
  subject: '',
  message: '',
};

/** What is wrong at a field: a refusal of core's, or that it is empty and must not be. */
export type ContactProblem = Refusal | 'required';

const phoneOf = (typed: string): string | null => normalizePhone(typed.replace(/[().]/g, ''));

/** What is wrong, by field. */
export function contactProblems(form: ContactForm): Partial<Record<ContactField, ContactProblem>> {
  const wrong: Partial<Record<ContactField, ContactProblem>> = {};
  for (const field of ['name', 'subject', 'message'] as const) if (form[field].trim() === '') wrong[field] = 'required';
  if (form.email.trim() === '') wrong.email = refusal('email.required');
  else if (!isEmail(form.email)) wrong.email = refusal('email.invalid');
  const phone = phoneOf(form.contact_number);
  if (phone !== null && !isContactNumber(phone)) wrong.contact_number = refusal('phone.invalid');
  return wrong;
}

/** What is sent: normalised (docs/spec.md §5 "Normalisation"), without what was left empty. */
export function contactMessage(form: ContactForm): NonNullable<RequestOf<'content.contactUs'>['body']> {
  const phone = phoneOf(form.contact_number);
  const order = form.order_number.replace(/[\s-]/g, '').toUpperCase();
  return {
    name: form.name.trim(),
    email: normalizeEmail(form.email),
    subject: form.subject.trim(),
    message: form.message.trim(),
    ...(phone !== null && { contact_number: phone }),
    ...(order !== '' && { order_number: order }),
  };
}
