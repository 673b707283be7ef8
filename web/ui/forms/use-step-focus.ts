import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element and scrolls to it when a form's step changes. The new step may be shorter, so that the browser
 * would show what is below it, and the focused button of the last step is gone. A field inside that has taken the focus
 * keeps it.
 */
export function useStepFocus<E extends HTMLElement>(step: string | number): RefObject<E | null> {
  const target = useRef<E>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const { current } = target;
    if (current === null || current.contains(document.activeElement)) return;
    current.focus({ preventScroll: true });
    current.scrollIntoView({ block: 'start' });
  }, [step]);
  return target;
}
