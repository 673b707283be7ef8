/**
 * The queue of unconfirmed changes (docs/spec.md §4: "Changes are tracked as a modified-items list and sent to the
 * server as a debounced update"). Each has the sequence number of its last edit, so that a response confirms only what
 * its request sent.
 */
import { type CartLine, isSameLine } from './cart.ts';
import type { ModifiedItem } from './edit-cart.ts';

/** An unconfirmed change. */
export type PendingItem<Line extends CartLine = CartLine> = ModifiedItem<Line> & {
  /** Increases with every edit. */
  seq: number;
};

/** Merges an edit's items into the queue. A line has one entry; newer fields replace older ones. */
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

/** Removes the items that a response up to `seq` confirmed. */
export function removeConfirmed<Line extends CartLine>(
  pending: readonly PendingItem<Line>[],
  seq: number,
): PendingItem<Line>[] {
  return pending.filter((item) => item.seq > seq);
}

/**
 * docs/spec.md §7 "Update cart": "payload {items: list of {id, variation_option_id optional, quantity optional,
 * checkout optional}}".
 */
export type CartUpdate = {
  items: { id: string; variation_option_id?: string; quantity?: number; checkout?: boolean }[];
};

/** Builds the request body for all pending items. */
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
