type PaymentMethodChoices = {
  /** Codes of the available payment methods, in display order. */
  available: readonly string[];
  /** The method chosen in this checkout. */
  current: string | null;
  /** The method stored in the server’s cart, or in the order. */
  saved: string | null;
  /** The preferred method from My Account. */
  preference: string | null;
};

/**
 * Returns the method chosen in this checkout, else the only available one, else the saved one, else the preferred one,
 * else null. Ignores methods that are no longer available.
 */
export function choosePaymentMethod({ available, current, saved, preference }: PaymentMethodChoices): string | null {
  const only = available.length === 1 ? (available[0] ?? null) : null;
  return [current, only, saved, preference].find((code) => code !== null && available.includes(code)) ?? null;
}
