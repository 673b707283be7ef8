import { useEffect, useRef } from 'react';

const MIN_LENGTH = 4;
/** A scanner types faster than this between two keys, in milliseconds; slower keys begin another code. */
const PAUSE_MS = 300;

/** Hears a barcode scanner, which types a code and Enter as a keyboard does, outside of fields. */
export function useScanner(isOn: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!isOn) return;
    let code = '';
    let last = 0;
    const hear = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      if (event.timeStamp - last > PAUSE_MS) code = '';
      last = event.timeStamp;
      if (event.key === 'Enter') {
        if (code.length < MIN_LENGTH) return;
        // Enter would press the button that has the focus.
        event.preventDefault();
        event.stopPropagation();
        latest.current(code);
        code = '';
      } else if (event.key.length === 1) code += event.key;
    };
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [isOn]);
}
