/** Normalizes a typed referral code: without spaces and dashes, in upper case (docs/readings.md#46). */
export const normalizeReferralCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
