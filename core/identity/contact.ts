/** Parses the sign-in field, which takes an email or a phone. */
import { isEmail, normalizeEmail } from './email.ts';
import { isMobile, toE164 } from './phone.ts';

export type Contact = { kind: 'email' | 'phone'; value: string };

/**
 * Parses an email (normalized) or mobile number (as E.164), so that every spelling gives the same contact; null for
 * neither (docs/spec.md §5 'Invalid phone or email').
 */
export function parseContact(text: string): Contact | null {
  if (text.includes('@')) {
    const value = normalizeEmail(text);
    return isEmail(value) ? { kind: 'email', value } : null;
  }
  const value = isMobile(text) ? toE164(text) : null;
  return value === null ? null : { kind: 'phone', value };
}
