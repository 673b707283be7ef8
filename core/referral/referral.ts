/** States of a referral, from the friend's sign-up to the referrer's reward (docs/api.md#loyalty). */

/** `void`: no reward, such as for a customer who referred themselves, or after the friend's order was refunded. */
export const REFERRAL_STATES = ['signed_up', 'ordered', 'rewarded', 'void'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];
