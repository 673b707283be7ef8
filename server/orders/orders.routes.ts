import type { ordersEndpoints } from '@shop/contract/orders';
import type { Handlers } from '../context.ts';
import { findNamedOrder, findOrder, findOwnOrder, listOrders } from './orders.ts';
import { orderView, trackedView } from './orders.view.ts';
import { placeOrder } from './place.ts';
import { viewToken } from './view-token.ts';

export const ordersHandlers: Handlers<keyof typeof ordersEndpoints> = {
  'orders.place': async (ctx, { body }) => {
    const order = await placeOrder(ctx, body);
    return {
      order: { ...orderView(order, ctx.lang), view_token: viewToken(ctx.shop.secret, order.id) },
      // Cash on delivery has no payment attempt.
      payment: null,
    };
  },

  'orders.list': async (ctx, { query }) => {
    const { data, ...page } = await listOrders(ctx, query);
    return { data: data.map((order) => orderView(order, ctx.lang)), ...page };
  },

  'orders.one': async (ctx, { params }) => ({ order: orderView(await findOwnOrder(ctx, params.id), ctx.lang) }),

  'orders.order': async (ctx, { query }) => ({
    order: orderView(await findNamedOrder(ctx, query), ctx.lang),
  }),

  'orders.track': async (ctx, { query }) => ({
    order: trackedView(await findOrder(ctx, query.order_number, { contact: query.contact }), ctx.lang),
  }),
};
