/**
 * Decides lines of orders that are picked: found, short, or replaced by other goods; and undoes that until the order is
 * packed (docs/readings.md#95). Each decision is one transaction, so that price, refund and stock are never half done.
 */
import { computeCurrentPrice } from '@shop/core/catalog/price';
import { type ChangedLine, formatChangedLine } from '@shop/core/orders/changed-line';
import { DEFAULT_IF_MISSING, type PickState } from '@shop/core/orders/picking';
import { refusal } from '@shop/core/refusal';
import { currentSettings } from '../../cart/pricing-settings.ts';
import { refreshAvailability } from '../../catalog/listing/availability.ts';
import type { Offer } from '../../catalog/listing/offers.ts';
import type { Ctx } from '../../context.ts';
import { lockRows } from '../../db/database.ts';
import { lockAttempts } from '../../payments/attempts.ts';
import { readRefundable } from '../../payments/refunds.ts';
import { refuse, refuseFields } from '../../refuse.ts';
import { inTransaction } from '../../transaction.ts';
import { type LockedOrder, updateStatus } from '../change-status.sql.ts';
import { authorOfChange } from '../change-status.ts';
import { requireCarried } from '../not-carried.ts';
import { buildPickConflict, claimLocked, readDoneAt, requirePickable } from './claim-order.ts';
import { type GoodsReference, requireReplacement } from './find-replacement.ts';
import * as sql from './picking.sql.ts';
import { giveBackShort, takeBackShort } from './short-money.ts';

export type ReplacementRequest = GoodsReference & {
  /** Units of the replacement. */
  quantity: number;
  /** Ordered units that it replaces; left out: all that were not found. */
  quantity_replaced?: number | undefined;
  shopper_agreed: boolean;
};

export type PickDecision = {
  /** Units of the ordered goods that were found; left out: all. */
  quantity?: number | undefined;
  /** The request's field of `quantity`, where its refusal is shown. */
  field?: 'quantity' | 'quantity_found';
  /** Units left on the shelf, if some are missing. */
  stock_left: number;
  replacing?: ReplacementRequest | undefined;
  done_at?: string | null | undefined;
};

type LineToPick = NonNullable<Awaited<ReturnType<typeof readLine>>>;

const readLine = (ctx: Ctx, order_id: string, position: number) => ctx.db.row(sql.lineToPick, [order_id, position]);

/** Reads a line of a locked order. Refuses `picking.no_line`, also for a voucher, which is not picked. */
const requireLine = async (ctx: Ctx, order_id: string, position: number): Promise<LineToPick> =>
  (await readLine(ctx, order_id, position)) ?? refuse('picking.no_line');

/** The units of a line by what happens to them. */
type LineUnits = { quantity: number; replaced: number; missing: number };

function splitUnits(
  line: LineToPick,
  { quantity = line.quantity, field = 'quantity', replacing }: PickDecision,
): LineUnits {
  const most = [refusal('field.max', { max: line.quantity })];
  if (quantity > line.quantity) refuseFields({ [field]: most });
  const rest = line.quantity - quantity;
  const replaced = replacing === undefined ? 0 : (replacing.quantity_replaced ?? rest);
  if (replaced > rest || (replacing !== undefined && replaced === 0)) refuseFields({ quantity_found: most });
  return { quantity, replaced, missing: rest - replaced };
}

const choosePickState = ({ replaced, missing }: LineUnits): PickState =>
  replaced > 0 ? 'replaced' : missing > 0 ? 'short' : 'found';

/** Returns whether a line was decided in the same way already. */
const isSameDecision = (
  { pick }: LineToPick,
  units: LineUnits,
  goods: Offer | null,
  replacing: ReplacementRequest | undefined,
): boolean =>
  pick !== null &&
  pick.state === choosePickState(units) &&
  pick.quantity === units.quantity &&
  pick.replaced === units.replaced &&
  (goods === null ||
    (pick.replacement?.product_id === goods.product_id &&
      pick.replacement.variation_option_id === goods.variation_option_id &&
      pick.replacement.quantity === replacing?.quantity));

type LockedStock = Awaited<ReturnType<typeof lockStock>>;

const lockStock = (ctx: Ctx, order: LockedOrder, position: number, product_id: number | null, more: number[]) =>
  lockRows(ctx.db, sql.lockPickedStock, [order.id, position, product_id, more]);

/**
 * Computes how a decision changes stock. Units that are not found leave the order and are not for sale again; the stock
 * for sale falls to what is left on the shelf, except of goods sold without stock, and of a bundle, whose missing part
 * is unknown. Refuses `picking.replacement_stock` if the replacement has too few units for sale.
 */
