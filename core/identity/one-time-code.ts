/** The one-time code that proves a contact. */

/** Digits of a code. */
export const CODE_LENGTH = 6;

/** docs/spec.md §9: "Verification code expires in 5 minutes". Meta's template of the WhatsApp message says it too. */
export const CODE_LIFE_MINUTES = 5;
