/** Words of the notice about tracking. */
export const tracking = {
  'tracking.title': 'May we count your visit?',
  'tracking.text':
    'With your consent, partners who measure our advertising learn which products are looked at and put into the cart. Never your name, contact or order.',
  'tracking.privacy': 'How we treat your data',
  'tracking.accept': 'Accept',
  'tracking.decline': 'Decline',
} as const;
