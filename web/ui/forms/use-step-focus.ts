import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element and scrolls to it when a form's step changes, because the previous step's focused button is gone,
 * and below a shorter step the browser would show the end of the page. Leaves the focus in a field of the step that has
 * taken it.
 */
export function useStepFocus<E extends HTMLElement>(step: string | number): RefObject<E | null> {
  const target = useRef<E>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    const { current } = target;
    if (current === null || current.contains(document.activeElement)) return;
    current.focus({ preventScroll: true });
    current.scrollIntoView({ block: 'start' });
  }, [step]);
  return target;
}
