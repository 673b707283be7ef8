/**
 * Line updates (docs/spec.md §7 "Update cart"): absolute quantities and checkout flags, applied or rejected per line.
 */

import { isSameLine, type LineKey } from '@shop/core/cart/cart';
import { checkBulkyLimit, checkLineQuantity, MAX_LINES } from '@shop/core/cart/limits';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { Change } from './changes.ts';
import { demandOf, type Line, limitsBeside } from './lines.ts';

/** An update of one line; fields left out do not change. */
export type Wish = LineKey & { quantity?: number; checkout?: boolean };

/** A rejected update with the change that reports it; without a line if the product does not exist. */
export type RefusedWish = { refused: Refusal; change: Change | null };

/** Joins updates of the same line; the later one wins. */
function mergeWishes(wishes: readonly Wish[]): Wish[] {
  const merged: Wish[] = [];
  for (const wish of wishes) {
    const at = merged.findIndex((each) => isSameLine(each, wish));
    if (at < 0) merged.push(wish);
    else merged[at] = { ...merged[at], ...wish };
  }
  return merged;
}

/** Returns the line with the update applied. */
const granted = (line: Line, wish: Wish): Line => ({
  ...line,
  quantity: wish.quantity ?? line.quantity,
  checkout: wish.checkout ?? line.checkout,
});

/** Checks an update against the other lines. Removing the checkout flag is always allowed. */
function checkWish(line: Line, wished: Line, others: readonly Line[], bulky_max: number): Refusal | null {
  if (wished.quantity === 0 || (!wished.checkout && wished.quantity <= line.quantity)) return null;
  if (!wished.is_sold) return refusal('cart.unavailable');
  if (wished.position === null && others.length >= MAX_LINES) return refusal('cart.too_many_lines', { max: MAX_LINES });
  const limits = limitsBeside(wished, wished.checkout ? demandOf(others) : new Map());
  return (
    checkLineQuantity({ ...limits, quantity: wished.quantity }) ??
    (wished.bulky && wished.checkout ? checkBulkyLimit([...others, wished], bulky_max) : null)
  );
}

/** Finds the change that reports a refusal at its line. */
function refusedChange(line: Line, wish: Wish, refused: Refusal): Change {
  const asked = { line, old: wish.quantity ?? line.quantity, new: line.quantity, refused };
  switch (refused.code) {
    case 'cart.unavailable':
      return { ...asked, field: 'unavailable' };
    case 'cart.min_quantity':
      return { ...asked, field: 'min_qty' };
    case 'cart.bulky_limit':
      return { ...asked, field: 'bulky' };
    case 'cart.sold_out':
      return { ...asked, field: 'stock' };
    default:
      return { ...asked, field: refused.params?.max === line.max_sale_qty ? 'max_qty' : 'stock' };
  }
}

/** Sorts updates that release stock before those that take it, so that both can be applied. */
const gives = (line: Line, wish: Wish): boolean =>
  wish.checkout === false || (wish.quantity ?? line.quantity) <= line.quantity;

/**
 * Applies the updates that it can (docs/readings.md#6). `lines` holds the cart's lines and, with quantity 0 and no
 * position, lines to add; lines with quantity 0 are removed at the end. Reports refusals of bulky goods first, since
 * the client reads only the first one (docs/api.md#cart).
 */
export function grantWishes(
  lines: readonly Line[],
  wishes: readonly Wish[],
  bulky_max: number,
): { lines: Line[]; refused: RefusedWish[] } {
  const current = new Map(lines.map((line) => [line, line]));
  const refusedWishes: RefusedWish[] = [];
  const named = mergeWishes(wishes).map((wish) => ({ wish, line: lines.find((each) => isSameLine(each, wish)) }));
  const inOrder = named.toSorted(
    (a, b) =>
      Number(b.line !== undefined && gives(b.line, b.wish)) - Number(a.line !== undefined && gives(a.line, a.wish)),
  );
  for (const { wish, line } of inOrder) {
    if (line === undefined) {
      // Repeated requests remove lines that are already gone.
      if (wish.quantity !== 0) refusedWishes.push({ refused: refusal('cart.unavailable'), change: null });
      continue;
    }
    const wished = granted(line, wish);
    if (wished.quantity === line.quantity && wished.checkout === line.checkout) continue;
    const others = [...current.values()].filter((each) => each.quantity > 0 && !isSameLine(each, line));
    const refused = checkWish(line, wished, others, bulky_max);
    if (refused === null) current.set(line, wished);
    else refusedWishes.push({ refused, change: refusedChange(line, wish, refused) });
  }
  const isBulky = ({ refused }: RefusedWish) => Number(refused.code === 'cart.bulky_limit');
  return {
    lines: [...current.values()].filter((line) => line.quantity > 0),
    refused: refusedWishes.toSorted((a, b) => isBulky(b) - isBulky(a)),
  };
}
