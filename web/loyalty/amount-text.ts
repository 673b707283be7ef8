/** Formats amounts of points and coins. */

/** Formats an amount: `1,240`. */
export const formatCount = (amount: number): string => amount.toLocaleString('en');

/** Formats an amount with its sign: `+1,240` or `−300`. */
export const formatSigned = (amount: number): string => `${amount < 0 ? '−' : '+'}${formatCount(Math.abs(amount))}`;
