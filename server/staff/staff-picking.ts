/** Picking, packing, notes and tags of orders by staff. Every write is audited. */
import { MAX_ORDER_TAGS } from '@shop/contract/staff/staff-picking';
import { senToText } from '@shop/core/money';
import { refusal } from '@shop/core/refusal';
import type { Ctx } from '../context.ts';
import { uuidV7 } from '../db/uuid.ts';
import { authorOfChange, requireLockedOrder } from '../orders/change-status.ts';
import { claimLocked, type PickingClaim, releaseLocked, requirePickable } from '../orders/picking/claim-order.ts';
import { decideLine, type PickDecision, undoLine } from '../orders/picking/decide-line.ts';
import { type BagCounts, packOrder } from '../orders/picking/pack-order.ts';
import { Refused, refuse } from '../refuse.ts';
import { inTransaction } from '../transaction.ts';
import { recordAudit } from './audit.ts';
import { requireOrderRow, requireStaffOrder, type StoredStaffOrder } from './staff-orders.ts';
import * as sql from './staff-picking.sql.ts';

/** Claims an order for the caller. */
export async function claimStaffOrder(ctx: Ctx, idOrNumber: string, claim: PickingClaim): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const before = await claimLocked(ctx, await requirePickable(ctx, id), claim);
    if (before === 'same') return;
    await recordAudit(ctx, {
      action: 'staff.claimOrder',
      subject: `order ${order_number}`,
      before: { claimed_by: before?.claimed_by ?? null },
      after: { claimed_by: authorOfChange(ctx) },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Releases an order that the caller picks. */
export async function releaseStaffOrder(ctx: Ctx, idOrNumber: string): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    if (!(await releaseLocked(ctx, await requirePickable(ctx, id)))) return;
    const [before, after] = [{ claimed_by: authorOfChange(ctx) }, { claimed_by: null }];
    await recordAudit(ctx, { action: 'staff.releaseOrder', subject: `order ${order_number}`, before, after });
  });
  return requireStaffOrder(ctx, id);
}

