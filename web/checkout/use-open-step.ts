import { checkoutPath } from '@shop/core/links/paths';
import { useGo } from '../links.tsx';

/** Time in ms until the step is open and rendered. */
const RENDER_DELAY_MS = 350;

/**
 * Returns a function that opens a step and focuses the control at `selector`. In an overlay, the new history entry
 * replaces the overlay's, which closes it.
 */
export function useOpenStep(): (step: number, selector: string) => void {
  const go = useGo();
  return (step, selector) => {
    go(checkoutPath(), { state: { step }, preventScrollReset: true });
    setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus(), RENDER_DELAY_MS);
  };
}
