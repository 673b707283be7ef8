import { useEffect, useRef } from 'react';

const MIN_LENGTH = 4;
/** Maximum time in ms between two keys of a scanner; after a longer pause another code begins. */
const PAUSE_MS = 300;

/** Listens to a barcode scanner, which types a code and Enter like a keyboard. Ignores keys typed into fields. */
export function useScanner(isOn: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!isOn) return;
    let code = '';
    let last = 0;
    const readKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      if (event.timeStamp - last > PAUSE_MS) code = '';
      last = event.timeStamp;
      if (event.key === 'Enter') {
        if (code.length < MIN_LENGTH) return;
        // Enter would also press the focused button.
        event.preventDefault();
        event.stopPropagation();
        latest.current(code);
        code = '';
      } else if (event.key.length === 1) code += event.key;
    };
    window.addEventListener('keydown', readKey, true);
    return () => window.removeEventListener('keydown', readKey, true);
  }, [isOn]);
}
