/** Formats amounts of points and coins. */

/** `1,240`. */
export const countText = (amount: number): string => amount.toLocaleString('en');

/** `+1,240` or `−300`. */
export const signedText = (amount: number): string => `${amount < 0 ? '−' : '+'}${countText(Math.abs(amount))}`;
