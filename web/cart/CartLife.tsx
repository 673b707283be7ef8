/** Keeps the cart alive in the document, and tells screen readers what happened to it. Stands once in the frame. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { useCartAnnouncement } from './announcer.ts';

export function CartLife() {
  const queries = useQueryClient();
  const lang = useLang();
  const t = useT();
  const text = useCartAnnouncement((state) => state.text);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    // Not needed for the first sight of a page, so not part of what it waits for.
    void import('./cart-life.ts').then(({ startCart }) => {
      if (!left) stop = startCart({ queries, lang, t });
    });
    return () => {
      left = true;
      stop?.();
    };
  }, [queries, lang, t]);
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  );
}
