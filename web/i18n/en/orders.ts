/** Words of orders and tracking. */
export const orders = {
  'orders.track_title': 'Track your order',
  'orders.track_text': 'With its number and the phone or email you gave. No account needed.',
  'orders.track_again': 'To show this order we need the phone or email it was placed with.',
  'orders.number': 'Order number',
  'orders.number_hint': '8 letters and digits, from your confirmation',
  // Spec §5 "Required: order number"
  'orders.number_required': 'Order number is required',
  'orders.contact': 'Phone or email',
  'orders.contact_hint': 'The one you gave at checkout',
  'orders.contact_required': 'Phone or email is required',
  'orders.track': 'Track order',
  'orders.not_found': 'We could not find this order',
  'orders.order_title': 'Order {number}',
  'orders.status_arrives': '{status} — arriving {when}',
  'orders.placed': 'Placed on {when}',
  'orders.timeline': 'Status',
  'orders.ahead': '(still to come)',
  'orders.items': 'Items',
  'orders.delivery': 'Delivery',
  'orders.payment': 'Payment',
  // Spec §8
  'orders.copied': 'Copied!',
  'orders.copy': 'Copy',
  'orders.today': 'today',
  'orders.tomorrow': 'tomorrow',
  'orders.leave_at_door': 'To be left at the door',
} as const;
