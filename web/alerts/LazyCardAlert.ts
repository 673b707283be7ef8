/** An alert on a card, loaded only where a product is sold out or in the wishlist. */
import { createElement } from 'react';
import { lazyHydrated } from '../hydration/lazy.tsx';

export const LazyCardAlert = lazyHydrated(
  () => import('./CardAlert.tsx').then((file) => file.CardAlert),
  createElement('span', { className: 'h-11' }),
);
