import type { Handlers } from '../http/context.ts';
import { findOrder } from './orders.ts';
import { orderView, trackedView } from './orders.view.ts';
import { placeOrder } from './place.ts';
import { viewToken } from './view-token.ts';

export const ordersHandlers: Handlers<'orders.place' | 'orders.order' | 'orders.track'> = {
  'orders.place': async (ctx, { body }) => {
    const order = await placeOrder(ctx, body);
    return {
      order: { ...orderView(order, ctx.lang), view_token: viewToken(ctx.secret, order.id) },
      // Cash on delivery needs no attempt.
      payment: null,
    };
  },

  'orders.order': async (ctx, { query }) => ({
    order: orderView(await findOrder(ctx, query.order_number, query), ctx.lang),
  }),

  'orders.track': async (ctx, { query }) => ({
    order: trackedView(await findOrder(ctx, query.order_number, { contact: query.contact }), ctx.lang),
  }),
};
