/** Waits for the first popup, and notes how the shopper uses the page until then. */
import { useEffect, useState } from 'react';

/** Time after the first page (docs/readings.md#65). */
const POPUP_DELAY_MS = 5_000;

/** The last input: of a mouse or a finger, or of a key; and when. */
export const lastInput = { isByPointer: false, at: 0 };

const noteInput = ({ type }: Event) => {
  lastInput.isByPointer = type !== 'keydown';
  lastInput.at = Date.now();
};

/** Returns true once the time has passed. */
export function usePopupTime(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const types = ['pointermove', 'pointerdown', 'wheel', 'keydown'];
    for (const type of types) addEventListener(type, noteInput, { capture: true, passive: true });
    const timer = setTimeout(() => setDue(true), POPUP_DELAY_MS);
    return () => {
      clearTimeout(timer);
      for (const type of types) removeEventListener(type, noteInput, { capture: true });
    };
  }, []);
  return isDue;
}
