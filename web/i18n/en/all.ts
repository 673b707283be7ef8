/** Every area's words in one: the server's, and the type of them all. */
import { checkout } from './checkout.ts';
import { en as everywhere } from './everywhere.ts';
import { home } from './home.ts';
import { orders } from './orders.ts';
import { product } from './product.ts';

export const en = { ...everywhere, ...home, ...checkout, ...orders, ...product };
