/** Messages that all longer forms share. */
export const forms = {
  'forms.problems': '{count, plural, one {There is # problem to fix} other {There are # problems to fix}}',
} as const;
