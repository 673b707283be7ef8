/**
 * Cart lines: core's priced and limited line with its offer. Reconciles them, since between two reads prices change,
 * stock runs out and products leave, and applies updates to them.
 */
import { isSameLine, type LineKey, lineKey, type PricedLine } from '@shop/core/cart/cart';
import {
  checkBulkyLimit,
  checkLineQuantity,
  computeMaxQuantity,
  type LineLimits,
  MAX_LINES,
} from '@shop/core/cart/limits';
import type { ReportedChange } from '@shop/core/cart/line-change';
import { priceLines } from '@shop/core/cart/pricing';
import type { Sen } from '@shop/core/money';
import { type Refusal, refusal } from '@shop/core/refusal';
import { type Offer, unitsAvailable } from '../catalog/listing/offers.ts';

/** One line. Money in sen, weight in grams; `stock` is net of `min_qty` (docs/readings.md#5). */
export type LoadedLine = PricedLine &
  LineLimits & {
    variation_option_id: string | null;
    offer: Offer;
    /** Stored position in the cart; null for a new line. */
    position: number | null;
    /** Unit price that the shopper last saw, in sen; null for a new line. */
    seen_price: Sen | null;
    /** Whether it is still for sale. */
    is_sold: boolean;
    bulky: boolean;
    weight: number;
    /** Slugs of its categories with their ancestors; empty for a product that is no longer listed. */
    categories: readonly string[];
    /** Slugs of frozen categories that only a bundle's items are in. */
    frozen_parts: readonly string[];
    /** Slug of its brand; null without one, or for a product that is no longer listed. */
    brand: string | null;
  };

/** Maximum quantity of a line without another limit; it also keeps sums in bounds. */
export const MAX_LINE_QUANTITY = 9_999;

type LineState = Pick<LoadedLine, 'position' | 'quantity' | 'checkout' | 'seen_price'>;

/** The categories and brand of a line's product, by slug. */
type LineLabels = Pick<LoadedLine, 'categories' | 'frozen_parts' | 'brand'>;

/** Builds an unpriced line from an offer. `priceGroup` is the code of the shopper's customer group. */
export function toLine(state: LineState, offer: Offer, labels: LineLabels, priceGroup: string | null): LoadedLine {
  return {
    ...state,
    id: String(offer.product_id),
    variation_option_id: offer.variation_option_id === null ? null : String(offer.variation_option_id),
    offer,
    price: offer.price,
    sale_price: offer.sale_price,
    group_price: priceGroup === null ? null : (offer.group_prices[priceGroup] ?? null),
    tier_prices: offer.tier_prices,
    final_price: offer.price,
    price_total: offer.price * state.quantity,
    min_sale_qty: offer.min_sale_qty,
    max_sale_qty: offer.max_sale_qty,
    ...computeStockLimits(offer, NO_DEMAND),
    is_sold: offer.is_sold,
    bulky: offer.bulky,
    weight: offer.weight,
    ...labels,
  };
}

/** Demand in pieces by stock row id. */
type StockDemand = ReadonlyMap<number, number>;

const NO_DEMAND: StockDemand = new Map();

/** Sums the demand of lines flagged for checkout per stock row, across lines, variations and bundle parts. */
export function sumDemand(lines: readonly LoadedLine[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const line of lines) {
    if (!line.checkout) continue;
    for (const { inventory_id, per_unit } of line.offer.stock) {
      demand.set(inventory_id, (demand.get(inventory_id) ?? 0) + per_unit * line.quantity);
    }
  }
  return demand;
}

/**
 * Computes the units that stock allows after the demand of other lines. `keep_available`: the product also sells beyond
 * its stock.
 */
function computeStockLimits(offer: Offer, taken: StockDemand): Pick<LineLimits, 'stock' | 'keep_available'> {
  const remaining = offer.stock.map((row) => ({ ...row, quantity: row.quantity - (taken.get(row.inventory_id) ?? 0) }));
  const units = unitsAvailable(remaining);
  if (units !== Number.POSITIVE_INFINITY) return { stock: units, keep_available: false };
  return {
    stock: unitsAvailable(remaining.map((row) => ({ ...row, is_continuous_selling: false }))),
    keep_available: true,
  };
}

/** Computes a line's limits after other lines' demand for the same stock rows. */
function computeLimits(line: LoadedLine, taken: StockDemand): LineLimits {
  return {
    min_sale_qty: line.min_sale_qty,
    max_sale_qty: line.max_sale_qty > 0 ? Math.min(line.max_sale_qty, MAX_LINE_QUANTITY) : MAX_LINE_QUANTITY,
    ...computeStockLimits(line.offer, taken),
  };
}

