/**
 * docs/spec.md §9 "Sort options: lowest price, highest price, title A-Z, title Z-A, new arrivals, best sellers,
 * featured; also most order", with the list pattern's parameters (docs/spec.md §7).
 */
export const SORT_OPTIONS = {
  featured: { orderBy: 'featured', sortedBy: 'asc' },
  best_sellers: { orderBy: 'best_sellers', sortedBy: 'desc' },
  price_asc: { orderBy: 'price', sortedBy: 'asc' },
  price_desc: { orderBy: 'price', sortedBy: 'desc' },
  title_asc: { orderBy: 'name', sortedBy: 'asc' },
  title_desc: { orderBy: 'name', sortedBy: 'desc' },
  new_arrivals: { orderBy: 'created_at', sortedBy: 'desc' },
  most_order: { orderBy: 'most_order', sortedBy: 'desc' },
} as const;

export type SortOption = keyof typeof SORT_OPTIONS;

export const DEFAULT_SORT: SortOption = 'featured';

export const isSortOption = (text: string): text is SortOption => Object.hasOwn(SORT_OPTIONS, text);
