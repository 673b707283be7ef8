/** Telephone numbers of Malaysia (docs/partners.md#7). */

/**
 * docs/spec.md §5: "spaces and dashes removed; a +60 prefix becomes 60; a 01 prefix becomes 601; empty gives null". Whatever else
 * was typed stays as it is; applied twice it gives the same.
 */
export function normalizePhone(text: string): string | null {
  const digits = text.replace(/[\s\-‐‑‒–—]/g, '');
  if (digits === '') return null;
  if (digits.startsWith('+60')) return digits.slice(1);
  return digits.startsWith('01') ? `6${digits}` : digits;
}

/** The normalised number with its country code, whichever of the usual ways it was written in. */
function addCountryCode(text: string): string {
  const number = normalizePhone(text) ?? '';
  if (number.startsWith('0060')) return number.slice(2);
  return /^0[3-9]/.test(number) ? `6${number}` : number;
}

const MOBILE = /^601\d{8,9}$/;
const LANDLINE = /^60(3\d{8}|[4-9]\d{7})$/;

/** Whether codes can be sent to it. */
export function isMobile(text: string): boolean {
  return MOBILE.test(addCountryCode(text));
}

/** Whether a driver can ring it: a mobile or a landline. */
export function isContactNumber(text: string): boolean {
  return isMobile(text) || LANDLINE.test(addCountryCode(text));
}

/**
 * The one spelling of a number, `+60123456789` (E.164): the spec's rule leaves a landline with two. Null for what is no
 * personal number of Malaysia.
 */
export function toE164(text: string): string | null {
  return isContactNumber(text) ? `+${addCountryCode(text)}` : null;
}

/** A Malaysian number as people write it, such as `012-345 6789` or `03-5550 0100`; any other text stays as it is. */
export function formatPhone(text: string): string {
  const national = toE164(text)?.slice('+60'.length);
  if (national === undefined) return text;
  // Mobiles and Sabah, Sarawak and Labuan have two digits before the dash.
  const area = /^[18]/.test(national) ? 2 : 1;
  const number = national.slice(area);
  return `0${national.slice(0, area)}-${number.slice(0, -4)} ${number.slice(-4)}`;
}
