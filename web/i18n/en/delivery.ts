/** Messages of the postcode to deliver to. */
export const delivery = {
  'delivery.choose': 'Delivery postcode',
  'delivery.to': 'Deliver to {zip}',
  'delivery.title': 'Where do we deliver?',
  'delivery.zip_hint': '5 digits. We use it for the delivery fee, free shipping and slots.',
  'delivery.zip_required': 'Postcode is required',
  'delivery.zip_save': 'Deliver here',
  'delivery.zip_saved': 'Delivery fees and slots are for {zip}',
} as const;
