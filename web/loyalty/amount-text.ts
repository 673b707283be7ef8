/** Formats amounts of points and coins. */

/** `1,240`. */
export const formatCount = (amount: number): string => amount.toLocaleString('en');

/** `+1,240` or `−300`. */
export const formatSigned = (amount: number): string => `${amount < 0 ? '−' : '+'}${formatCount(Math.abs(amount))}`;
