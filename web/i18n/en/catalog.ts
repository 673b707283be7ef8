/** Words of products, lists and aisles. */
export const catalog = {
  'catalog.from': 'from {price}',
  'catalog.was': 'was {price}',
  'catalog.new': 'New',
  'catalog.bundle': 'Bundle',
  'catalog.voucher': 'Voucher',
  'catalog.choices': '{count, plural, one {# choice} other {# choices}}',
  'catalog.only_left': 'Only {count} left',
  'catalog.tier': '{qty}+ at {price} each',
  'catalog.rail_back': 'Back',
  'catalog.rail_on': 'Further',
} as const;
