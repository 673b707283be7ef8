/**
 * References of payment attempts. Signatures have no separators, so digits could be moved between a reference and the
 * amount after it; a fixed length with a letter at both ends makes that impossible (docs/partners.md#1.4).
 */

const REFERENCE_PATTERN = /^K[0-9A-HJKMNP-TV-Z]{16}X$/;

/** Makes a reference from two random codes of eight characters. */
export const makePaymentReference = (first: string, second: string): string => `K${first}${second}X`;

export const isPaymentReference = (text: string): boolean => REFERENCE_PATTERN.test(text);
