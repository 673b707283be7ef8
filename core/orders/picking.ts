/** Picking an order's goods, and what happens to goods that are missing (docs/readings.md#94, docs/readings.md#95). */

/**
 * What the shopper wants for goods that are missing: the closest goods instead, a call before the shop decides, or the
 * money back.
 */
export const IF_MISSING = ['replace', 'call', 'refund'] as const;
export type IfMissing = (typeof IF_MISSING)[number];

/** The choice of an order without one. */
export const DEFAULT_IF_MISSING: IfMissing = 'replace';

/** How a line was decided: all units were found, fewer or none, or some were replaced by other goods. */
export const PICK_STATES = ['found', 'short', 'replaced'] as const;
export type PickState = (typeof PICK_STATES)[number];

/** Bags by the temperature of their goods. */
export const BAG_KINDS = ['ambient', 'chilled', 'frozen'] as const;
export type BagKind = (typeof BAG_KINDS)[number];
