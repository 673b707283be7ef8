/** Prices one unit of a product. All amounts in sen. */
import type { Sen } from '../money.ts';
import type { ProductForPrice, ProductPrices, TierPrice } from './product.ts';

/** Finds the tier with the highest qty not above the quantity. */
export function findTier(tiers: readonly TierPrice[], quantity: number): TierPrice | null {
  let active: TierPrice | null = null;
  for (const tier of tiers) {
    if (tier.qty <= quantity && (active === null || tier.qty > active.qty)) active = tier;
  }
  return active;
}

/**
 * docs/spec.md §5: "no quantity gives group price, else price. With quantity, use the tier price with the highest qty
 * not above the quantity, else group price, else price." `price` is the current price (docs/readings.md#4).
 */
export function priceForQuantity(product: ProductForPrice, quantity?: number): Sen {
  const tier = quantity === undefined ? null : findTier(product.tier_prices, quantity);
  return tier?.tier_price ?? product.group_price ?? product.price;
}

/** Returns the regular price, or the current sale price if lower (docs/readings.md#29). */
export function computeCurrentPrice({ price, sale_price }: Pick<ProductPrices, 'price' | 'sale_price'>): Sen {
  return Math.min(price, sale_price ?? price);
}

/**
 * Returns the price of one unit now. Tier and group prices apply only below the current price (docs/readings.md#4).
 * `quantity` is the product's total over its lines selected for checkout; without it, returns the listed price.
 */
export function computeItemPrice(product: ProductPrices, quantity?: number): Sen {
  const current = computeCurrentPrice(product);
  return Math.min(current, priceForQuantity({ ...product, price: current }, quantity));
}

/** Returns whether a charged price of one unit is the customer's group price, rather than a sale's. */
export function isGroupPrice(
  product: Pick<ProductPrices, 'price' | 'sale_price' | 'group_price'>,
  charged: Sen,
): boolean {
  return product.group_price != null && charged === product.group_price && charged < computeCurrentPrice(product);
}

/** A step of the tier ladder: from `qty` units, each costs `price`. */
export type LadderStep = { qty: number; price: Sen };

/**
 * Lists a product's price steps from `1+`, leaving out tiers that do not change the price. A single step means no
 * ladder.
 */
export function buildTierLadder(product: ProductPrices): LadderStep[] {
  const quantities = [1, ...product.tier_prices.map((tier) => tier.qty).filter((qty) => qty > 1)];
  const steps: LadderStep[] = [];
  for (const qty of quantities.sort((a, b) => a - b)) {
    const price = computeItemPrice(product, qty);
    if (price !== steps.at(-1)?.price) steps.push({ qty, price });
  }
  return steps;
}

/** Finds the index of the step that a quantity reaches; 0 for quantity 0. */
export function findActiveStepIndex(ladder: readonly LadderStep[], quantity: number): number {
  return Math.max(
    0,
    ladder.findLastIndex((step) => step.qty <= quantity),
  );
}

/** The units to add and the price of each, as in "Add 2 more to pay RM2.25 each". */
export type TierNudge = { add: number; price: Sen };

/** Finds the next quantity with a lower unit price, up to `highest` units; null without one. */
export function findTierNudge(
  product: ProductPrices,
  quantity: number,
  highest: number = Number.POSITIVE_INFINITY,
): TierNudge | null {
  const now = computeItemPrice(product, quantity);
  const next = buildTierLadder(product).find((step) => step.qty > quantity && step.price < now);
  return next === undefined || next.qty > highest ? null : { add: next.qty - quantity, price: next.price };
}
