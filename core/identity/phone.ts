/** Malaysian phone numbers (docs/partners.md#7). */

/**
 * docs/spec.md §5: "spaces and dashes removed; a +60 prefix becomes 60; a 01 prefix becomes 601; empty gives null".
 * Other characters stay; it is idempotent.
 */
export function normalizePhone(text: string): string | null {
  const digits = text.replace(/[\s\-‐‑‒–—]/g, '');
  if (digits === '') return null;
  if (digits.startsWith('+60')) return digits.slice(1);
  return digits.startsWith('01') ? `6${digits}` : digits;
}

/** Normalizes a number and adds its country code. */
function addCountryCode(text: string): string {
  const number = normalizePhone(text) ?? '';
  if (number.startsWith('0060')) return number.slice(2);
  return /^0[3-9]/.test(number) ? `6${number}` : number;
}

const MOBILE_PATTERN = /^601\d{8,9}$/;
const LANDLINE_PATTERN = /^60(3\d{8}|[4-9]\d{7})$/;

/** Returns whether the number is a mobile, which can receive codes. */
export function isMobile(text: string): boolean {
  return MOBILE_PATTERN.test(addCountryCode(text));
}

/** Returns whether a driver can call the number: a mobile or a landline. */
export function isContactNumber(text: string): boolean {
  return isMobile(text) || LANDLINE_PATTERN.test(addCountryCode(text));
}

/**
 * Converts a number to E.164, `+60123456789`: the spec's normalization leaves a landline with two spellings. Null if it
 * is neither a Malaysian mobile nor a landline.
 */
export function toE164(text: string): string | null {
  return isContactNumber(text) ? `+${addCountryCode(text)}` : null;
}

/** Formats a Malaysian number: `012-345 6789`, `03-5550 0100`. Other texts stay unchanged. */
export function formatPhone(text: string): string {
  const national = toE164(text)?.slice('+60'.length);
  if (national === undefined) return text;
  // Mobiles and Sabah, Sarawak and Labuan have two digits before the dash.
  const area = /^[18]/.test(national) ? 2 : 1;
  const number = national.slice(area);
  return `0${national.slice(0, area)}-${number.slice(0, -4)} ${number.slice(-4)}`;
}
