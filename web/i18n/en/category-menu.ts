/** Messages of the category menu: the panel of wide screens and the sheet of phones. */
export const categoryMenu = {
  'menu.deal': 'On sale in {name}',
  'menu.dietary': 'By dietary need',
  'menu.more': 'More',
} as const;
