/** Messages of the components in `ui/`. */
export const ui = {
  'ui.optional': '(optional)',
  'ui.close': 'Close',
  'ui.error': 'We could not load this.',
  'ui.error_network': 'No connection. Please check it and try again.',
  'ui.retry': 'Try again',
  'ui.scroll_back': 'Previous',
  'ui.scroll_on': 'Next',
  'ui.breadcrumbs': 'You are here',
  'ui.showing': 'Showing {shown} of {total}',
  'ui.load_more': 'Load more',
  // docs/spec.md §8
  'ui.copied': 'Copied!',
} as const;
