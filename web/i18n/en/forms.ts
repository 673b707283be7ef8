/** Messages that all forms share. */
export const forms = {
  'forms.problems': '{count, plural, one {There is # problem to fix} other {There are # problems to fix}}',
  'forms.failed': 'Something went wrong. Please check your connection and try again.',
  'forms.wait': 'Too many attempts. Please wait {count, plural, one {# minute} other {# minutes}} and try again.',
  'forms.wait_seconds': 'Please wait {count, plural, one {# second} other {# seconds}} and try again.',
} as const;