function changeStock(
  stock: LockedStock,
  { is_bundle }: LineToPick,
  units: LineUnits,
  goods: Offer | null,
  { stock_left, replacing }: PickDecision,
): sql.StockChange[] {
  const gone = units.missing + units.replaced;
  const ofLine = stock.flatMap((row): sql.StockChange[] => {
    if (row.per_unit === null || gone === 0) return [];
    const pieces = Math.min(row.pieces, gone * row.per_unit);
    const isCounted = !is_bundle && !row.is_continuous_selling;
    const sale = isCounted ? Math.min(0, stock_left - row.quantity) : 0;
    return [{ inventory_id: row.inventory_id, pieces: -pieces, sale }];
  });
  if (goods === null || replacing === undefined) return ofLine;
  const replacementStock = stock.find(
    (row) => row.product_id === goods.product_id && row.variation_option_id === goods.variation_option_id,
  );
  if (replacementStock === undefined) return refuse('picking.replacement');
  const free = replacementStock.is_continuous_selling
    ? Number.POSITIVE_INFINITY
    : Math.max(0, replacementStock.quantity - replacementStock.min_qty);
  if (free < replacing.quantity) refuse('picking.replacement_stock', { count: free });
  return [
    ...ofLine,
    { inventory_id: replacementStock.inventory_id, pieces: replacing.quantity, sale: -replacing.quantity },
  ];
}

async function writeStock(ctx: Ctx, order: LockedOrder, changes: readonly sql.StockChange[]): Promise<void> {
  if (changes.length === 0) return;
  const products = await ctx.db.rows(sql.changePickedStock, [order.id, JSON.stringify(changes)]);
  await refreshAvailability(
    ctx.db,
    products.map(({ product_id }) => product_id),
  );
}

/** Records a change of a line in the order's history, which the shopper reads. */
function noteLine(
  ctx: Ctx,
  order: LockedOrder,
  note_code: 'order_note.line_short' | 'order_note.line_replaced' | 'order_note.line_undone',
  note_params: ChangedLine,
): Promise<void> {
  const note = JSON.stringify({ note_code, note_params });
  return ctx.db.write(updateStatus, [order.id, order.status, order.payment_status, ctx.now, note, authorOfChange(ctx)]);
}

/** Builds the stored replacement; null without one. */
function describeReplacement(goods: Offer | null, replacing: ReplacementRequest | undefined, price_total: number) {
  if (goods === null || replacing === undefined) return null;
  const { product_id, variation_option_id, slug, name_en, name_zh, variant_en, variant_zh, image_hash, stage } = goods;
  return {
    ...{ product_id, variation_option_id, slug, name_en, name_zh, variant_en, variant_zh, image_hash, stage },
    ...{ quantity: replacing.quantity, price_total },
  };
}

/** The result of a decision, for the audit. */
export type PickOutcome = {
  text: string;
  state: PickState;
  quantity: number;
  /** Sen that the order costs less. */
  value: number;
  replacement: { code: string; quantity: number; price_total: number; shopper_agreed: boolean } | null;
};

/**
 * Decides a line, and claims an unclaimed order. The same decision again changes nothing and returns null. Refuses what
 * `requirePickable` and `claimLocked` refuse, `picking.no_line`, also for a line of which all units were refunded,
 * `picking.decided` with the line as it stands, `picking.not_agreed` for a replacement that the shopper did not choose,
 * what `requireReplacement` refuses, `picking.same_goods`, `picking.replacement_stock`, and `checkout.not_carried` for
 * frozen goods that no method carries to the order's address.
 */
