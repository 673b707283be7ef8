/**
 * The order that this tab placed last. Its checkout leaves history entries that lead nowhere: Back passes over them to
 * the page before the checkout, and Forward to the order's result.
 */
import { tabKey } from '../storage.ts';

/** The path of the order's result page; it survives the gateway's pages. */
export const placedOrder = tabKey('placed_order');

/** The history indexes of the result page and of the last entry shown. */
let resultIndex: number | null = null;
let lastIndex: number | null = null;

/** The index that the router gives to each history entry. */
const currentIndex = (): number | null => window.history.state?.idx ?? null;

/** Called when the result page opens. */
export function notePlacedResult(path: string): void {
  placedOrder.write(path);
  resultIndex = currentIndex();
  lastIndex = resultIndex;
}

/**
 * Returns how many entries to skip from a left-over entry of the checkout, in the direction in which the shopper goes;
 * null if this document lacks the indexes, as after a page of the gateway.
 */
export function stepsOverLeftover(): number | null {
  const [before, here] = [lastIndex, currentIndex()];
  lastIndex = here;
  if (before === null || here === null || resultIndex === null || here >= resultIndex) return null;
  if (here >= before) return resultIndex - here;
  return here > 0 ? -1 : null;
}
