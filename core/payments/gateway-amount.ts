/** Amounts as iPay88 writes them, and as its signatures cover them (docs/partners.md#1.4). */
import { type Sen, splitMoney } from '../money.ts';

const AMOUNT = /^(\d{1,3}(,\d{3})*|\d+)\.\d{2}$/;
/** Longer amounts would not be exact numbers. */
const MAX_LENGTH = 16;

/** Formats an amount with commas between thousands: `1,278.99`. */
export function formatGatewayAmount(sen: Sen): string {
  const { ringgit, sen: cents } = splitMoney(sen);
  return `${ringgit}.${cents}`;
}

/**
 * Parses an amount exactly; null for anything else, such as `1,00` or `100`, which have the signature of `1.00` because
 * separators are not signed.
 */
export function parseGatewayAmount(text: string): Sen | null {
  if (text.length > MAX_LENGTH || !AMOUNT.test(text)) return null;
  return Number(signedAmount(text));
}

/** Returns an amount as signatures cover it: without separators. */
export const signedAmount = (text: string): string => text.replace(/[.,]/g, '');
