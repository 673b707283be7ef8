/** Messages that only the app shows. */
export const native = {
  'native.exit': 'Press again to exit',
  'native.update': 'Update now',
  'native.update_search': 'Look for the update in your app store.',
  'native.update_required': 'Update the app to continue',
  'native.update_required_text': 'This version no longer works. Your cart and your account are there after the update.',
  'native.update_offer': 'A new version is ready',
  'native.update_offer_text': 'Version {version} has our latest improvements and fixes.',
  'native.unseen': 'This page is not on your phone yet. It opens as soon as you’re back online.',
  'native.refreshing': 'Refreshing…',
  'native.refreshed': 'Up to date',
  'native.refresh_failed': 'Could not refresh. Check your connection.',
  'native.later': 'Not now',
  'native.push_offer': 'Follow your order on this phone',
  'native.push_offer_text':
    'We notify you when your order is packed, on its way and delivered. Your phone will ask for your permission next. You can change this in the notification settings at any time.',
  'native.push_allow': 'Turn on notifications',
  'native.push_on': 'Notifications are on for this phone',
  'native.push_on_text': 'Choose below what they are about.',
  'native.push_off': 'Notifications are off for this phone',
  'native.push_off_text': 'Turn them on to follow your orders without opening the app.',
  'native.push_help_android':
    'To turn them on, open your phone’s settings, then Apps, {app} and Notifications, and allow them.',
  'native.push_help_ios':
    'To turn them on, open your iPhone’s Settings, then Notifications and {app}, and switch on Allow Notifications.',
  'native.push_view': 'View',
} as const;
