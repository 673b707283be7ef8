import type { Sen } from '../money.ts';

/**
 * docs/spec.md §5: "A discount shows as a percentage when the base amount exceeds the amount." Rounded down, so that
 * it never promises too much; null below one percent.
 */
export function discountPercent(base: Sen, amount: Sen): number | null {
  if (base <= amount) return null;
  return Math.floor(((base - amount) * 100) / base) || null;
}
