/**
 * Undoes removals of lines in the page, because a toast disappears too soon for that (docs/ux.md#rule-18,
 * docs/ux.md#rule-38).
 */
import type { CartItem } from '@shop/contract/cart';
import { isSameLine, lineKey } from '@shop/core/cart/cart';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { cart } from '../cart-actions.ts';

/** Lines that were removed together, and the position of the first of them. */
export type RemovedBatch = { lines: readonly CartItem[]; position: number };

export type RemovedLines = {
  /** Removed lines that are not in the cart again. */
  batches: readonly RemovedBatch[];
  remember(lines: readonly CartItem[]): void;
  undo(batch: RemovedBatch): Promise<void>;
  clear(): void;
};

/** Remembers removed lines with their positions. */
export function useRemovedLines(items: readonly CartItem[]): RemovedLines {
  const [allBatches, setAllBatches] = useState<RemovedBatch[]>([]);
  const hasLine = (lines: readonly CartItem[], line: CartItem) => lines.some((each) => isSameLine(each, line));
  /** Drops lines that are among `others`. */
  const dropLines = (all: readonly RemovedBatch[], others: readonly CartItem[]) =>
    all
      .map(({ lines, position }) => ({ lines: lines.filter((line) => !hasLine(others, line)), position }))
      .filter(({ lines }) => lines.length > 0);
  const batches = dropLines(allBatches, items);
  return {
    batches,
    remember(lines) {
      setAllBatches([
        ...dropLines(batches, lines),
        { lines, position: items.findIndex((each) => hasLine(lines, each)) },
      ]);
    },
    async undo({ lines }) {
      setAllBatches(dropLines(batches, lines));
      for (const line of lines) {
        const refusal = await cart.add(line, line.quantity);
        if (refusal === null && !line.checkout) await cart.toggleCheckout(line);
      }
    },
    clear: () => setAllBatches([]),
  };
}

/** Shows a row with an undo button in place of removed lines, and focuses the button. */
export function RemovedLinesRow({ lines, onUndo }: { lines: readonly CartItem[]; onUndo: () => void }) {
  const t = useT();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const [line] = lines;
  return (
    <li
      ref={row}
      className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 text-sm text-ink-2"
    >
      <span className="min-w-0 truncate">
        {lines.length === 1 && line !== undefined
          ? t('cart.removed', { name: line.name })
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