export function decideLine(
  ctx: Ctx,
  order_id: string,
  position: number,
  decision: PickDecision,
): Promise<PickOutcome | null> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requirePickable(ctx, order_id);
    const line = await requireLine(ctx, order_id, position);
    // All units of the line were refunded.
    if (line.pick === null && line.quantity === 0) refuse('picking.no_line');
    const { replacing } = decision;
    const units = splitUnits(line, decision);
    const goods = replacing === undefined ? null : await requireReplacement(ctx, replacing);
    if (isSameDecision(line, units, goods, replacing)) return null;
    const earlierClaim = await claimLocked(ctx, order, decision, position);
    if (line.pick !== null) throw await buildPickConflict(ctx, refusal('picking.decided'), order_id, position);
    if (
      goods !== null &&
      goods.product_id === line.product_id &&
      goods.variation_option_id === line.variation_option_id
    )
      refuse('picking.same_goods');
    const if_missing = line.if_missing ?? DEFAULT_IF_MISSING;
    if (replacing !== undefined && if_missing !== 'replace' && !replacing.shopper_agreed) refuse('picking.not_agreed');
    if (goods !== null) {
      const field = replacing?.code == null ? 'product' : 'code';
      requireCarried(ctx, await currentSettings(ctx.db), line.shipping_address, [goods], field);
    }

    await lockAttempts(ctx, order_id);
    const stock = await lockStock(ctx, order, position, goods?.product_id ?? null, []);
    const changes = changeStock(stock, line, units, goods, decision);
    await writeStock(ctx, order, changes);
    const replacementPrice = goods === null ? 0 : computeCurrentPrice(goods) * (replacing?.quantity ?? 0);
    const isChanged = units.missing + units.replaced > 0;
    const { missing, replaced, quantity } = units;
    const { charged, ...money } = isChanged
      ? await giveBackShort(ctx, order, { position, missing, replaced, replacementPrice })
      : { value: 0, refunded: 0, uncollected: 0, charged: 0, refund_id: null };
    const replacement = describeReplacement(goods, replacing, charged);
    const state = choosePickState(units);
    const pick = {
      ...{ state, quantity, replaced, replacement, is_agreed: replacing?.shopper_agreed ?? false },
      ...{ ...money, stock: changes, decided_by: authorOfChange(ctx) },
      ...{ done_at: readDoneAt(ctx, decision.done_at), decided_at: ctx.now },
    };
    await ctx.db.write(sql.insertPick, [order_id, position, JSON.stringify(pick)]);
    const changedLine: ChangedLine = {
      ...{ name_en: line.name_en, name_zh: line.name_zh, ordered: line.ordered, quantity },
      replacement: replacement && {
        ...{ name_en: replacement.name_en, name_zh: replacement.name_zh, quantity: replacement.quantity },
      },
    };
    if (isChanged) {
      const status = earlierClaim !== 'same' && order.status === 'pending' ? 'processing' : order.status;
      await noteLine(
        ctx,
        { ...order, status },
        replacement === null ? 'order_note.line_short' : 'order_note.line_replaced',
        changedLine,
      );
    }
    return {
      ...{ text: isChanged ? formatChangedLine(changedLine, 'en') : line.name_en, state, quantity, value: money.value },
      replacement: replacement && {
        ...{ code: replacement.slug, quantity: replacement.quantity, price_total: replacement.price_total },
        shopper_agreed: replacing?.shopper_agreed ?? false,
      },
    };
  });
}

/** Reverses a decision's changes of stock; of the replacement at most the pieces that the order still has. */
function undoStock(stock: LockedStock, changes: readonly sql.StockChange[]): sql.StockChange[] {
  const piecesOf = new Map(stock.map(({ inventory_id, pieces }) => [inventory_id, pieces]));
  return changes.map(({ inventory_id, pieces, sale }) => {
    const back = pieces > 0 ? Math.min(pieces, piecesOf.get(inventory_id) ?? 0) : pieces;
    return { inventory_id, pieces: -back, sale: pieces > 0 ? back : -sale };
  });
}

/**
 * Undoes the decision on a line until the order is packed, with its refund and stock. Returns the state that it had, or
 * null if it was not decided. Refuses what `requirePickable`, `claimLocked` and `takeBackShort` refuse,
 * `picking.no_line`, and `picking.refund_moved` if units of a replacement were refunded.
 */
export function undoLine(
  ctx: Ctx,
  order_id: string,
  position: number,
  done_at: string | null | undefined,
): Promise<{ text: string; state: PickState; quantity: number } | null> {
  return inTransaction(ctx, async (ctx) => {
    const order = await requirePickable(ctx, order_id);
    const { pick, ...line } = await requireLine(ctx, order_id, position);
    if (pick === null) return null;
    await claimLocked(ctx, order, { done_at }, position);
    await lockAttempts(ctx, order_id);
    // What was refunded since were pieces of the replacement; the ordered ones would come back in their number.
    const refundedBefore = line.ordered - line.quantity;
    const isRefunded =
      pick.replacement !== null &&
      (await readRefundable(ctx, order)).lines.some(
        (each) => each.position === position && each.refunded > refundedBefore,
      );
    if (isRefunded) refuse('picking.refund_moved');
    const stock = await lockStock(
      ctx,
      order,
      position,
      null,
      pick.stock.map(({ inventory_id }) => inventory_id),
    );
    await ctx.db.write(sql.deletePick, [order_id, position]);
    await writeStock(ctx, order, undoStock(stock, pick.stock));
    await takeBackShort(ctx, order, pick);
    const { name_en, name_zh, ordered } = line;
    const changedLine = { name_en, name_zh, ordered, quantity: pick.quantity };
    if (pick.state !== 'found') await noteLine(ctx, order, 'order_note.line_undone', changedLine);
    return { text: name_en, state: pick.state, quantity: pick.quantity };
  });
}
