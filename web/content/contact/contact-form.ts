/** Contact form: validation (docs/spec.md §5 "Form messages") and request body. */
import type { RequestOf } from '@shop/contract/api/client';
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

/** The fields in form order. */
export const CONTACT_FIELDS = ['name', 'email', 'contact_number', 'order_number', 'subject', 'message'] as const;

export const EMPTY_CONTACT: ContactForm = {
  name: '',
  email: '',
  contact_number: '',
  order_number: '',
  subject: '',
  message: '',
};

/** Error of a field: a refusal from core, or a missing required value. */
export type ContactProblem = Refusal | 'required';

const phoneOf = (typed: string): string | null => normalizePhone(typed.replace(/[().]/g, ''));

/** Returns the errors by field. */
export function contactProblems(form: ContactForm): Partial<Record<ContactField, ContactProblem>> {
  const wrong: Partial<Record<ContactField, ContactProblem>> = {};
  if (form.name.trim() === '') wrong.name = refusal('name.required');
  for (const field of ['subject', 'message'] as const) if (form[field].trim() === '') wrong[field] = 'required';
  if (form.email.trim() === '') wrong.email = refusal('email.required');
  else if (!isEmail(form.email)) wrong.email = refusal('email.invalid');
  const phone = phoneOf(form.contact_number);
  if (phone !== null && !isContactNumber(phone)) wrong.contact_number = refusal('phone.invalid');
  return wrong;
}

/** Builds the request: normalized (docs/spec.md §5 "Normalisation"), without empty fields. `photos`: their ids. */
export function contactMessage(
  form: ContactForm,
  photos: readonly string[] = [],
): NonNullable<RequestOf<'content.contactUs'>['body']> {
  const phone = phoneOf(form.contact_number);
  const order = form.order_number.replace(/[\s-]/g, '').toUpperCase();
  return {
    name: form.name.trim(),
    email: normalizeEmail(form.email),
    subject: form.subject.trim(),
    message: form.message.trim(),
    ...(phone !== null && { contact_number: phone }),
    ...(order !== '' && { order_number: order }),
    ...(photos.length > 0 && { photos: [...photos] }),
  };
}
