/**
 * Undoes the removal of a line in the page, because a toast is too short for that (docs/ux.md#rule-18,
 * docs/ux.md#rule-38).
 */
import type { CartItem } from '@shop/contract/cart';
import { isSameLine } from '@shop/core/cart/cart';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { cart } from '../cart-actions.ts';

export type Removed = { line: CartItem; at: number };

export type RemovedLines = {
  /** Removed lines that are not in the cart. */
  gone: readonly Removed[];
  remember(line: CartItem): void;
  undo(removed: Removed): Promise<void>;
  clear(): void;
};

/** Remembers removed lines with their positions. */
export function useRemovedLines(items: readonly CartItem[]): RemovedLines {
  const [removed, setRemoved] = useState<Removed[]>([]);
  const gone = removed.filter(({ line }) => !items.some((each) => isSameLine(each, line)));
  return {
    gone,
    remember(line) {
      const at = items.findIndex((each) => isSameLine(each, line));
      setRemoved([...gone.filter((each) => !isSameLine(each.line, line)), { line, at }]);
    },
    async undo({ line }) {
      setRemoved(gone.filter((each) => each.line !== line));
      const refused = await cart.add(line, line.quantity);
      if (refused === null && !line.checkout) await cart.toggleCheckout(line);
    },
    clear: () => setRemoved([]),
  };
}

/** Shows the undo row in place of a removed line, and takes its focus. */
export function RemovedLine({ name, onUndo }: { name: string; onUndo: () => void }) {
  const t = useT();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <li
      ref={row}
      className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 text-sm text-ink-2"
    >
      <span className="min-w-0 truncate">{t('cart.removed', { name })}</span>
      <Button kind="quiet" size="compact" onClick={onUndo}>
        {t('cart.undo')}
      </Button>
    </li>
  );
}
