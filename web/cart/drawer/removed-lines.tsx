/**
 * Undoes the removal of a line in the page, because a toast is too short for that (docs/ux.md#rule-18,
 * docs/ux.md#rule-38).
 */
import type { CartItem } from '@shop/contract/cart';
import { isSameLine, lineKey } from '@shop/core/cart/cart';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { cart } from '../cart-actions.ts';

/** Lines that were removed together, and the position of the first of them. */
export type RemovedBatch = { lines: readonly CartItem[]; at: number };

export type RemovedLines = {
  /** Removed lines that are not in the cart again. */
  batches: readonly RemovedBatch[];
  remember(lines: readonly CartItem[]): void;
  undo(removed: RemovedBatch): Promise<void>;
  clear(): void;
};

/** Remembers removed lines with their positions. */
export function useRemovedLines(items: readonly CartItem[]): RemovedLines {
  const [removed, setRemoved] = useState<RemovedBatch[]>([]);
  const isIn = (lines: readonly CartItem[], line: CartItem) => lines.some((each) => isSameLine(each, line));
  /** Leaves out lines that are among `others`. */
  const without = (all: readonly RemovedBatch[], others: readonly CartItem[]) =>
    all
      .map(({ lines, at }) => ({ lines: lines.filter((line) => !isIn(others, line)), at }))
      .filter(({ lines }) => lines.length > 0);
  const batches = without(removed, items);
  return {
    batches,
    remember(lines) {
      setRemoved([...without(batches, lines), { lines, at: items.findIndex((each) => isIn(lines, each)) }]);
    },
    async undo({ lines }) {
      setRemoved(without(batches, lines));
      for (const line of lines) {
        const refusal = await cart.add(line, line.quantity);
        if (refusal === null && !line.checkout) await cart.toggleCheckout(line);
      }
    },
    clear: () => setRemoved([]),
  };
}

/** Shows a row with an undo button in place of removed lines, and focuses the button. */
export function RemovedRow({ lines, onUndo }: { lines: readonly CartItem[]; onUndo: () => void }) {
  const t = useT();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const [only] = lines;
  return (
    <li
      ref={row}
      className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 text-sm text-ink-2"
    >
      <span className="min-w-0 truncate">
        {lines.length === 1 && only !== undefined
          ? t('cart.removed', { name: only.name })
          : t('cart.removed_lines', { count: lines.length })}
      </span>
      <Button kind="quiet" size="compact" onClick={onUndo}>
        {t('cart.undo')}
      </Button>
    </li>
  );
}

/** Builds a React key for a batch from its lines. */
export const batchKey = ({ lines }: RemovedBatch): string => lines.map(lineKey).join(' ');
