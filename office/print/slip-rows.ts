/** The rows of a packing slip: the ordered items with their units in the bags, and the replacements. */
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { formatGoodsName } from '../stock/goods-text.ts';

type SlipItem = Pick<
  StaffOrderRecord['items'][number],
  | 'line'
  | 'name'
  | 'variant'
  | 'quantity'
  | 'quantity_delivered'
  | 'replaced_by'
  | 'final_price'
  | 'price_total'
  | 'undelivered'
>;

export type SlipRow = {
  key: string;
  /** Units in the bags. */
  quantity: number;
  name: string;
  /** Ordered units, if fewer are in the bags; null otherwise, and for a replacement. */
  ordered: number | null;
  /** Name of the item that a replacement replaces; null for other rows. */
  replaces: string | null;
  /** Amounts in sen; null for a replacement, whose price is part of the ordered item's. */
  amounts: { price: number; total: number; undelivered: number } | null;
};

/** Lists each ordered item, and below it its replacement. */
export function listSlipRows(items: readonly SlipItem[]): SlipRow[] {
  return items.flatMap((item): SlipRow[] => {
    const { line, quantity, quantity_delivered, replaced_by, final_price, price_total, undelivered } = item;
    const name = formatGoodsName(item);
    const row: SlipRow = {
      key: line,
      quantity: quantity_delivered,
      name,
      ordered: quantity_delivered < quantity ? quantity : null,
      replaces: null,
      amounts: { price: final_price, total: price_total, undelivered },
    };
    if (replaced_by === null) return [row];
    return [
      row,
      {
        key: `${line} replacement`,
        quantity: replaced_by.quantity,
        name: formatGoodsName(replaced_by),
        ordered: null,
        replaces: name,
        amounts: null,
      },
    ];
  });
}
