/** Points that an order earns (docs/readings.md#53). */
import { prorate } from '../cart/prorate.ts';
import type { Sen } from '../money.ts';

/** A line of an order after its discounts. */
export type EarningLine = { paid: Sen; earns: boolean };

/**
 * Returns the amount that earns points: goods after discounts, less the share that voucher, points and coins paid, in
 * proportion over all lines.
 */
export function computeEarningBasis(lines: readonly EarningLine[], paidByWallet: Sen): Sen {
  const goods = lines.reduce((sum, { paid }) => sum + paid, 0);
  const shares = prorate(
    Math.min(paidByWallet, goods),
    lines.map(({ paid }) => paid),
  );
  return lines.reduce((sum, { paid, earns }, index) => (earns ? sum + paid - (shares[index] ?? 0) : sum), 0);
}

/** The multiplier 1, in hundredths. */
export const NO_MULTIPLIER = 100;

/**
 * Returns the points that an amount earns, rounded down. `rate` is in hundredths of a point per ringgit, `times` a
 * multiplier in hundredths.
 */
export const computePoints = (basis: Sen, rate: number, times = NO_MULTIPLIER): number =>
  Math.floor((basis * rate * times) / 1_000_000);
