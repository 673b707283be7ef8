import { cartView } from '../cart/cart.view.ts';
import type { Handlers } from '../context.ts';
import { updateCheckout } from './checkout.ts';

export const checkoutHandlers: Handlers<'checkout.update'> = {
  'checkout.update': async (ctx, { body }) => ({ cart: cartView(ctx, await updateCheckout(ctx, body)) }),
};