/** Decides a line as `action` names it. */
export async function decideStaffLine(
  ctx: Ctx,
  action: 'staff.findLine' | 'staff.shortLine' | 'staff.replaceLine',
  { id: idOrNumber, line }: { id: string; line: string },
  decision: PickDecision,
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const decided = await decideLine(ctx, id, Number(line), decision);
    if (decided === null) return;
    const { value, replacement, ...after } = decided;
    const isFound = decided.state === 'found';
    await recordAudit(ctx, {
      action,
      subject: `order ${order_number}`,
      before: { line },
      after: {
        ...{ line, ...after, done_at: decision.done_at ?? null },
        stock_left: isFound ? null : decision.stock_left,
        value: isFound ? null : senToText(value),
        replacement: replacement && { ...replacement, price_total: senToText(replacement.price_total) },
      },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Takes the decision on a line back. */
export async function undoStaffLine(
  ctx: Ctx,
  { id: idOrNumber, line }: { id: string; line: string },
  done_at: string | null | undefined,
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    const undone = await undoLine(ctx, id, Number(line), done_at);
    if (undone === null) return;
    await recordAudit(ctx, {
      action: 'staff.undoLine',
      subject: `order ${order_number}`,
      before: { line, ...undone },
      after: { line, state: null },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Packs an order; a number of bags counts as ambient ones. */
export async function packStaffOrder(
  ctx: Ctx,
  idOrNumber: string,
  { bags, done_at }: { bags: number | BagCounts; done_at?: string | null | undefined },
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  const counted = typeof bags === 'number' ? { ambient: bags } : bags;
  await inTransaction(ctx, async (ctx) => {
    const before = await packOrder(ctx, id, { bags: counted, done_at });
    await recordAudit(ctx, {
      action: 'staff.packOrder',
      subject: `order ${order_number}`,
      before,
      after: { status: 'packed', bags: counted },
    });
  });
  return requireStaffOrder(ctx, id);
}

/** Maximum notes of an order: stops a device that sends the same one again and again. */
const MAX_NOTES_PER_ORDER = 200;

/** Adds a note to an order. Refuses `order.too_many_notes`. */
export async function addOrderNote(ctx: Ctx, idOrNumber: string, text: string): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    await requireLockedOrder(ctx, id);
    const values = [id, uuidV7(ctx.now), text, ctx.now, authorOfChange(ctx), MAX_NOTES_PER_ORDER];
    const note = await ctx.db.row(sql.insertNote, values);
    if (note === null) return refuse('order.too_many_notes', { max: MAX_NOTES_PER_ORDER });
    const subject = `order ${order_number}`;
    // The log outlives personal data, which a note may contain.
    await recordAudit(ctx, { action: 'staff.addOrderNote', subject, before: null, after: { note: note.id } });
  });
  return requireStaffOrder(ctx, id);
}

/** Removes a note that the caller wrote. Refuses `request.not_found` for any other. */
export async function removeOrderNote(
  ctx: Ctx,
  { id: idOrNumber, note }: { id: string; note: string },
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    if ((await ctx.db.row(sql.deleteNote, [id, note, authorOfChange(ctx)])) === null) refuse('request.not_found');
    const subject = `order ${order_number}`;
    await recordAudit(ctx, { action: 'staff.removeOrderNote', subject, before: { note }, after: null });
  });
  return requireStaffOrder(ctx, id);
}

/** Changes the tags of an order under its lock: `change` gets its current tags. Each tag is stored once. */
async function changeTags(
  ctx: Ctx,
  idOrNumber: string,
  action: 'staff.setOrderTags' | 'staff.changeOrderTags',
  change: (before: readonly string[]) => readonly string[],
): Promise<StoredStaffOrder> {
  const { id, order_number } = await requireOrderRow(ctx, idOrNumber);
  await inTransaction(ctx, async (ctx) => {
    await requireLockedOrder(ctx, id);
    const before = (await ctx.db.row(sql.tagsOfOrders, [[id]]))?.tags ?? [];
    const tags = [...new Set(change(before))];
    if (before.join('\n') === tags.join('\n')) return;
    if (tags.length > MAX_ORDER_TAGS) refuse('order.too_many_tags', { max: MAX_ORDER_TAGS });
    await ctx.db.write(sql.writeTags, [id, tags]);
    const subject = `order ${order_number}`;
    await recordAudit(ctx, { action, subject, before: { tags: before }, after: { tags } });
  });
  return requireStaffOrder(ctx, id);
}

type TagsChange = { tags: readonly string[]; former?: readonly string[] | undefined };

/**
 * Sets the tags of an order: each once, in the order of `tags`. Refuses `order.tags_changed` with the tags as they are
 * if the caller saw others.
 */
export const setOrderTags = (ctx: Ctx, idOrNumber: string, { tags, former }: TagsChange): Promise<StoredStaffOrder> =>
  changeTags(ctx, idOrNumber, 'staff.setOrderTags', (before) => {
    if (former !== undefined && before.join('\n') !== former.join('\n')) {
      throw new Refused(refusal('order.tags_changed'), { more: { tags: [...before] } });
    }
    return tags;
  });

/** Adds tags to an order and removes others; a tag in both is removed. Refuses `order.too_many_tags`. */
export const changeOrderTags = (
  ctx: Ctx,
  idOrNumber: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<StoredStaffOrder> =>
  changeTags(ctx, idOrNumber, 'staff.changeOrderTags', (before) =>
    [...before, ...add].filter((tag) => !remove.includes(tag)),
  );

/** How many of the latest tagged orders count, and maximum tags in the list. */
const MAX_TAGGED_ORDERS = 1_000;
const MAX_LISTED_TAGS = 50;

/** Lists the tags in use, the most frequent first. */
export const listOrderTags = (ctx: Ctx): Promise<{ tag: string; orders: number }[]> =>
  ctx.db.rows(sql.tagsInUse, [MAX_TAGGED_ORDERS, MAX_LISTED_TAGS]);
