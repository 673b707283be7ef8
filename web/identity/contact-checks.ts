/** Checks of an email and of a mobile number, for fields of forms. */
import { isEmail } from '@shop/core/identity/email';
import { isMobile } from '@shop/core/identity/phone';
import { refusal } from '@shop/core/refusal';
import type { Problem } from '../i18n/form-problems.ts';

export function checkEmail(value: string): Problem | null {
  if (value.trim() === '') return refusal('email.required');
  return isEmail(value) ? null : refusal('email.invalid');
}

export function checkMobile(value: string): Problem | null {
  if (value.trim() === '') return refusal('phone.required');
  return isMobile(value) ? null : refusal('phone.invalid');
}
