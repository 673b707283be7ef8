/** Copies text, and confirms it for a moment. */
import { useEffect, useState } from 'react';

/** Time in ms for which a button shows the confirmation. */
const COPIED_MS = 2_000;

/** `copy` returns false if the browser offers no clipboard, for example on a page without HTTPS. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => Promise<boolean> } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        return true;
      } catch {
        return false;
      }
    },
  };
}
