/** Words of products, lists and aisles. */
export const catalog = {
  'catalog.per': '{price}/{per}',
  'catalog.was': 'was {price}',
  'catalog.new': 'New',
  'catalog.bundle': 'Bundle',
  'catalog.only_left': 'Only {count} left',
  'catalog.tier': '{qty}+ at {price} each',
} as const;
