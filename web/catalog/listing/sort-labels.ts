import { DEFAULT_SORT, type SortOption } from '@shop/core/catalog/sort-options';
import type { PlainKey } from '../../i18n/MessagesProvider.tsx';

/** Sort options in the order of docs/spec.md §9 "Sort options", the default first. */
export const SORT_ORDER: readonly SortOption[] = [
  DEFAULT_SORT,
  'best_sellers',
  'price_asc',
  'price_desc',
  'title_asc',
  'title_desc',
  'new_arrivals',
  'most_order',
];

export const SORT_LABELS: { readonly [Each in SortOption]: PlainKey } = {
  featured: 'listing.sort_featured',
  best_sellers: 'layout.best_sellers',
  price_asc: 'listing.sort_price_asc',
  price_desc: 'listing.sort_price_desc',
  title_asc: 'listing.sort_title_asc',
  title_desc: 'listing.sort_title_desc',
  new_arrivals: 'listing.sort_new_arrivals',
  most_order: 'listing.sort_most_order',
};

/** Explains two sort options whose labels are almost the same. */
export const SORT_NOTES: { readonly [Each in SortOption]?: PlainKey } = {
  best_sellers: 'listing.sort_best_sellers_text',
  most_order: 'listing.sort_most_order_text',
};
