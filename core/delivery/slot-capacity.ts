/** Computes the uses of a delivery slot, and whether a cart still fits. */

/** A use of a slot: orders, their items, and how many of these items are bulky. */
export type SlotUse = { orders: number; items: number; bulky: number };

/** A slot's limits; null means no limit. */
export type SlotCapacity = { orders: number; items: number | null; bulky: number | null };

/** Counts the capacity of a slot that an order of these lines needs; only lines selected for checkout count. */
export function countSlotUse(lines: readonly { quantity: number; bulky: boolean; checkout: boolean }[]): SlotUse {
  const use = { orders: 1, items: 0, bulky: 0 };
  for (const { quantity, bulky, checkout } of lines) {
    if (!checkout) continue;
    use.items += quantity;
    if (bulky) use.bulky += quantity;
  }
  return use;
}

export const addUse = (a: SlotUse, b: SlotUse): SlotUse => ({
  orders: a.orders + b.orders,
  items: a.items + b.items,
  bulky: a.bulky + b.bulky,
});

export const subtractUse = (a: SlotUse, b: SlotUse): SlotUse => ({
  orders: a.orders - b.orders,
  items: a.items - b.items,
  bulky: a.bulky - b.bulky,
});

/** Returns whether a slot with these uses has room for an order. */
export function hasRoom(capacity: SlotCapacity, used: SlotUse, order: SlotUse): boolean {
  const { orders, items, bulky } = addUse(used, order);
  return (
    orders <= capacity.orders &&
    fitsLimit(items, order.items, capacity.items) &&
    fitsLimit(bulky, order.bulky, capacity.bulky)
  );
}

/**
 * Returns whether a kind of items fits. An order with no such items (`own`) fits even if `total` is above the limit,
 * such as after the limit was lowered.
 */
const fitsLimit = (total: number, own: number, limit: number | null): boolean =>
  limit === null || own === 0 || total <= limit;
