/** Splits amounts over lines to the sen. */
import type { Sen } from '../money.ts';

/**
 * Splits an amount by weights into whole sen. Shares are rounded down; the remaining sen go to the largest remainders,
 * the first of equals. If the amount does not exceed the sum of weights, no share exceeds its weight, so that a
 * discount never exceeds its line. Zero weights give equal shares.
 */
export function prorate(amount: Sen, weights: readonly number[]): Sen[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0)
    return weights.length === 0
      ? []
      : prorate(
          amount,
          weights.map(() => 1),
        );
  // BigInt: amount × weight exceeds the safe integers of a double.
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, share: Number(product / BigInt(sum)), remainder: product % BigInt(sum) };
  });
  let remainingSen = amount - shares.reduce((total, { share }) => total + share, 0);
  const byRemainder = shares.toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1));
  for (const each of byRemainder) {
    if (remainingSen === 0) break;
    each.share += 1;
    remainingSen -= 1;
  }
  return shares.map(({ share }) => share);
}

/**
 * Returns the share of `whole` that belongs to a part of `total`, after earlier parts that sum to `before`. Rounded
 * down, while the part that completes the total gets the remainder.
 */
export function shareOfPart(whole: number, total: number, before: number, part: number): number {
  const shareUntil = (sum: number) => (sum >= total ? whole : Math.floor((whole * sum) / total));
  return shareUntil(before + part) - shareUntil(before);
}