/**
 * A change to report with a cart (`lines_changed`, `changes`): of one line since the shopper last saw it, or of the
 * whole order if `line` is null.
 */
export type CartChange = { line: LoadedLine | null } & (
  | (Extract<ReportedChange, { old: number }> & {
      /** Why a line update was rejected; then `old` is the requested value and `new` the line's actual one. */
      refused?: Refusal;
    })
  | { field: 'unavailable'; old: number; new: number; refused?: Refusal }
  | (Extract<ReportedChange, { field: 'slot' }> & { old: string; new: null; refused?: undefined })
);

type ReconciledLines = { lines: LoadedLine[]; changes: CartChange[] };

/**
 * Finds the change that makes a line's quantity valid, with `new` 0 if the line cannot be bought; null if it is valid.
 */
function limitQuantity(
  line: LoadedLine,
  taken: ReadonlyMap<number, number>,
  bulky: { max: number; left: number },
): CartChange | null {
  const { quantity, min_sale_qty } = line;
  if (!line.is_sold) return { line, field: 'unavailable', old: quantity, new: 0 };
  const limits = computeLimits(line, taken);
  const highest = computeMaxQuantity(limits);
  const most = line.bulky ? Math.min(highest, bulky.left) : highest;
  const allowed = most < min_sale_qty ? 0 : Math.min(Math.max(quantity, min_sale_qty), most);
  if (allowed === quantity) return null;
  if (allowed > quantity) return { line, field: 'min_qty', old: quantity, new: allowed };
  const change = { line, old: quantity, new: allowed };
  if (most < highest) return { ...change, field: 'bulky', refused: refusal('cart.bulky_limit', { max: bulky.max }) };
  return { ...change, field: most === limits.max_sale_qty ? 'max_qty' : 'stock' };
}

/**
 * Reconciles lines flagged for checkout, in order: lowers a quantity to the maximum or raises it to the minimum. A line
 * that cannot be bought keeps its quantity and loses its flag, so that the other lines can be ordered. Lines with the
 * same stock row share its stock. Lines without the flag do not change.
 */
function reconcileQuantities(lines: readonly LoadedLine[], bulky_max: number): ReconciledLines {
  const taken = new Map<number, number>();
  const changes: CartChange[] = [];
  const bulky = { max: bulky_max, left: bulky_max };
  const reconciled = lines.map((line) => {
    if (!line.checkout) return line;
    const change = limitQuantity(line, taken, bulky);
    if (change !== null) changes.push(change);
    const quantity = change === null ? line.quantity : Number(change.new);
    if (quantity === 0) return { ...line, checkout: false };
    if (line.bulky) bulky.left -= quantity;
    for (const row of line.offer.stock) {
      taken.set(row.inventory_id, (taken.get(row.inventory_id) ?? 0) + row.per_unit * quantity);
    }
    return { ...line, quantity };
  });
  return { lines: reconciled, changes };
}

/** Reconciles and prices a cart's lines; a price other than the last seen one is a change too. */
export function reconcile(lines: readonly LoadedLine[], bulky_max: number): ReconciledLines {
  const reconciled = reconcileQuantities(lines, bulky_max);
  const priced = priceLines(reconciled.lines);
  const repriced = priced.flatMap((line): CartChange[] =>
    line.seen_price === null || line.seen_price === line.final_price
      ? []
      : [{ line, field: 'price', old: line.seen_price, new: line.final_price }],
  );
  return { lines: priced, changes: [...reconciled.changes, ...repriced] };
}

/**
 * Reprices all lines of a product if one of them was added, removed or changed since the priced lines `before`. Other
 * lines are priced already.
 */
export function repriceLines(before: readonly LoadedLine[], lines: readonly LoadedLine[]): LoadedLine[] {
  const [priced, current] = [new Set(before), new Set(lines)];
  const different = [...before.filter((line) => !current.has(line)), ...lines.filter((line) => !priced.has(line))];
  const changed = new Set(different.map(({ id }) => id));
  const repriced = new Map(
    priceLines(lines.filter(({ id }) => changed.has(id))).map((line) => [lineKey(line), line] as const),
  );
  return lines.map((line) => repriced.get(lineKey(line)) ?? line);
}

/** An update of one line; fields left out do not change. */
export type LineUpdate = LineKey & { quantity?: number; checkout?: boolean };

/** A rejected update with the change that reports it; without a line if the product does not exist. */
export type RejectedUpdate = { refused: Refusal; change: CartChange | null };

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

