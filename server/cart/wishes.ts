/** What a shopper asks of a cart (docs/spec.md §7 "Update cart"): absolute quantities and checkout flags, granted or refused line by line. */

import { isSameLine, type LineKey } from '@shop/core/cart/cart';
import { checkBulkyLimit, checkLineQuantity, MAX_LINES } from '@shop/core/cart/limits';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { Change } from './changes.ts';
import { demandOf, type Line, limitsBeside } from './lines.ts';

/** One line's wish; what is not named stays. */
export type Wish = LineKey & { quantity?: number; checkout?: boolean };

/** A wish that was refused, and how its line tells so; no line where the product does not exist. */
export type RefusedWish = { refused: Refusal; change: Change | null };

/** The same line named twice counts as named once, the later word winning. */
function mergeWishes(wishes: readonly Wish[]): Wish[] {
  const merged: Wish[] = [];
  for (const wish of wishes) {
    const at = merged.findIndex((each) => isSameLine(each, wish));
    if (at < 0) merged.push(wish);
    else merged[at] = { ...merged[at], ...wish };
  }
  return merged;
}

/** The line as it would be if the wish were granted. */
const granted = (line: Line, wish: Wish): Line => ({
  ...line,
  quantity: wish.quantity ?? line.quantity,
  checkout: wish.checkout ?? line.checkout,
});

/** Whether a line may become what is wished, beside the others. Taking off the order is always granted. */
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

/** Which change tells a refusal at its line. */
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

/** A wish that gives something back comes before one that takes, so that both can be granted. */
const gives = (line: Line, wish: Wish): boolean =>
  wish.checkout === false || (wish.quantity ?? line.quantity) <= line.quantity;

/**
 * Grants what can be granted (docs/readings.md#6). `lines` holds the cart's lines and, at quantity 0 and without a position, those
 * that are wished for the first time; lines without a piece are gone afterwards. Refusals of bulky goods come first,
 * since the client looks at the first alone (docs/api.md#cart).
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
      // Removing what is not there is what a repeated request does.
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
