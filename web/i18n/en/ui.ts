/** Words of the kit. */
export const ui = {
  'ui.optional': '(optional)',
  'ui.close': 'Close',
  'ui.error': 'This could not be loaded.',
  'ui.error_network': 'No connection. Please check it and try again.',
  'ui.retry': 'Try again',
  'ui.breadcrumbs': 'You are here',
  'ui.showing': 'Showing {shown} of {total}',
  'ui.load_more': 'Load more',
  // docs/spec.md §8
  'ui.copied': 'Copied!',
} as const;
