/** Reads a variant's sales: parallel lists in `Sale Price`, `Sale Starts At`, `Sale Ends At` and `Deal`. Pure. */
import { InvalidCell, readFlag, readMoment, readPrice } from '../columns/cells.ts';
import type { RowCells } from '../columns/product-file.ts';
import type { DraftSale } from '../columns/product-values.ts';

/** Reads all sales of a variant; empty for an empty cell, undefined without the column. A row's length limits them. */
export function readSales(cell: RowCells): DraftSale[] | undefined {
  const prices = cell.ifThere('sale_price', (text) => (text.trim() === '' ? [] : text.split(';').map(readPrice)));
  if (prices === undefined) return undefined;
  const list = <T>(column: 'sale_starts_at' | 'sale_ends_at' | 'deal', read: (text: string) => T): T[] =>
    cell.read(column, (text) => {
      const parts = text.trim() === '' ? [] : text.split(';');
      if (parts.length > prices.length)
        throw new InvalidCell(`has ${parts.length} values where there are ${prices.length} prices`);
      return parts.map(read);
    });
  const starts = list('sale_starts_at', readMoment);
  const ends = list('sale_ends_at', readMoment);
  const deals = list('deal', readFlag);
  return cell.read('sale_price', () => {
    const sales = prices.map((sale_price, place): DraftSale => {
      const [starts_at = null, ends_at = null] = [starts[place], ends[place]];
      if (starts_at !== null && ends_at !== null && starts_at >= ends_at)
        throw new InvalidCell('ends before it begins');
      return { sale_price, starts_at, ends_at, is_deal: deals[place] ?? false };
    });
    const beginnings = new Set(sales.map((sale) => `${sale.starts_at} ${sale.is_deal}`));
    if (beginnings.size < sales.length) throw new InvalidCell('has two sales that begin at the same time');
    return sales;
  });
}
