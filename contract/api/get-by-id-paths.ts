/**
 * Paths of single entries of lists (docs/spec.md §7 "GET by id"), which the browser does not load: pages show the
 * lists.
 */
export const getByIdPaths = {
  'wishlist.one': 'GET /wishlist/:product_id',
  'referral.one': 'GET /referrals/:id',
  'orders.orderedProduct': 'GET /orders-products/:id',
  'catalog.recentProduct': 'GET /recent-products/:id',
  'catalog.bestSeller': 'GET /products_best_seller/:id',
  'catalog.bestSellerGrocery': 'GET /products_best_seller_grocery/:id',
  'catalog.popularProduct': 'GET /products_popular/:id',
  'catalog.cookie': 'GET /products_cookies/:id',
  'catalog.chip': 'GET /products_chips/:id',
  'catalog.popcornOrJerky': 'GET /products_popcorn_jerky/:id',
  'catalog.freshVegetable': 'GET /products_fresh_vegetables/:id',
  'catalog.shockingDeal': 'GET /products_shocking_deals/:id',
  'catalog.bundle': 'GET /products_bundles/:id',
} as const;
