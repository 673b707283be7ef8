/** The fields of the contact form: validation (docs/spec.md §5 "Form messages") and request (§5 "Normalisation"). */
import { normalizeEmail } from '@shop/core/identity/email';
import { isContactNumber, normalizePhone } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import { checkEmail } from '../../identity/contact-checks.ts';
import { required, trim } from '../../ui/forms/form-table.ts';

const normalizeTypedPhone = (typed: string): string | null => normalizePhone(typed.replace(/[().]/g, ''));

export const CONTACT_FIELDS = {
  name: { start: '', check: required(refusal('name.required')), normalize: trim },
  email: { start: '', check: checkEmail, normalize: normalizeEmail },
  contact_number: {
    start: '',
    check(value: string) {
      const phone = normalizeTypedPhone(value);
      return phone === null || isContactNumber(phone) ? null : refusal('phone.invalid');
    },
    normalize: (value: string) => normalizeTypedPhone(value) ?? undefined,
  },
  order_number: { start: '', normalize: (value: string) => value.replace(/[\s-]/g, '').toUpperCase() || undefined },
  subject: { start: '', check: required('information.subject_required'), normalize: trim },
  message: { start: '', check: required('information.message_required'), normalize: trim },
};
