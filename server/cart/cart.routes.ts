import { formatRefusal } from '@shop/core/refusal-text';
import type { Handlers } from '../context.ts';
import { getCart, updateCart } from './cart.ts';
import { cartView } from './cart.view.ts';

export const cartHandlers: Handlers<'cart.get' | 'cart.update'> = {
  'cart.get': async (ctx) => cartView(ctx, await getCart(ctx)),

  'cart.update': async (ctx, { body }) => {
    const { cart, rejected } = await updateCart(ctx, body.items);
    return {
      success: rejected.length === 0,
      errors: rejected.map(({ refused }) => formatRefusal(refused, ctx.lang)),
      cart: cartView(ctx, cart),
    };
  },
};
