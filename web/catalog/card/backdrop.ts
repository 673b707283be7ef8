/** The pastel background behind a category's packs. Whole class names, so that Tailwind finds them. */
import type { ProductRow } from '@shop/contract/catalog';

export const BACKDROP_CLASSES: { readonly [Stage in ProductRow['stage']]: string } = {
  snack: 'bg-stage-snack',
  fresh: 'bg-stage-fresh',
  drink: 'bg-stage-drink',
  dairy: 'bg-stage-dairy',
  home: 'bg-stage-home',
  pantry: 'bg-stage-pantry',
  sweet: 'bg-stage-sweet',
};
