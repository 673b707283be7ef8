/**
 * Messages of alerts (buttons, form, list, pages of their links), and of the unsubscribe page for alerts and marketing
 * emails.
 */
export const alerts = {
  'alerts.back-in-stock': 'Notify me when it is back',
  'alerts.price-drop': 'Notify me when the price falls',
  'alerts.remind': 'Remind me',
  'alerts.on_back-in-stock': 'We will notify you when it is back',
  'alerts.on_price-drop': 'We will notify you when the price falls',
  'alerts.off': 'Alert ended',
  'alerts.failed': 'We could not save the alert. Please try again.',
  'alerts.title': 'Get an email',
  'alerts.text': 'We will send you a link to confirm your email. Then you will hear from us.',
  'alerts.email': 'Email',
  'alerts.send': 'Send me the link',
  'alerts.sent': 'Check your inbox for the link',
  'alerts.confirmed': 'Your alert is confirmed',
  'alerts.ended': 'Your alert has ended',
  'alerts.ended_text': 'We will not write to you about {name} again.',
  'alerts.confirmed_back-in-stock': 'We will write to you when {name} is back.',
  'alerts.confirmed_price-drop': 'We will write to you when the price of {name} falls.',
  'alerts.invalid': 'This link does not work',
  'alerts.product': 'See the product',
  'unsubscribe.alert': 'End this alert?',
  'unsubscribe.marketing': 'Stop emails with offers and news?',
  'unsubscribe.button': 'Unsubscribe',
  'unsubscribe.done': 'You are unsubscribed',
  'unsubscribe.done_text': 'We will not email you offers and news. You still get emails about your orders.',
  'alerts.list': 'My alerts',
  'alerts.end': 'End alert: {name}',
} as const;
