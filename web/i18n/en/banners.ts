/** Messages of banners and the popup. */
export const banners = {
  'banners.offers': 'Offers',
  'banners.show': 'Show offer: {title}',
  'banners.preview': 'Preview: this banner is not shown to shoppers',
  'banners.popup': 'An offer for you',
  'banners.popup_close': 'No, thanks',
} as const;
