/** Messages of the suggestions below the search field. */
export const search = {
  'search.suggestions': 'Suggestions',
  'search.back': 'Close search',
  'search.recent': 'Recent searches',
  'search.recent_row': 'recent search',
  'search.aisles': 'Aisles',
  'search.products': 'Products',
  'search.in_aisle': '{keyword} in {aisle}',
  'search.brand': 'Brand',
  'search.sold_out': 'Sold out',
  'search.forget': 'Remove “{text}” from recent searches',
  'search.forget_all': 'Clear all',
  'search.actions': 'Suggestion actions',
  'search.tab_adds': 'Press Tab to add it to your cart',
  'search.tab_forgets': 'Press Tab to remove it',
  'search.count': '{count, plural, one {# suggestion} other {# suggestions}}. Use the up and down arrow keys.',
  'search.none': 'No suggestions',
} as const;
