/** docs/spec.md §5: "spaces removed and lower-cased". */
export function normalizeEmail(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}

/**
 * One @, a local part without spaces or quotes, a domain of two labels or more. Only a sent code proves that it
 * exists.
 */
const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Maximum lengths of an address and its local part (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** Validates an email address after normalizing it (docs/spec.md §5 'Please provide valid email address'). */
export function isEmail(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= MAX_EMAIL_LENGTH && email.indexOf('@') <= MAX_LOCAL_PART_LENGTH && EMAIL_PATTERN.test(email);
}
