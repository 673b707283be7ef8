/** Picking an order's goods, and what happens to goods that are missing (docs/readings.md#94, docs/readings.md#95). */
import { shareOfPart } from '../cart/prorate.ts';

/**
 * The shopper's choice for missing goods: the closest goods instead, a call before the shop decides, or the money back.
 */
export const IF_MISSING = ['replace', 'call', 'refund'] as const;
export type IfMissing = (typeof IF_MISSING)[number];

/** The choice of an order without one. */
export const DEFAULT_IF_MISSING: IfMissing = 'replace';

/** Decisions on a line: all units were found, fewer or none, or some were replaced by other goods. */
export const PICK_STATES = ['found', 'short', 'replaced'] as const;
export type PickState = (typeof PICK_STATES)[number];

/** Bags by the temperature of their goods. */
export const BAG_KINDS = ['ambient', 'chilled', 'frozen'] as const;
export type BagKind = (typeof BAG_KINDS)[number];

/** The ordered units of a line that were replaced, and the pieces of the replacement that came for them. */
export type ReplacedUnits = { replaced: number; pieces: number };

/**
 * Splits `quantity` units of a line that come back, after `before` that came back earlier, into units of the ordered
 * goods and pieces of the replacement. Replaced units come back first (docs/readings.md#101).
 */
export function splitReturnedUnits(
  { replaced, pieces }: ReplacedUnits,
  before: number,
  quantity: number,
): { ordered: number; pieces: number } {
  const earlier = Math.min(before, replaced);
  const now = Math.min(before + quantity, replaced) - earlier;
  return { ordered: quantity - now, pieces: now === 0 ? 0 : shareOfPart(pieces, replaced, earlier, now) };
}
