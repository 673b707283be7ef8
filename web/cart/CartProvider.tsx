/** Loads the cart's lazy chunk and announces changes to screen readers. Stands once in the frame. */
import { Suspense, useEffect } from 'react';
import { lazyWithRetry } from '../lazy.tsx';
import { useCart } from './use-cart.ts';

const LazyCart = lazyWithRetry(() => import('./LazyCart.tsx').then((file) => file.LazyCart));

/** The wait in browsers without idle callbacks. */
const IDLE_AFTER_MS = 300;

/** Calls back when the page is idle. Returns the way to cancel. */
function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(act, { timeout: 2_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, IDLE_AFTER_MS);
  return () => clearTimeout(timer);
}

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
