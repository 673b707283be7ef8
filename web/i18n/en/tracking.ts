/** Words of the notice about tracking. */
export const tracking = {
  'tracking.title': 'May we count your visit?',
  'tracking.text':
    'Partners who measure our advertising would learn which products you look at and add. Never who you are.',
  'tracking.privacy': 'Privacy policy',
  'tracking.accept': 'Accept',
  'tracking.decline': 'Decline',
} as const;
