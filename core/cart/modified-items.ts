/**
 * The list of changes that the server has not confirmed yet (docs/spec.md §4: "Changes are tracked as a modified-items list and
 * sent to the server as a debounced update"). Each entry carries the number of the change that last touched it, so that
 * an answer clears only what it was sent.
 */
import { type CartLine, isSameLine } from './cart.ts';
import type { ModifiedItem } from './edit-cart.ts';

/** A change that waits for the server. */
export type PendingItem<Line extends CartLine = CartLine> = ModifiedItem<Line> & {
  /** Rises with every change. */
  seq: number;
};

/** Adds what one change modified. A line has one entry: what is newer replaces what is older, field by field. */
export function recordModified<Line extends CartLine>(
  pending: readonly PendingItem<Line>[],
  modified: readonly ModifiedItem<Line>[],
  seq: number,
): PendingItem<Line>[] {
  const list = [...pending];
  for (const item of modified) {
    const at = list.findIndex((each) => isSameLine(each, item));
    const older = list[at];
    if (older === undefined) list.push({ ...item, seq });
    else list[at] = { ...older, ...item, seq };
  }
  return list;
}

/** What is left once the server has answered for every change up to `seq`. */
export function removeConfirmed<Line extends CartLine>(
  pending: readonly PendingItem<Line>[],
  seq: number,
): PendingItem<Line>[] {
  return pending.filter((item) => item.seq > seq);
}

/** docs/spec.md §7 "Update cart": "payload {items: list of {id, variation_option_id optional, quantity optional, checkout optional}}". */
export type CartUpdate = {
  items: { id: string; variation_option_id?: string; quantity?: number; checkout?: boolean }[];
};

/** The body that tells the server every pending change. */
export function toCartUpdate(pending: readonly ModifiedItem[]): CartUpdate {
  return {
    items: pending.map(({ id, variation_option_id, quantity, checkout }) => ({
      id,
      ...(variation_option_id == null ? {} : { variation_option_id }),
      ...(quantity === undefined ? {} : { quantity }),
      ...(checkout === undefined ? {} : { checkout }),
    })),
  };
}
