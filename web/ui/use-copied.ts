/** Copies text, and says for a moment that it was copied. */
import { useEffect, useState } from 'react';

/** How long a button shows the confirmation. */
const COPIED_MS = 2_000;

/** `copy` returns false without a clipboard, such as without a secure context. */
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
