/** Messages of the cart. */
export const cart = {
  // docs/spec.md §8
  'cart.updated': 'Successfully updated cart item(s)',
  'cart.update_failed': 'Failed to update cart',

  'cart.quantity': 'Quantity',
  'cart.quantity_of': 'Quantity of {name}',
  'cart.one_more': 'One more of {name}',
  'cart.one_less': 'One less of {name}',
  'cart.remove': 'Remove {name}',
  'cart.add_named': 'Add {name} to the cart',
  'cart.add_amount': 'Add · {amount}',
  'cart.choose': 'Choose an option of {name}',
  'cart.choose_option': 'Choose an option',
  'cart.similar': 'Similar',
  'cart.similar_to': 'Products similar to {name}',
  'cart.said_quantity': '{name}: {count} in your cart',
  'cart.said_removed': '{name} removed from your cart',

  'cart.in_cart': '{count} in your cart',
  'cart.view': 'View',

  'cart.subtotal': 'Subtotal',
  'cart.discount': 'Discount',
  'cart.coupon': 'Coupon',
  'cart.line_discount': 'Discount {amount}',
  'cart.delivery': 'Delivery',
  'cart.delivery_later': 'at checkout',
  'cart.delivery_from': 'from {amount}',
  'cart.delivery_none': 'not to your postcode yet',
  'cart.free': 'Free',
  'cart.bag_fee': 'Bag fee',
  'cart.tip': 'Tip',
  'cart.rounding': 'Rounding (cash)',
  'cart.total': 'Total',
  'cart.total_estimated': 'Estimated total',
  'cart.nothing_selected': 'Select at least one item to check out.',
} as const;
