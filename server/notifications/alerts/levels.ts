/** Stock and public price of the products that alerts are about. */
import { computeCurrentPrice } from '@shop/core/catalog/price';
import { type ListedLine, loadOffers, unitsAvailable } from '../../catalog/listing/offers.ts';
import type { Ctx } from '../../context.ts';

/** Stock of products that sell without stock. */
const UNLIMITED_STOCK = 1_000_000;

/** `available` units and public `price` (sen) of a product or option. */
export type ProductLevel = { product_id: number; variation_option_id: number | null; available: number; price: number };

type WatchedLine = Omit<ListedLine, 'doc'> & { doc: NonNullable<ListedLine['doc']> };

/** Lists the lines of a product: without a chosen option, all options of a variable one. */
const expandOptions = (line: WatchedLine): ListedLine[] =>
  line.variation_option_id === null && line.doc.type === 'variable'
    ? line.doc.options.map(({ id }) => ({ ...line, variation_option_id: id }))
    : [line];

/**
 * Reads the levels of listed products; those that are no longer sold have none. A variable product has the stock of
 * all its options and the price of the cheapest.
 */
export async function readLevels(
  ctx: Pick<Ctx, 'db' | 'now'>,
  watched: readonly WatchedLine[],
): Promise<ProductLevel[]> {
  const lines = watched.map(expandOptions);
  const offers = await loadOffers(ctx, lines.flat());
  return watched.flatMap(({ product_id, variation_option_id }, index) => {
    const sold = offers.splice(0, lines[index]?.length ?? 0).filter((offer) => offer?.is_sold === true);
    const units = sold.map((offer) => (offer === null ? 0 : unitsAvailable(offer.stock)));
    const prices = sold.flatMap((offer) => (offer === null ? [] : [computeCurrentPrice(offer)]));
    const available = Math.min(
      UNLIMITED_STOCK,
      units.reduce((sum, each) => sum + each, 0),
    );
    return prices.length === 0 ? [] : [{ product_id, variation_option_id, available, price: Math.min(...prices) }];
  });
}
