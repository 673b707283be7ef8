/** Messages of the postcode to deliver to. */
export const delivery = {
  'delivery.choose': 'Delivery postcode',
  'delivery.to': 'Deliver to {zip}',
  'delivery.title': 'Where do we deliver?',
  'delivery.zip_hint': '5 digits. Decides delivery fee, free shipping and delivery times.',
  'delivery.zip_required': 'Postcode is required',
  'delivery.zip_save': 'Deliver here',
  'delivery.zip_saved': 'Prices and times are for {zip}',
} as const;
