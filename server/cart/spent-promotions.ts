/**
 * Leaves out of a cart the automatic promotions that its shopper has used up, as the order would
 * (docs/api.md#promotions).
 */
import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import { toE164 } from '@shop/core/identity/phone';
import type { Ctx } from '../context.ts';
import { findSpentPromotions, isPersonal, type PromotionShopper } from '../promotions/promotions.ts';
import type { StoredChoices } from './checkout-choices.ts';
import { type CartToPrice, listWaitingOffers, priceCart, type WithPrices } from './pricing.ts';

/**
 * Returns the customer or guest for whom limits of promotions count an order with these choices; unknown contacts are
 * empty.
 */
export function identifyShopper({ actor }: Pick<Ctx, 'actor'>, choices: StoredChoices): PromotionShopper {
  const { shipping } = resolveAddresses(choices);
  return {
    customer_id: actor.kind === 'customer' ? actor.id : null,
    phone: toE164(shipping?.contact_number ?? '') ?? '',
    email: choices.customer_email ?? shipping?.email ?? '',
    zip: shipping?.zip ?? null,
    street_address: shipping?.street_address ?? null,
  };
}

/**
 * Adds to `spent_promotions` the automatic promotions that this shopper may not use, because of a limit per customer,
 * an earlier order or their own referral, and prices the cart again if there are any. At most two statements; none
 * unless such a promotion applies or waits for the first order of a referred friend.
 */
async function excludeSpentPromotions<Cart extends CartToPrice>(
  ctx: Ctx,
  cart: WithPrices<Cart>,
): Promise<WithPrices<Cart>> {
  const personal = cart.settings.promotions.filter(
    (promotion) => promotion.code === null && isPersonal(promotion) && (!promotion.referred_only || cart.is_referred),
  );
  const { applied } = cart.prices.promotions;
  const isShown =
    applied.some(({ promotion }) => personal.includes(promotion)) || listWaitingOffers(cart, ctx.now).length > 0;
  if (!isShown) return cart;
  const spent = await findSpentPromotions(ctx, personal, identifyShopper(ctx, cart.choices));
  if (spent.size === 0) return cart;
  return priceCart({ ...cart, spent_promotions: new Set([...cart.spent_promotions, ...spent]) }, ctx.now);
}

/** Prices a cart as the order of this shopper would be priced. */
export const priceForShopper = <Cart extends CartToPrice>(ctx: Ctx, cart: Cart): Promise<WithPrices<Cart>> =>
  excludeSpentPromotions(ctx, priceCart(cart, ctx.now));
