/** Fields for an email or a phone that several forms have in common. */
import { parseContact } from '@shop/core/identity/contact';
import { isEmail } from '@shop/core/identity/email';
import { isMobile } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import type { Problem } from '../i18n/form-texts.ts';
import { trim } from '../ui/forms/form-table.ts';

export function checkEmail(value: string): Problem | null {
  if (value.trim() === '') return refusal('email.required');
  return isEmail(value) ? null : refusal('email.invalid');
}

export function checkMobile(value: string): Problem | null {
  if (value.trim() === '') return refusal('phone.required');
  return isMobile(value) ? null : refusal('phone.invalid');
}

/** The email or phone of an account. */
export const loginField = (start: string) => ({
  start,
  check(value: string): Problem | null {
    if (value.trim() === '') return 'identity.login_required';
    return parseContact(value) === null ? refusal('contact.invalid') : null;
  },
  normalize: trim,
});
