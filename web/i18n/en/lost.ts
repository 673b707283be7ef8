/** Words of what stands in a page's place when there is none, or when it failed. */
export const lost = {
  'layout.not_found_title': 'This page is currently unavailable',
  'layout.not_found_text': 'The page is currently unavailable, try again later.',
  'layout.not_found_search': 'Or look for something good:',
  'layout.error_title': 'The seam has come apart',
  'layout.error_text': 'Something went wrong on our side. Your cart is safe.',
  'layout.to_home': 'To the home page',
} as const;
