/** The rows of a packing slip: what is in the bags, and what is not. */
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { formatName } from '../orders/order-text.ts';

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
  /** What was ordered, where that is more; null where all of it is there. */
  ordered: number | null;
  /** Of a replacement: the item in whose place it is. */
  replaces: string | null;
  /** Sen. Null of a replacement, which the ordered item's amounts contain. */
  amounts: { price: number; total: number; undelivered: number } | null;
};

/** Lists each ordered item, and below it what replaces it. */
export function listSlipRows(items: readonly SlipItem[]): SlipRow[] {
  return items.flatMap((item): SlipRow[] => {
    const { line, quantity, quantity_delivered, replaced_by, final_price, price_total, undelivered } = item;
    const name = formatName(item.name, item.variant);
    const row: SlipRow = {
      key: line,
      quantity: quantity_delivered,
      name,
      ordered: quantity_delivered < quantity ? quantity : null,
      replaces: null,
      amounts: { price: final_price, total: price_total, undelivered },
    };
    if (replaced_by === null) return [row];
    const { quantity: units, name: other, variant } = replaced_by;
    return [
      row,
      {
        key: `${line} replacement`,
        quantity: units,
        name: formatName(other, variant),
        ordered: null,
        replaces: name,
        amounts: null,
      },
    ];
  });
}
