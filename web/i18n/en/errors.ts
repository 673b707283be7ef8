/** Messages of the pages for "not found" and for errors. */
export const errors = {
  'layout.not_found_title': 'We can’t find this page',
  'layout.not_found_text': 'The page is currently unavailable, try again later.',
  'layout.not_found_search': 'Or search for a product:',
  'layout.error_title': 'Something went wrong',
  'layout.error_text': 'We could not show this page. Your cart is safe. Please try again.',
  'layout.connection_title': 'You’re offline',
  'layout.connection_text': 'This page opens as soon as you’re back online. Your cart is saved on this device.',
  'layout.connection_cart': 'Open cart',
  'layout.offline_part': 'You’re offline, and this was not saved before. It loads once you’re back online.',
  'layout.to_home': 'To the home page',
} as const;
