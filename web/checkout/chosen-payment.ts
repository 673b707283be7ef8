/** Which way to pay the checkout shows as chosen. */

type Choices = {
  /** Codes of the ways that are offered, in their order. */
  offered: readonly string[];
  /** Chosen in this checkout. */
  chosen: string | null;
  /** What the server's cart knows of an earlier one. */
  known: string | null;
  /** What the customer set on the page of My Account. */
  preferred: string | null;
};

/**
 * The shopper's own choice, else the only way there is, else what was chosen for this cart before, else the preferred one;
 * null where the shopper has to choose. What is offered no longer is no choice.
 */
export function chosenPayment({ offered, chosen, known, preferred }: Choices): string | null {
  const only = offered.length === 1 ? (offered[0] ?? null) : null;
  return [chosen, only, known, preferred].find((code) => code !== null && offered.includes(code)) ?? null;
}
