/** Decides how a cart line takes part in free shipping, by the shop's lists of goods (docs/readings.md#54). */
import type { FreeShippingPart } from '@shop/core/delivery/basket';
import type { FreeShippingGoods, ListedGoods } from '../content/settings.ts';

type GoodsLine = { bulky: boolean; categories: readonly string[]; brand: string | null; offer: { slug: string } };

const isListed = (line: GoodsLine, { bulky, categories, brands, products }: ListedGoods): boolean =>
  (bulky && line.bulky) ||
  products.includes(line.offer.slug) ||
  (line.brand !== null && brands.includes(line.brand)) ||
  line.categories.some((slug) => categories.includes(slug));

/** Returns how a line takes part in free shipping; goods on both lists block it. */
export function decideFreeShippingPart(line: GoodsLine, { excluded, blocking }: FreeShippingGoods): FreeShippingPart {
  if (isListed(line, blocking)) return 'blocks';
  return isListed(line, excluded) ? 'excluded' : 'counts';
}
