/** Every area's words in one: a page loads one language's. */
import { cart } from './cart.ts';
import { catalog } from './catalog.ts';
import { checkout } from './checkout.ts';
import { home } from './home.ts';
import { layout } from './layout.ts';
import { orders } from './orders.ts';
import { ui } from './ui.ts';

export const zh = { ...ui, ...layout, ...home, ...catalog, ...cart, ...checkout, ...orders };
