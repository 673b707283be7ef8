/** Delays the first popup, and records the shopper's last input, which decides whether a popup would disturb. */
import { useEffect, useState } from 'react';

/** Delay of the first popup after the first page (docs/readings.md#65). */
const POPUP_DELAY_MS = 5_000;

/** Whether the last input was by mouse or finger rather than by key, and its time in ms since 1970. */
export const lastInput = { isByPointer: false, at: 0 };

const noteInput = ({ type }: Event) => {
  lastInput.isByPointer = type !== 'keydown';
  lastInput.at = Date.now();
};

/** Returns true once `POPUP_DELAY_MS` have passed; records the shopper's input while the component is mounted. */
export function usePopupDue(): boolean {
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
