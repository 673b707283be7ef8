/** Scrolls to the section of a link such as `/#bundles`. */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Time in ms in which sections above the target may still load. */
const SETTLING_MS = 3_000;

const SHOPPER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the hash's target once it is rendered, and again whenever a section loads above it, until the shopper
 * scrolls or presses a key, for at most 3 seconds. Does nothing after Back, which restores the scroll position.
 */
export function useHashTarget(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    const id = location.hash.slice(1);
    const content = document.getElementById('content');
    if (id === '' || content === null || navigation === 'POP') return;
    const observer = new ResizeObserver(() => {
      const target = document.getElementById(id);
      target?.focus({ preventScroll: true });
      target?.scrollIntoView();
    });
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const event of SHOPPER_EVENTS) window.removeEventListener(event, stop);
    };
    const timer = setTimeout(stop, SETTLING_MS);
    for (const event of SHOPPER_EVENTS) window.addEventListener(event, stop, { passive: true });
    observer.observe(content);
    return stop;
  }, [location, navigation]);
}
