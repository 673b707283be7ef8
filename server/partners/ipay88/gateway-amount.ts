/** Amounts as iPay88 writes them, and as its signatures cover them (docs/partners.md#1.4). */
import { groupedTextToSen, type Sen, splitMoney } from '@shop/core/money';

/** Formats an amount with commas between thousands: `1,278.99`. */
export function formatGatewayAmount(sen: Sen): string {
  const { ringgit, sen: cents } = splitMoney(sen);
  return `${ringgit}.${cents}`;
}

/**
 * Parses an amount exactly; null for anything else, such as `1,00` or `100`, which have the signature of `1.00` because
 * separators are not signed.
 */
export const parseGatewayAmount = (text: string): Sen | null => groupedTextToSen(text);

/** Returns an amount as signatures cover it: without separators. */
export const toSignedAmount = (text: string): string => text.replace(/[.,]/g, '');
