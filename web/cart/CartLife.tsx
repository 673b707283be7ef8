/** Keeps the cart alive in the document, and tells screen readers what happened to it. Stands once in the frame. */
import { Suspense, useEffect } from 'react';
import { late } from '../deferred.tsx';
import { useCartAnnouncement } from './announcer.ts';
import { useShownCart, wakeCart } from './shown-cart.ts';

const CartEngine = late(() => import('./CartEngine.tsx').then((file) => file.CartEngine));

/** A browser without idle callbacks settles about as fast. */
const SETTLED_MS = 300;

/** Calls back when the page has nothing more urgent to do. Answers the way to stop. */
function whenSettled(act: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(act, { timeout: 2_000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, SETTLED_MS);
  return () => clearTimeout(timer);
}

export function CartLife() {
  const text = useCartAnnouncement((state) => state.text);
  const wanted = useShownCart((state) => state.wanted);
  useEffect(() => whenSettled(wakeCart), []);
  return (
    <>
      <div role="status" className="sr-only">
        {text}
      </div>
      {wanted && (
        <Suspense>
          <CartEngine />
        </Suspense>
      )}
    </>
  );
}