const applyUpdate = (line: LoadedLine, update: LineUpdate): LoadedLine => ({
  ...line,
  quantity: update.quantity ?? line.quantity,
  checkout: update.checkout ?? line.checkout,
});

/** Checks an update against the other lines. Removing the checkout flag is always allowed. */
function checkUpdate(
  line: LoadedLine,
  updated: LoadedLine,
  others: readonly LoadedLine[],
  bulky_max: number,
): Refusal | null {
  if (updated.quantity === 0 || (!updated.checkout && updated.quantity <= line.quantity)) return null;
  if (!updated.is_sold) return refusal('cart.unavailable');
  if (updated.position === null && others.length >= MAX_LINES)
    return refusal('cart.too_many_lines', { max: MAX_LINES });
  const limits = computeLimits(updated, updated.checkout ? sumDemand(others) : new Map());
  const refused = checkLineQuantity({ ...limits, quantity: updated.quantity });
  const tooBulky = updated.bulky && updated.checkout ? checkBulkyLimit([...others, updated], bulky_max) : null;
  // Of two maximums the lower one counts, so that the shopper is not refused again.
  const isBulkyLower =
    refused?.code === 'cart.max_quantity' && countBulkyLeft(others, bulky_max) < computeMaxQuantity(limits);
  return isBulkyLower ? (tooBulky ?? refused) : (refused ?? tooBulky);
}

/**
 * Finds the most units, up to `quantity` and at least the minimum, that a line may have beside the other lines, and the
 * refusal if they are fewer than `quantity`. If even the minimum is refused, the line is unchanged.
 */
export function findMaxQuantity(
  line: LoadedLine,
  quantity: number,
  others: readonly LoadedLine[],
  bulky_max: number,
): { quantity: number; refused: Refusal | null } {
  const wanted = { ...line, checkout: true, quantity: Math.max(quantity, line.min_sale_qty) };
  const refused = checkUpdate(line, wanted, others, bulky_max);
  if (refused === null) return { quantity: wanted.quantity, refused: null };
  const limited = computeMaxQuantity(computeLimits(wanted, sumDemand(others)));
  const most = Math.min(limited, wanted.bulky ? countBulkyLeft(others, bulky_max) : Number.POSITIVE_INFINITY);
  const isAllowed =
    most > line.quantity && checkUpdate(line, { ...wanted, quantity: most }, others, bulky_max) === null;
  return { quantity: isAllowed ? most : line.quantity, refused };
}

/** Returns the bulky units that the order may still have beside the other lines. */
const countBulkyLeft = (others: readonly LoadedLine[], bulky_max: number): number =>
  others.reduce((left, { bulky, checkout, quantity }) => left - (bulky && checkout ? quantity : 0), bulky_max);

/** Builds the change that reports a refusal at its line. */
function toRejectedChange(line: LoadedLine, update: LineUpdate, refused: Refusal): CartChange {
  const reported = { line, old: update.quantity ?? line.quantity, new: line.quantity, refused };
  switch (refused.code) {
    case 'cart.unavailable':
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

/**
 * Returns whether an update releases stock. Such updates are applied first, so that other updates of the same request
 * can take the stock.
 */
const releasesStock = (line: LoadedLine, update: LineUpdate): boolean =>
  update.checkout === false || (update.quantity ?? line.quantity) <= line.quantity;

/**
 * Applies the valid updates and rejects the others (docs/readings.md#6). `lines` holds the cart's lines and, with
 * quantity 0 and no position, lines to add; lines with quantity 0 are removed at the end. Reports refusals of bulky
 * goods first, since the client reads only the first one (docs/api.md#cart).
 */
export function applyLineUpdates(
  lines: readonly LoadedLine[],
  updates: readonly LineUpdate[],
  bulky_max: number,
): { lines: LoadedLine[]; rejected: RejectedUpdate[] } {
  const current = new Map(lines.map((line) => [line, line]));
  const rejected: RejectedUpdate[] = [];
  const requested = mergeUpdates(updates).map((update) => ({
    update,
    line: lines.find((each) => isSameLine(each, update)),
  }));
  const inOrder = requested.toSorted(
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
    else rejected.push({ refused, change: toRejectedChange(line, update, refused) });
  }
  const isBulky = ({ refused }: RejectedUpdate) => Number(refused.code === 'cart.bulky_limit');
  return {
    lines: [...current.values()].filter((line) => line.quantity > 0),
    rejected: rejected.toSorted((a, b) => isBulky(b) - isBulky(a)),
  };
}
