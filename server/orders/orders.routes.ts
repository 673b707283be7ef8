import type { Cancellation, ordersEndpoints } from '@shop/contract/orders';
import { formatOrderStatus, ORDER_STATUSES } from '@shop/core/orders/status';
import { cartView } from '../cart/cart.view.ts';
import type { Handlers } from '../context.ts';
import { mapPage } from '../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../lists/reference-list.ts';
import { requireEntry } from '../lists/require-entry.ts';
import { buyAgain } from './buy-again.ts';
import {
  cancellationView,
  listCancellations,
  requestCancellation,
  requireCancellation,
  withdrawCancellation,
} from './cancellation/cancellations.ts';
import { listOrderedProducts } from './ordered-products.ts';
import { countOrders, listOrders, requireOrder, requireOwnOrder, requireReferencedOrder } from './orders.ts';
import { orderView, trackedView } from './orders.view.ts';
import { refreshUnpaid } from './payment/enquire-for-shopper.ts';
import { startOwnPayment } from './payment/pay-order.ts';
import { returnToCart } from './payment/return-to-cart.ts';
import { placeOrder } from './placing/place.ts';
import { deriveViewToken } from './view-token.ts';

const cancellationFields: ReferenceFields<Cancellation> = {
  search: {
    id: ({ id }) => id,
    order_id: ({ order_id }) => order_id,
    order_number: ({ order_number }) => order_number,
    state: ({ state }) => state,
    reason: ({ reason }) => reason,
  },
  // Ids grow with time (UUIDv7).
  sorts: { created_at: ({ id }) => id, requested_at: ({ id }) => id, order_number: ({ order_number }) => order_number },
  free: ['order_number', 'reason'],
};

export const ordersHandlers: Handlers<keyof typeof ordersEndpoints> = {
  'orders.place': async (ctx, { body }) => {
    const order = await placeOrder(ctx, body);
    const payment = await startOwnPayment(ctx, order, { payment_id: body.payment_id });
    const view = orderView({ ...order, payment_id: payment?.channel ?? order.payment_id }, ctx.lang);
    return { order: { ...view, view_token: deriveViewToken(ctx.shop.secret, order.id) }, payment };
  },

  'orders.list': async (ctx, { query }) => mapPage(await listOrders(ctx, query), (order) => orderView(order, ctx.lang)),

  'orders.one': async (ctx, { params }) => ({
    order: orderView(await refreshUnpaid(ctx, await requireOwnOrder(ctx, params.id)), ctx.lang),
  }),

  'orders.order': async (ctx, { query }) => ({
    order: orderView(await refreshUnpaid(ctx, await requireReferencedOrder(ctx, query)), ctx.lang),
  }),

  'orders.track': async (ctx, { query }) => {
    const order = await requireOrder(ctx, query.order_number, { contact: query.contact });
    return { order: trackedView(await refreshUnpaid(ctx, order), ctx.lang) };
  },

  'orders.cancellations': async (ctx, { query }) => {
    const rows = (await listCancellations(ctx, query)).map(cancellationView);
    return listRows(rows, query, cancellationFields);
  },

  'orders.cancellation': async (ctx, { params, query }) =>
    cancellationView(await requireCancellation(ctx, params.id, query)),

  'orders.requestCancellation': async (ctx, { body: { reason, ...named } }) =>
    cancellationView(await requestCancellation(ctx, named, reason)),

  'orders.withdrawCancellation': async (ctx, { params, body: { state: _, ...named } }) =>
    cancellationView(await withdrawCancellation(ctx, params.id, named)),

  'orders.buyAgain': async (ctx, { body }) => {
    const { cart, added, skipped } = await buyAgain(ctx, body);
    return { cart: cartView(ctx, cart), added, skipped };
  },

  'orders.returnToCart': async (ctx, { body }) => ({ cart: cartView(ctx, await returnToCart(ctx, body)) }),

  'orders.overview': async (ctx) => {
    const { total, counts } = await countOrders(ctx);
    const statuses = ORDER_STATUSES.map((slug) => ({
      slug,
      name: formatOrderStatus(slug, ctx.lang),
      count: counts.get(slug) ?? 0,
    }));
    return { total, statuses };
  },

  'orders.products': (ctx, { query }) => listOrderedProducts(ctx, query),

  'orders.orderedProduct': (ctx, { params }) => requireEntry(params.id, (query) => listOrderedProducts(ctx, query)),

  'orders.statuses': async ({ lang }) => ({
    data: ORDER_STATUSES.map((slug) => ({ id: slug, slug, name: formatOrderStatus(slug, lang) })),
  }),
};
