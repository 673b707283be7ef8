/** Selects the payment method that the checkout shows as chosen. */

type PaymentChoices = {
  /** Codes of the available payment methods, in display order. */
  offered: readonly string[];
  /** Chosen in this checkout. */
  chosen: string | null;
  /** The method stored in the server’s cart, or in the order. */
  stored: string | null;
  /** The preferred method from My Account. */
  preferred: string | null;
};

/**
 * Returns the method chosen in this checkout, else the only available one, else the stored one, else the
 * preferred one, else null. Ignores methods that are no longer available.
 */
export function pickPayment({ offered, chosen, stored, preferred }: PaymentChoices): string | null {
  const only = offered.length === 1 ? (offered[0] ?? null) : null;
  return [chosen, only, stored, preferred].find((code) => code !== null && offered.includes(code)) ?? null;
}
