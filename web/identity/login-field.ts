import { parseContact } from '@shop/core/identity/contact';
import { refusal } from '@shop/core/refusal';
import type { Problem } from '../i18n/form-problems.ts';
import { trim } from '../ui/forms/form-table.ts';

/** Returns the form field for the email or phone of an account. */
export const buildLoginField = (start: string) => ({
  start,
  check(value: string): Problem | null {
    if (value.trim() === '') return 'identity.login_required';
    return parseContact(value) === null ? refusal('contact.invalid') : null;
  },
  normalize: trim,
});
