/** The facts on a product's card: one badge, one price, one deal line. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { computeDiscountPercent, findBestDiscount } from '@shop/core/catalog/discount';
import { buildTierLadder, computeItemPrice } from '@shop/core/catalog/price';
import { findStockNote } from '@shop/core/catalog/stock';
import type { Sen } from '@shop/core/money';

export type CardBadge =
  | { badge: 'sold_out' }
  /** `isUpTo`: the percent is the best option's, and other options are reduced by less. */
  | { badge: 'discount'; percent: number; isUpTo: boolean }
  | { badge: 'voucher' }
  | { badge: 'bundle' }
  | { badge: 'new' };

/**
 * Returns the badge with the saving in whole percent; with several options, the highest (docs/spec.md §5 "Best
 * discount").
 */
function findDiscountBadge({ discount_percent, variation_options }: ProductRow): CardBadge | null {
  const percentOf = (option: VariationOption) => computeDiscountPercent(option.price, computeItemPrice(option));
  const best = findBestDiscount(variation_options, (option) => computeItemPrice(option));
  const percent = best === null ? discount_percent : percentOf(best);
  if (percent === null) return null;
  const isUpTo = best !== null && variation_options.some((option) => percentOf(option) !== percent);
  return { badge: 'discount', percent, isUpTo };
}

/**
 * Returns the badge. docs/ux.md#rule-15: "One badge on the image (priority: sold out > −n% > bundle > new)". A voucher
 * product has its own badge (docs/readings.md#22).
 */
export function pickCardBadge(product: ProductRow): CardBadge | null {
  if (product.out_of_stock) return { badge: 'sold_out' };
  // A bundle has no regular price: its saving is against the sum of its parts.
  if (product.is_bundle) return { badge: 'bundle' };
  const discount = findDiscountBadge(product);
  if (discount !== null) return discount;
  if (product.type === 'voucher') return { badge: 'voucher' };
  return product.is_new ? { badge: 'new' } : null;
}

/** The prices on a card, in sen. */
export type CardPrice = {
  price: Sen;
  /** The regular price, if it is higher. */
  was: Sen | null;
  /** Whether other options of the product cost more. */
  isLowest: boolean;
};

/**
 * Returns the listed price of one unit and the regular price (docs/readings.md#29); of a bundle, the listed price
 * alone.
 */
export function toCardPrice(product: ProductRow): CardPrice {
  const price = computeItemPrice(product);
  const optionPrices = product.variation_options.map((option) => computeItemPrice(option));
  return {
    price,
    was: product.price > price && !product.is_bundle ? product.price : null,
    isLowest: optionPrices.some((each) => each > price),
  };
}

export type OfferPrices = Pick<
  VariationOption,
  'price' | 'sale_price' | 'group_price' | 'tier_prices' | 'unit_price'
> & { is_bundle?: boolean };

/**
 * Returns an offer's price and struck-through price in sen, and its saving in whole percent; of a bundle, the
 * price alone.
 */
export function toOfferPrice(
  offer: OfferPrices,
  quantity?: number,
): { price: Sen; was: Sen | null; percent: number | null } {
  const price = computeItemPrice(offer, quantity);
  if (offer.is_bundle === true) return { price, was: null, percent: null };
  return {
    price,
    was: offer.price > price ? offer.price : null,
    percent: computeDiscountPercent(offer.price, price),
  };
}

export type DealLine =
  | { line: 'only_left'; left: number }
  | { line: 'tier'; qty: number; price: Sen }
  | { line: 'minimum'; min: number };

/**
 * Returns the deal line. docs/ux.md#rule-15: "one deal line". Low stock comes first, because it may prevent the cheaper
 * quantity; sold-out products have none.
 */
export function pickDealLine(product: ProductRow): DealLine | null {
  const note = findStockNote(product);
  if (note?.note === 'sold_out') return null;
  if (note?.note === 'only_left') return { line: 'only_left', left: note.left };
  const [, cheaper] = buildTierLadder(product);
  if (cheaper !== undefined) return { line: 'tier', ...cheaper };
  return product.min_sale_qty > 1 ? { line: 'minimum', min: product.min_sale_qty } : null;
}
