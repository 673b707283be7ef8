/** What a card says of a product beside its name: one badge, one price, one line about the deal. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { discountPercent } from '@shop/core/catalog/discount';
import { tierLadder, unitPriceToPay } from '@shop/core/catalog/price';
import { stockNote } from '@shop/core/catalog/stock';
import type { Sen } from '@shop/core/money';

/** The one badge upon a card's picture. */
export type CardBadge =
  | { badge: 'sold_out' }
  | { badge: 'discount'; percent: number }
  | { badge: 'voucher' }
  | { badge: 'bundle' }
  | { badge: 'new' };

/**
 * docs/ux.md#rule-15: "One badge on the image (priority: sold out > −n% > bundle > new)". A voucher product is marked as one
 * (docs/readings.md#22).
 */
export function cardBadge(product: ProductRow): CardBadge | null {
  if (product.out_of_stock) return { badge: 'sold_out' };
  if (product.discount_percent !== null) return { badge: 'discount', percent: product.discount_percent };
  if (product.type === 'voucher') return { badge: 'voucher' };
  if (product.is_bundle) return { badge: 'bundle' };
  return product.is_new ? { badge: 'new' } : null;
}

/** The price on a card, in sen. */
export type CardPrice = {
  price: Sen;
  /** The real regular price where less is paid. */
  was: Sen | null;
  /** Other choices of the product cost more. */
  from: boolean;
};

/** What one piece costs as listed, and what it cost before (docs/readings.md#29). */
export function cardPrice(product: ProductRow): CardPrice {
  const price = unitPriceToPay(product);
  const others = product.variation_options.map((option) => unitPriceToPay(option));
  return {
    price,
    was: product.price > price ? product.price : null,
    from: others.some((each) => each > price),
  };
}

/** What a product, or one of its options, costs now: both have these. */
export type Offer = Pick<VariationOption, 'price' | 'sale_price' | 'group_price' | 'tier_prices' | 'unit_price'>;

/** Price, struck price and whole percent saved of an offer, in sen. */
export function offerPrice(offer: Offer, quantity?: number): { price: Sen; was: Sen | null; percent: number | null } {
  const price = unitPriceToPay(offer, quantity);
  return { price, was: offer.price > price ? offer.price : null, percent: discountPercent(offer.price, price) };
}

/** The one line below a card's name. */
export type DealLine =
  | { line: 'only_left'; left: number }
  | { line: 'tier'; qty: number; price: Sen }
  | { line: 'minimum'; min: number };

/**
 * docs/ux.md#rule-15: "one deal line". Little stock comes first, since it may keep the shopper from the cheaper quantity;
 * nothing is said of what is sold out.
 */
export function dealLine(product: ProductRow): DealLine | null {
  const stock = stockNote(product);
  if (stock?.note === 'sold_out') return null;
  if (stock?.note === 'only_left') return { line: 'only_left', left: stock.left };
  const [, cheaper] = tierLadder(product);
  if (cheaper !== undefined) return { line: 'tier', ...cheaper };
  return product.min_sale_qty > 1 ? { line: 'minimum', min: product.min_sale_qty } : null;
}
