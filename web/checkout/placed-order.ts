/**
 * The order that this tab placed last. The history entries of its checkout no longer lead anywhere ("left-over"): Back
 * skips them to the page before the checkout, Forward to the order's result.
 */
import { tabKey } from '../storage.ts';

/** The path of the order's result page. It is stored, because the gateway's pages replace this document. */
export const placedOrder = tabKey('placed_order');

/** The state of a history entry of the checkout. `after`: the result of the order that the tab had placed before it. */
export type StepState = { step?: number; after?: string | null } | null;

/**
 * Returns the path of the result page to show instead of a left-over entry of the checkout; null for any other entry.
 */
export function findLeftoverResult(entry: StepState): string | null {
  const result = placedOrder.read();
  return entry?.after !== undefined && entry.after !== result ? result : null;
}

/** The history indexes of the result page and of the last entry shown. */
let resultIndex: number | null = null;
let lastIndex: number | null = null;

/** Returns the index that the router gave to the current history entry; null without one. */
export const readHistoryIndex = (): number | null => window.history.state?.idx ?? null;

/** Stores the history index of a result page that has opened, if it shows the order that this tab placed last. */
export function notePlacedResult(path: string): void {
  if (placedOrder.read() !== path) return;
  resultIndex = readHistoryIndex();
  lastIndex = resultIndex;
}

/**
 * Returns how many entries to skip from a left-over entry of the checkout, in the direction in which the shopper goes;
 * null if this document lacks the indexes, as after a page of the gateway.
 */
export function countLeftoverSteps(): number | null {
  const [previousIndex, currentIndex] = [lastIndex, readHistoryIndex()];
  lastIndex = currentIndex;
  if (previousIndex === null || currentIndex === null || resultIndex === null || currentIndex >= resultIndex)
    return null;
  if (currentIndex >= previousIndex) return resultIndex - currentIndex;
  return currentIndex > 0 ? -1 : null;
}
