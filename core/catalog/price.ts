/** What a shopper pays for one piece. All amounts in sen. */
import type { Sen } from '../money.ts';
import type { ProductForPrice, ProductPrices, TierPrice } from './product.ts';

/** The tier with the highest qty not above the quantity; null where the quantity reaches none. */
export function findTier(tiers: readonly TierPrice[], quantity: number): TierPrice | null {
  let active: TierPrice | null = null;
  for (const tier of tiers) {
    if (tier.qty <= quantity && (active === null || tier.qty > active.qty)) active = tier;
  }
  return active;
}

/**
 * docs/spec.md §5: "no quantity gives group price, else price. With quantity, use the tier price with the highest qty not above
 * the quantity, else group price, else price." `price` is what is asked today (docs/readings.md#4).
 */
export function priceForQuantity(product: ProductForPrice, quantity?: number): Sen {
  const tier = quantity === undefined ? null : findTier(product.tier_prices, quantity);
  return tier?.tier_price ?? product.group_price ?? product.price;
}

/** What the shelf asks today: the regular price, or the running sale price where that is lower (docs/readings.md#29). */
export function currentPrice({ price, sale_price }: Pick<ProductPrices, 'price' | 'sale_price'>): Sen {
  return Math.min(price, sale_price ?? price);
}

/**
 * What one piece costs now: the spec's price for the quantity, but never more than the shelf asks. Tier and group price
 * lower what is asked, they never raise it (docs/readings.md#4). `quantity` counts the product over all its lines flagged for
 * checkout; without one it is the price of the product as listed.
 */
export function calculateUnitPrice(product: ProductPrices, quantity?: number): Sen {
  const asked = currentPrice(product);
  return Math.min(asked, priceForQuantity({ ...product, price: asked }, quantity));
}

/** One cell of the tier ladder: from `qty` pieces on, each costs `price`. */
export type LadderStep = { qty: number; price: Sen };

/**
 * The price ladder of a product, `1+` first: only steps at which the price to pay changes. A single step means that
 * there is no ladder to show.
 */
export function buildTierLadder(product: ProductPrices): LadderStep[] {
  const quantities = [1, ...product.tier_prices.map((tier) => tier.qty).filter((qty) => qty > 1)];
  const steps: LadderStep[] = [];
  for (const qty of quantities.sort((a, b) => a - b)) {
    const price = calculateUnitPrice(product, qty);
    if (price !== steps.at(-1)?.price) steps.push({ qty, price });
  }
  return steps;
}

/** Which cell of the ladder a quantity stands in: an index, 0 also for nothing. */
export function findActiveStep(ladder: readonly LadderStep[], quantity: number): number {
  return Math.max(
    0,
    ladder.findLastIndex((step) => step.qty <= quantity),
  );
}

/** "Add 2 more to pay RM2.25 each" as data. */
export type TierNudge = { add: number; price: Sen };

/** The next quantity at which each piece gets cheaper; null where there is none, or none at or below `highest` pieces. */
export function findTierNudge(
  product: ProductPrices,
  quantity: number,
  highest: number = Number.POSITIVE_INFINITY,
): TierNudge | null {
  const now = calculateUnitPrice(product, quantity);
  const next = buildTierLadder(product).find((step) => step.qty > quantity && step.price < now);
  return next === undefined || next.qty > highest ? null : { add: next.qty - quantity, price: next.price };
}
