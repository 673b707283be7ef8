/** Words of every longer form. */
export const forms = {
  'forms.problems': '{count, plural, one {One thing needs another look} other {# things need another look}}',
} as const;
