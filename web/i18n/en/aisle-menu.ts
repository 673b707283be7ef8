/** Messages of the aisle menu: the panel of wide screens and the sheet of phones. */
export const aisleMenu = {
  'menu.deal': 'On sale in {name}',
  'menu.dietary': 'By dietary need',
  'menu.more': 'More',
} as const;
