import { checkoutPath } from '@shop/core/links/paths';
import { useGo } from '../links.tsx';

const SHOPPER_EVENTS = ['pointerdown', 'keydown'] as const;

/**
 * Focuses the first enabled control at `selector` once it is rendered in the open step and no dialog covers it, unless
 * the shopper taps or presses a key first: a step may have to load its code or its slots.
 */
export function focusOnceShown(step: number, selector: string): void {
  const focus = () => {
    const control = document.querySelector<HTMLElement>(`[data-open-step="${step}"] ${selector}:enabled`);
    if (control === null || document.querySelector('dialog[open]') !== null) return;
    stop();
    control.focus();
  };
  const observer = new MutationObserver(focus);
  const stop = () => {
    observer.disconnect();
    for (const event of SHOPPER_EVENTS) window.removeEventListener(event, stop);
  };
  for (const event of SHOPPER_EVENTS) window.addEventListener(event, stop);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-open-step', 'disabled', 'open'],
  });
  focus();
}

/** Returns whether an element of the open step has the focus: then its heading does not take it. */
export const isOpenStepFocused = (): boolean => document.querySelector('[data-open-step] :focus') !== null;

/**
 * Returns a function that opens a step and focuses the control at `selector`. In an overlay, the new history entry
 * replaces the overlay's, which closes it.
 */
export function useOpenStep(): (step: number, selector: string) => void {
  const go = useGo();
  return (step, selector) => {
    go(checkoutPath(), { state: { step }, preventScrollReset: true });
    focusOnceShown(step, selector);
  };
}
