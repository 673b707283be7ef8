/** The rules' other texts in English. Texts of the specification are exact. */
export const words = {
  // docs/spec.md §9 "Free-shipping texts"
  'free_shipping.spend': 'Spend {amount} more to get Free Shipping',
  'free_shipping.add_items': 'Add {n} more items to get Free Shipping',
  'free_shipping.add_weight': 'Add {kg} kg more to get Free Shipping',
  'free_shipping.done': "You've got free shipping",
  'free_shipping.done_up_to_amount': "You've got free shipping on orders up to {amount}",
  'free_shipping.done_up_to_items': "You've got free shipping on orders of up to {n} items",
  'free_shipping.done_up_to_weight': "You've got free shipping on orders up to {kg} kg",
  'free_shipping.over_amount': 'Free Shipping is for orders up to {amount}',
  'free_shipping.in_region': '{text} in {region}',
  'free_shipping.over_items': 'Free Shipping is for orders of up to {n} items',
  'free_shipping.over_weight': 'Free Shipping is for orders up to {kg} kg',
  'free_shipping.blocked_by_bulky': 'Bulky items are not delivered free',
  'free_shipping.blocked_by_goods': 'Some items in your cart are not delivered free',

  // Changes of a line or an order since the shopper last saw it
  'change.price': 'Price changed {old} → {new}',
  'change.stock': 'Only {new} left, quantity reduced',
  'change.max_qty': 'At most {new} of these in one order, quantity reduced',
  'change.min_qty': 'Sold in {new} or more, quantity raised',
  'change.unavailable': 'No longer available',
  'change.promo': 'Discount changed {old} → {new}',
  'change.slot': 'The delivery slot {slot} is no longer available',
  'change.fee': 'Delivery fee changed {old} → {new}',
  'change.total': 'Total changed {old} → {new}',
  'change.bulky': 'At most {new} bulky items in one order',

  // docs/spec.md §3 "order statuses"
  'order_status.pending': 'Pending',
  'order_status.processing': 'Processing',
  'order_status.packed': 'Packed',
  'order_status.delivery': 'Out for delivery',
  'order_status.complete': 'Complete',
  'order_status.canceled': 'Canceled',
  'payment_status.unpaid': 'Unpaid',
  'payment_status.paid': 'Paid',
  'payment_status.failed': 'Payment failed',
  'payment_status.refund_due': 'Refund on its way',
  'payment_status.refunded': 'Refunded',
  'order_note.unpaid': 'Not paid within {minutes} minutes',

  // A voucher's benefit in a word or two
  'voucher.free_delivery': 'Free delivery',
  'voucher.buy_get': 'Buy {buy}, get {get} free',
  'voucher.buy_get_off': 'Buy {buy}, get {get} at {percent}% off',

  'unit_price.100 g': '{price}/100 g',
  'unit_price.100 ml': '{price}/100 ml',
  'unit_price.pc': '{price}/pc',
  'unit_price.pack': '{price}/pack',
  'unit_price.sachet': '{price}/sachet',
  'unit_price.bag': '{price}/bag',
  'unit_price.egg': '{price}/egg',
  'unit_price.roll': '{price}/roll',
} as const;
