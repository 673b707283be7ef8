/** Messages of the consent notice for tracking. */
export const tracking = {
  'tracking.title': 'May our partners measure your visit?',
  'tracking.text':
    'Our advertising partners would learn which products you view, add to your cart and buy, but never who you are.',
  'tracking.privacy': 'Privacy policy',
  'tracking.accept': 'Accept',
  'tracking.decline': 'Decline',
} as const;
