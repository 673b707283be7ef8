/** Messages of favourites; docs/spec.md §8 gives the texts. */
export const wishlist = {
  'wishlist.add': 'Add to My Favourite',
  'wishlist.remove': 'Remove from My Favourite',
  'wishlist.added': 'Successfully added to My Favourite.',
  'wishlist.removed': 'Successfully removed from My Favourite.',
  'wishlist.failed': 'Failed to save My Favourite.',
  'wishlist.none': 'No favourites yet',
  'wishlist.none_text': 'Tap the heart on a product to save it here.',
  'wishlist.available': 'In stock only',
  'wishlist.none_available': 'None of your favourites is in stock right now.',
  'wishlist.count': '{count, plural, one {# product} other {# products}}',
} as const;
