import { checkPassword } from '@shop/core/identity/password';
import type { Problem } from '../i18n/form-problems.ts';
import type { PlainKey } from '../i18n/MessagesProvider.tsx';

/** Returns the form field for a new password; `missing` is the message for an empty one. */
export const buildNewPasswordField = (missing: PlainKey) => ({
  start: '',
  check: (value: string): Problem | null => (value === '' ? missing : checkPassword(value)),
});
