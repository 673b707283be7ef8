/**
 * Every endpoint's name with its method and path below `/api`, and nothing else: the one part of the contract that the
 * browser loads. The name is the key of the contract, of the handler table, of the client and of the query cache.
 */
export const paths = {
  'session.id': 'GET /session/id',

  'content.settings': 'GET /settings',
  'content.banners': 'GET /banners',
  'content.banner': 'GET /banners/:id',

  'addresses.states': 'GET /states',

  'catalog.categories': 'GET /categories',
  'catalog.category': 'GET /categories/:id',
  'catalog.navCategories': 'GET /fetch-nav-category',
  'catalog.brands': 'GET /brands',
  'catalog.brand': 'GET /brands/:id',
  'catalog.products': 'GET /products',
  'catalog.product': 'GET /products/:slug',
  'catalog.bestSellers': 'GET /products_best_seller',
  'catalog.shockingDeals': 'GET /products_shocking_deals',
  'catalog.bundles': 'GET /products_bundles',
  'catalog.search': 'GET /products-search',

  'delivery.shippings': 'GET /shippings',
  'payments.methods': 'GET /payment_methods',

  'cart.get': 'GET /cart',
  'cart.update': 'PUT /cart',

  'checkout.update': 'PUT /checkout',

  'orders.place': 'POST /orders/checkout',
  'orders.order': 'GET /order',
  'orders.track': 'GET /track-order',
} as const;

export type EndpointName = keyof typeof paths;
