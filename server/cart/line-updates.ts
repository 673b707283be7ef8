/**
 * Line updates (docs/spec.md §7 "Update cart"): absolute quantities and checkout flags, applied or rejected per line.
 */

import { isSameLine, type LineKey } from '@shop/core/cart/cart';
import { checkBulkyLimit, checkLineQuantity, MAX_LINES, maxQuantity } from '@shop/core/cart/limits';
import { type Refusal, refusal } from '@shop/core/refusal';
import type { Change } from './changes.ts';
import { demandOf, type Line, limitsBeside } from './lines.ts';

/** An update of one line; fields left out do not change. */
export type LineUpdate = LineKey & { quantity?: number; checkout?: boolean };

/** A rejected update with the change that reports it; without a line if the product does not exist. */
export type RejectedUpdate = { refused: Refusal; change: Change | null };

/** Joins updates of the same line; the later one wins. */
function mergeUpdates(updates: readonly LineUpdate[]): LineUpdate[] {
  const merged: LineUpdate[] = [];
  for (const update of updates) {
    const at = merged.findIndex((each) => isSameLine(each, update));
    if (at < 0) merged.push(update);
    else merged[at] = { ...merged[at], ...update };
  }
  return merged;
}

const applyUpdate = (line: Line, update: LineUpdate): Line => ({
  ...line,
  quantity: update.quantity ?? line.quantity,
  checkout: update.checkout ?? line.checkout,
});

/**
 * Finds the most units, up to `quantity`, that a line may have beside the other lines, and why it is fewer; at least
 * its minimum. Refused altogether, the line keeps its units.
 */
export function mostAllowed(
  line: Line,
  quantity: number,
  others: readonly Line[],
  bulky_max: number,
): { quantity: number; refused: Refusal | null } {
  const wanted = { ...line, checkout: true, quantity: Math.max(quantity, line.min_sale_qty) };
  const refused = checkUpdate(line, wanted, others, bulky_max);
  if (refused === null) return { quantity: wanted.quantity, refused: null };
  const limited = maxQuantity(limitsBeside(wanted, demandOf(others)));
  const most = Math.min(limited, wanted.bulky ? bulkyLeft(others, bulky_max) : Number.POSITIVE_INFINITY);
  const isAllowed =
    most > line.quantity && checkUpdate(line, { ...wanted, quantity: most }, others, bulky_max) === null;
  return { quantity: isAllowed ? most : line.quantity, refused };
}

/** Units of bulky goods that other lines leave for an order. */
const bulkyLeft = (others: readonly Line[], bulky_max: number): number =>
  others.reduce((left, { bulky, checkout, quantity }) => left - (bulky && checkout ? quantity : 0), bulky_max);

/** Checks an update against the other lines. Removing the checkout flag is always allowed. */
function checkUpdate(line: Line, updated: Line, others: readonly Line[], bulky_max: number): Refusal | null {
  if (updated.quantity === 0 || (!updated.checkout && updated.quantity <= line.quantity)) return null;
  if (!updated.is_sold) return refusal(line.offer.type === 'voucher' ? 'cart.voucher' : 'cart.unavailable');
  if (updated.position === null && others.length >= MAX_LINES)
    return refusal('cart.too_many_lines', { max: MAX_LINES });
  const limits = limitsBeside(updated, updated.checkout ? demandOf(others) : new Map());
  return (
    checkLineQuantity({ ...limits, quantity: updated.quantity }) ??
    (updated.bulky && updated.checkout ? checkBulkyLimit([...others, updated], bulky_max) : null)
  );
}

/** Finds the change that reports a refusal at its line. */
function rejectedChange(line: Line, update: LineUpdate, refused: Refusal): Change {
  const reported = { line, old: update.quantity ?? line.quantity, new: line.quantity, refused };
  switch (refused.code) {
    case 'cart.unavailable':
    case 'cart.voucher':
      return { ...reported, field: 'unavailable' };
    case 'cart.min_quantity':
      return { ...reported, field: 'min_qty' };
    case 'cart.bulky_limit':
      return { ...reported, field: 'bulky' };
    case 'cart.sold_out':
      return { ...reported, field: 'stock' };
    default:
      return { ...reported, field: refused.params?.max === line.max_sale_qty ? 'max_qty' : 'stock' };
  }
}

/** Whether an update releases stock. These are applied first, so that others of the same request can take it. */
const releasesStock = (line: Line, update: LineUpdate): boolean =>
  update.checkout === false || (update.quantity ?? line.quantity) <= line.quantity;

/**
 * Applies the updates that it can (docs/readings.md#6). `lines` holds the cart's lines and, with quantity 0 and no
 * position, lines to add; lines with quantity 0 are removed at the end. Reports refusals of bulky goods first, since
 * the client reads only the first one (docs/api.md#cart).
 */
export function applyLineUpdates(
  lines: readonly Line[],
  updates: readonly LineUpdate[],
  bulky_max: number,
): { lines: Line[]; rejected: RejectedUpdate[] } {
  const current = new Map(lines.map((line) => [line, line]));
  const rejected: RejectedUpdate[] = [];
  const named = mergeUpdates(updates).map((update) => ({
    update,
    line: lines.find((each) => isSameLine(each, update)),
  }));
  const inOrder = named.toSorted(
    (a, b) =>
      Number(b.line !== undefined && releasesStock(b.line, b.update)) -
      Number(a.line !== undefined && releasesStock(a.line, a.update)),
  );
  for (const { update, line } of inOrder) {
    if (line === undefined) {
      // Repeated requests remove lines that are already gone.
      if (update.quantity !== 0) rejected.push({ refused: refusal('cart.unavailable'), change: null });
      continue;
    }
    const updated = applyUpdate(line, update);
    if (updated.quantity === line.quantity && updated.checkout === line.checkout) continue;
    const others = [...current.values()].filter((each) => each.quantity > 0 && !isSameLine(each, line));
    const refused = checkUpdate(line, updated, others, bulky_max);
    if (refused === null) current.set(line, updated);
    else rejected.push({ refused, change: rejectedChange(line, update, refused) });
  }
  const isBulky = ({ refused }: RejectedUpdate) => Number(refused.code === 'cart.bulky_limit');
  return {
    lines: [...current.values()].filter((line) => line.quantity > 0),
    rejected: rejected.toSorted((a, b) => isBulky(b) - isBulky(a)),
  };
}
