/** Loads the cart's lazy chunk and announces changes to screen readers. Rendered once, in the frame. */
import { Suspense, useEffect } from 'react';
import { lazyWithRetry } from '../hydration/lazy.tsx';
import { whenIdle } from '../hydration/when-idle.ts';
import { useCart } from './use-cart.ts';

const LazyCart = lazyWithRetry(() => import('./sync/LazyCart.tsx').then((file) => file.LazyCart));

export function CartProvider() {
  const announcement = useCart((state) => state.announcement);
  const isRequested = useCart((state) => state.isRequested);
  useEffect(() => whenIdle(() => useCart.setState({ isRequested: true })), []);
  return (
    <>
      <div role="status" className="sr-only">
        {announcement}
      </div>
      {isRequested && (
        <Suspense>
          <LazyCart />
        </Suspense>
      )}
    </>
  );
}
