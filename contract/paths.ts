/**
 * Every endpoint's name with its method and path below `/api`, and nothing else: the one part of the contract that the
 * browser loads. The name is the key of the contract, of the handler table, of the client and of the query cache.
 */
export const paths = {
  'session.id': 'GET /session/id',

  'content.settings': 'GET /settings',
  'content.banners': 'GET /banners',
  'content.banner': 'GET /banners/:id',
  'content.staticBlocks': 'GET /static_blocks',
  'content.staticBlock': 'GET /static_blocks/:id',
  'content.contactUs': 'POST /contact-us',

  'addresses.states': 'GET /states',

  'catalog.categories': 'GET /categories',
  'catalog.category': 'GET /categories/:id',
  'catalog.navCategories': 'GET /fetch-nav-category',
  'catalog.brandCategories': 'GET /fetch-brand-category',
  'catalog.categoryBrands': 'GET /sort-brand-category',
  'catalog.brands': 'GET /brands',
  'catalog.brand': 'GET /brands/:id',
  'catalog.dietaries': 'GET /dietary',
  'catalog.dietary': 'GET /dietary/:id',
  'catalog.products': 'GET /products',
  'catalog.product': 'GET /products/:slug',
  'catalog.productBySlug': 'GET /product',
  'catalog.preview': 'GET /products-preview',
  'catalog.related': 'GET /related_products',
  'catalog.bestSellers': 'GET /products_best_seller',
  'catalog.bestSellersGrocery': 'GET /products_best_seller_grocery',
  'catalog.popular': 'GET /products_popular',
  'catalog.cookies': 'GET /products_cookies',
  'catalog.chips': 'GET /products_chips',
  'catalog.popcornJerky': 'GET /products_popcorn_jerky',
  'catalog.freshVegetables': 'GET /products_fresh_vegetables',
  'catalog.shockingDeals': 'GET /products_shocking_deals',
  'catalog.bundles': 'GET /products_bundles',
  'catalog.search': 'GET /products-search',
  'catalog.suggestions': 'GET /search',
  'catalog.facets': 'GET /fetch-search-filter',
  'catalog.recent': 'GET /recent-products',
  'catalog.addRecent': 'POST /recent-products',

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
