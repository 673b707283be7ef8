/** The rows of a printed pick list. */
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { comparePlaces, placeOf } from '../orders/order-text.ts';
import { formatGoodsName } from '../stock/goods-text.ts';

export type PickRow = {
  name: string;
  place: string;
  codes: string;
  quantity: number;
  orders: { number: string; quantity: number }[];
};

type PickListOrder = Pick<StaffOrderRecord, 'order_number'> & {
  items: readonly Pick<
    StaffOrderRecord['items'][number],
    | 'id'
    | 'variation_option_id'
    | 'name'
    | 'variant'
    | 'quantity'
    | 'picked'
    | 'quantity_delivered'
    | 'shelf'
    | 'category_path'
    | 'sku'
    | 'barcode'
  >[];
};

/**
 * Sums the items of orders by product, in the order of their shelves and categories. Leaves out units that were refunded
 * before their item is picked.
 */
export function listPickRows(orders: readonly PickListOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>();
  for (const { order_number: number, items } of orders) {
    for (const item of items) {
      // Before an item is picked, the units to deliver are those to pick.
      const quantity = item.picked === null ? item.quantity_delivered : item.quantity;
      if (quantity === 0) continue;
      const key = `${item.id} ${item.variation_option_id}`;
      const row = rows.get(key) ?? {
        name: formatGoodsName(item),
        place: placeOf(item),
        codes: [item.sku, item.barcode].filter(Boolean).join(' · '),
        quantity: 0,
        orders: [],
      };
      row.quantity += quantity;
      row.orders.push({ number, quantity });
      rows.set(key, row);
    }
  }
  return [...rows.values()].sort(
    (one, other) => comparePlaces(one.place, other.place) || one.name.localeCompare(other.name),
  );
}
