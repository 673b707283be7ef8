/** Words of the cart. */
export const cart = {
  'cart.title': 'Your sack',
  'cart.empty_title': 'Your sack is empty',
  'cart.empty_text': 'The aisles are full, though.',
  'cart.empty_action': 'See best sellers',
} as const;
