/** The alert button of a card, loaded only for products that are sold out or in the wishlist. */
import { createElement } from 'react';
import { lazyHydrated } from '../hydration/lazy.tsx';

export const LazyCardAlert = lazyHydrated(
  () => import('./CardAlert.tsx').then((file) => file.CardAlert),
  createElement('span', { className: 'h-11' }),
);
