/** What any page may say: the first words a browser loads. */
import { cart } from './cart.ts';
import { catalog } from './catalog.ts';
import { layout } from './layout.ts';
import { ui } from './ui.ts';

export const en = { ...ui, ...layout, ...catalog, ...cart };
