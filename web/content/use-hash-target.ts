/** Links to a module of the home page from elsewhere, such as the chip "Bundles" (`/#bundles`). */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Modules above the target may still arrive this long, in ms. */
const SETTLING_MS = 3_000;

const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Goes to what the address's hash names, once it is there: modules come late, and each that comes above moves it away.
 * The shopper's own hand ends it. Back returns to where the page was scrolled to, as everywhere.
 */
export function useHashTarget(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    const id = location.hash.slice(1);
    const page = document.getElementById('content');
    if (id === '' || page === null || navigation === 'POP') return;
    const observer = new ResizeObserver(() => {
      const target = document.getElementById(id);
      target?.focus({ preventScroll: true });
      target?.scrollIntoView();
    });
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const event of BY_HAND) window.removeEventListener(event, stop);
    };
    const timer = setTimeout(stop, SETTLING_MS);
    for (const event of BY_HAND) window.addEventListener(event, stop, { passive: true });
    observer.observe(page);
    return stop;
  }, [location, navigation]);
}
