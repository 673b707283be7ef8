/**
 * Leaves out of a cart the automatic promotions that its buyer has used up, as the order would
 * (docs/api.md#promotions).
 */
import { resolveAddresses } from '@shop/core/addresses/order-addresses';
import { toE164 } from '@shop/core/identity/phone';
import type { Ctx } from '../context.ts';
import { type Buyer, findSpentPromotions, isPersonal } from '../promotions/promotions.ts';
import type { StoredChoices } from './checkout-choices.ts';
import { type CartToPrice, priceCart, type WithPrices } from './pricing.ts';

/** Returns the buyer for whom limits of promotions count an order with these choices; unknown contacts are empty. */
export function identifyBuyer({ actor }: Pick<Ctx, 'actor'>, choices: StoredChoices): Buyer {
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
 * Adds to `spent_promotions` the automatic promotions that this buyer may not use, by a limit per buyer, an earlier
 * order or a referral of themselves, and prices the cart again if there are any. At most two statements; none unless
 * such a promotion applies.
 */
export async function checkPromotions<Cart extends CartToPrice>(
  ctx: Ctx,
  cart: WithPrices<Cart>,
): Promise<WithPrices<Cart>> {
  const personal = cart.settings.promotions.filter(
    (promotion) => promotion.code === null && isPersonal(promotion) && (!promotion.referred_only || cart.is_referred),
  );
  const { applied } = cart.prices.promotions;
  if (!applied.some(({ promotion }) => personal.includes(promotion))) return cart;
  const spent = await findSpentPromotions(ctx, personal, identifyBuyer(ctx, cart.choices));
  if (spent.size === 0) return cart;
  return priceCart({ ...cart, spent_promotions: new Set([...cart.spent_promotions, ...spent]) }, ctx.now);
}

/** Prices a cart as the order of this buyer would be priced. */
export const priceForBuyer = <Cart extends CartToPrice>(ctx: Ctx, cart: Cart): Promise<WithPrices<Cart>> =>
  checkPromotions(ctx, priceCart(cart, ctx.now));
