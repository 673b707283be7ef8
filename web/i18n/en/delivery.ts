/** Messages of the postcode to deliver to. */
export const delivery = {
  'delivery.choose': 'Delivery postcode',
  'delivery.to': 'Deliver to {place}',
  'delivery.title': 'Where do we deliver?',
  'delivery.zip_hint': '5 digits. We use it for the delivery fee, free shipping and slots.',
  'delivery.zip_required': 'Postcode is required',
  'delivery.zip_save': 'Deliver here',
  'delivery.saved': 'Delivery to {place}: {fee}',
  'delivery.saved_free_from': 'Delivery to {place}: {fee}, free from {amount}',
  'delivery.saved_none': 'We do not deliver to {place} yet',
} as const;
