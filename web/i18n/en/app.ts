/** Messages about the phone app: opening it from a browser, and its page. */
export const app = {
  'app.open_title': 'Continue in our app',
  'app.opening': 'Opening the app…',
  'app.opened': 'Continue in the app, or stay here.',
  'app.unopened': 'The app did not open. Get it from the store, or continue here.',
  'app.unopened_plain': 'The app did not open. You can do everything here as well.',
  'app.open': 'Open in app',
  'app.get': 'Get the app',
  'app.stay': 'Continue in browser',
  'app.installed': 'Just installed it?',
  'app.continue': 'Open this page in the app',
  'app.title': 'Our app for your phone',
  'app.intro': 'The whole shop in your pocket: the same account, cart and offers as on this website.',
  'app.offline':
    'Works without a connection: what you saw last in the shop, your cart and your member card are on your phone.',
  'app.push': 'Notifications about your orders as they happen.',
  'app.brightness': 'Your member card at full brightness, so that it scans at once at the counter.',
  'app.ios': 'Download on the App Store',
  'app.android': 'Get it on Google Play',
  'app.none': 'The app is not in the stores yet. This website works just as well on your phone.',
  'app.scan': 'Scan the code with your phone’s camera to open this page there.',
  'app.qr': 'QR code of this page',
} as const;
