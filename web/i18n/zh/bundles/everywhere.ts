/** Messages of the frame, the home page and product pages' first screen: the browser loads them first. */
import { cart } from '../cart.ts';
import { catalog } from '../catalog.ts';
import { home } from '../home.ts';
import { layout } from '../layout.ts';
import { ui } from '../ui.ts';

export const everywhere = { ...ui, ...layout, ...catalog, ...cart, ...home };
