/** Email addresses. */

/** docs/spec.md §5: "spaces removed and lower-cased". */
export function normalizeEmail(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}

/** One @, a local part without spaces or quotes, a domain of two labels or more. What really exists only a mail tells. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The longest address and local part that mail carries (RFC 5321). */
const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

/** Whether a text, once normalised, can be an email address; else 'Please provide valid email address'. */
export function isEmail(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= MAX_LENGTH && email.indexOf('@') <= MAX_LOCAL && EMAIL.test(email);
}
