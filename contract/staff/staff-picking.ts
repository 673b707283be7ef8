/** The staff API for picking: batches, claims, decisions on lines, packing, notes and tags (docs/api.md#staff-api). */
import { BAG_KINDS, IF_MISSING, PICK_STATES } from '@shop/core/orders/picking';
import * as v from 'valibot';
import { endpoint } from '../api/endpoint.ts';
import { refusalBody } from '../api/refusal-body.ts';
import { backdrop } from '../catalog.ts';
import { day, id, image, multilineText, textLine, time, uuid } from '../common-schemas.ts';
import { money } from '../money.ts';
import { orderItem, orderStatus } from '../orders.ts';
import { orderPicking, staffOrder } from './staff.ts';

/** Orders of one delivery slot. */
export const pickBatch = v.object({
  /** The slot's id; `none` for orders without a slot. */
  id: v.string(),
  starts_at: v.nullable(time()),
  ends_at: v.nullable(time()),
  delivery_methods: v.array(v.string()),
  /** Orders to pick, being picked, and packed. */
  orders: v.number(),
  to_pick: v.number(),
  picking: v.number(),
  packed: v.number(),
  /** Units of lines to pick, and units of lines that are decided. */
  items: v.number(),
  items_decided: v.number(),
  /** Emails of staff who pick its orders. */
  pickers: v.array(v.string()),
  /** Whether the slot has begun while orders are not packed; without a slot, whether an order has waited for a day. */
  is_late: v.boolean(),
});
export type PickBatch = v.InferInput<typeof pickBatch>;

/** An order of a batch. */
export const pickOrder = v.object({
  id: v.string(),
  order_number: v.string(),
  status: orderStatus,
  recipient: v.string(),
  delivery_method: v.string(),
  remarks: v.nullable(v.string()),
  if_missing: v.picklist(IF_MISSING),
  /** Its number in the batch, from 1, for the bag that it is picked into. */
  bag: v.number(),
  /** The phone number to call about missing goods. */
  phone: v.string(),
  picking: v.nullable(orderPicking),
  lines: v.number(),
  lines_decided: v.number(),
});
export type PickOrder = v.InferInput<typeof pickOrder>;

/** Goods with their names, codes and place in the shop. */
const shelvedGoods = v.object({
  id: v.string(),
  variation_option_id: v.nullable(v.string()),
  slug: v.string(),
  name_en: v.string(),
  name_zh: v.nullable(v.string()),
  variant_en: v.nullable(v.string()),
  variant_zh: v.nullable(v.string()),
  image,
  stage: backdrop,
  sku: v.nullable(v.string()),
  barcodes: v.array(v.string()),
  shelf: v.nullable(v.string()),
});
export type ShelvedGoods = v.InferInput<typeof shelvedGoods>;

/** Goods to pick, with the orders that need them. */
export const pickLine = v.object({
  ...shelvedGoods.entries,
  /** The first part of the shelf, else the name of the root category. */
  aisle: v.string(),
  category_path: v.array(v.string()),
  /** Units of all orders. */
  quantity: v.number(),
  /** The products that a bundle consists of, with the units of each in one bundle; empty for other goods. */
  parts: v.array(
    v.object({
      name_en: v.string(),
      name_zh: v.nullable(v.string()),
      quantity: v.number(),
      barcodes: v.array(v.string()),
    }),
  ),
  orders: v.array(
    v.object({
      order_id: v.string(),
      order_number: v.string(),
      line: v.string(),
      bag: v.number(),
      quantity: v.number(),
      if_missing: v.picklist(IF_MISSING),
      picked: v.nullable(v.picklist(PICK_STATES)),
      quantity_delivered: v.number(),
    }),
  ),
});
export type PickLine = v.InferInput<typeof pickLine>;

/** Goods that could replace a line's. */
export const replacementOption = v.object({
  ...shelvedGoods.entries,
  /** Price of one unit today. The order never pays more for it than for the goods that it replaces. */
  price: money(),
  /** Units for sale. */
  stock: v.number(),
  is_same_category: v.boolean(),
  /** Whether one unit costs more than one of the line. */
  is_dearer: v.boolean(),
});
export type ReplacementOption = v.InferInput<typeof replacementOption>;

/** The body of a 409 `picking.claimed` or `picking.decided`: the current claim and line. Nothing was changed. */
export const pickConflict = v.object({
  ...refusalBody.entries,
  picking: v.nullable(orderPicking),
  /** The line of the call; null for a claim. */
  item: v.nullable(orderItem),
});

const orderParams = v.object({ id: textLine(40) });
const lineParams = v.object({ ...orderParams.entries, line: v.pipe(v.string(), v.regex(/^\d{1,4}$/)) });
const wholeCount = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(100_000));

/** The time of the action, for a device that was offline; left out: now. A time in the future counts as now. */
const done_at = v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())));

const missingGoodsFields = {
  /**
   * Units that are left on the shelf and can be sold, such as those without damage; left out: none. The stock for sale
   * becomes at most this.
   */
  stock_left: v.optional(wholeCount(0), 0),
  done_at,
};

/** The most tags of an order. */
export const MAX_ORDER_TAGS = 20;
const tags = v.pipe(v.array(v.pipe(textLine(40), v.nonEmpty())), v.maxLength(MAX_ORDER_TAGS));

const PICKING_ROLES = ['orders', 'picker'] as const;
/** Roles that may write notes and set tags for colleagues. */
const NOTE_ROLES = ['orders', 'picker', 'support', 'finance'] as const;
const oneOrder = v.object({ order: staffOrder });
const LINE_REFUSALS = [
  'order.not_found',
  'order.wrong_status',
  'order.unpaid',
  'picking.no_line',
  'picking.claimed',
  'picking.decided',
  'picking.refund_moved',
  'request.idempotency',
] as const;

export const staffPickingEndpoints = {
  'staff.pickBatches': endpoint('staff.pickBatches', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Orders to pick by delivery slot, the earliest first, with what is late',
    query: v.object({
      /** The day of the slot in Malaysia. */
      day: v.optional(day()),
      slot: v.optional(textLine(40)),
      /** Code or id. */
      delivery_method: v.optional(textLine(40)),
    }),
    response: v.object({ data: v.array(pickBatch) }),
  }),
  'staff.pickBatch': endpoint('staff.pickBatch', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'The orders of a slot, and their goods by aisle and shelf; of orders without a slot with `none`',
    params: v.object({ batch: textLine(40) }),
    query: v.object({ delivery_method: v.optional(textLine(40)) }),
    response: v.object({ batch: pickBatch, orders: v.array(pickOrder), lines: v.array(pickLine) }),
    refusals: ['request.not_found'],
  }),
  'staff.replacements': endpoint('staff.replacements', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary:
      'Goods in stock that could replace a line: of its category first, no dearer than it first; `q` searches names, SKU and barcode',
    query: v.object({
      order: textLine(40),
      line: v.pipe(v.string(), v.regex(/^\d{1,4}$/)),
      q: v.optional(textLine(100)),
    }),
    response: v.object({ data: v.array(replacementOption) }),
    refusals: ['order.not_found', 'picking.no_line'],
  }),
  'staff.claimOrder': endpoint('staff.claimOrder', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Claims a paid order, or one paid on delivery, for picking; a pending one becomes processing',
    params: orderParams,
    body: v.object({
      /** Takes it over from another picker. */
      take_over: v.optional(v.boolean(), false),
      done_at,
    }),
    response: oneOrder,
    refusals: ['order.not_found', 'order.wrong_status', 'order.unpaid', 'picking.claimed', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.releaseOrder': endpoint('staff.releaseOrder', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Releases an order that the caller picks, so that others can claim it; decided lines stay',
    params: orderParams,
    body: v.object({ done_at }),
    response: oneOrder,
    refusals: ['order.not_found', 'order.wrong_status', 'picking.claimed', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.findLine': endpoint('staff.findLine', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Records that a line was found; with fewer units than ordered, as `short` does. Claims an unclaimed order',
    params: lineParams,
    body: v.object({ ...missingGoodsFields, quantity: v.optional(wholeCount(0)) }),
    response: oneOrder,
    refusals: LINE_REFUSALS,
    idempotent: true,
  }),
  'staff.shortLine': endpoint('staff.shortLine', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Records that fewer units were found, or none; what is missing is refunded, or not collected',
    params: lineParams,
    body: v.object({ ...missingGoodsFields, quantity_found: wholeCount(0) }),
    response: oneOrder,
    refusals: LINE_REFUSALS,
    idempotent: true,
  }),
  'staff.replaceLine': endpoint('staff.replaceLine', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Replaces missing units by other goods, which cost at most as much; takes them from stock',
    params: lineParams,
    body: v.object({
      ...missingGoodsFields,
      /** SKU, barcode or slug of the replacement; else its ids. */
      code: v.optional(v.nullable(v.pipe(textLine(200), v.nonEmpty()))),
      product: v.optional(v.nullable(v.object({ id: id(), variation_option_id: v.optional(v.nullable(id()), null) }))),
      /** Units of the replacement. */
      quantity: wholeCount(1),
      /** Units of the ordered goods that were found. */
      quantity_found: v.optional(wholeCount(0), 0),
      /** Ordered units that are replaced; left out: all that were not found. The others are missing. */
      quantity_replaced: v.optional(wholeCount(1)),
      /** Whether the shopper agreed to it; required unless the shopper chose `replace`. */
      shopper_agreed: v.optional(v.boolean(), false),
    }),
    response: oneOrder,
    refusals: [
      ...LINE_REFUSALS,
      'picking.not_agreed',
      'picking.replacement',
      'picking.same_goods',
      'picking.replacement_stock',
      'checkout.not_carried',
      'catalog.several',
      'catalog.own_stock',
    ],
    idempotent: true,
  }),
  'staff.undoLine': endpoint('staff.undoLine', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Takes the decision on a line back until the order is packed, with its refund and stock',
    params: lineParams,
    body: v.object({ done_at }),
    response: oneOrder,
    refusals: [...LINE_REFUSALS, 'wallet.too_little_point', 'wallet.too_little_store_credit'],
    idempotent: true,
  }),
  'staff.packOrder': endpoint('staff.packOrder', {
    access: 'staff',
    roles: PICKING_ROLES,
    summary: 'Packs an order into counted bags; the shopper hears what is missing or replaced',
    params: orderParams,
    body: v.object({
      bags: v.union([
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
        v.pipe(
          v.record(v.picklist(BAG_KINDS), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
          v.check((bags) => Object.values(bags).some((each) => each > 0), 'At least one bag is expected'),
        ),
      ]),
      done_at,
    }),
    response: oneOrder,
    refusals: [
      'order.not_found',
      'order.wrong_status',
      'order.unpaid',
      'order.unconfirmed',
      'picking.claimed',
      'picking.undecided',
      'picking.nothing_found',
      'request.idempotency',
    ],
    idempotent: true,
  }),
  'staff.addOrderNote': endpoint('staff.addOrderNote', {
    access: 'staff',
    roles: NOTE_ROLES,
    summary: 'Adds a note to an order, for staff alone',
    params: orderParams,
    body: v.object({ text: v.pipe(multilineText(1_000), v.nonEmpty()) }),
    response: oneOrder,
    status: 201,
    refusals: ['order.not_found', 'order.too_many_notes', 'request.idempotency'],
    idempotent: true,
  }),
  'staff.removeOrderNote': endpoint('staff.removeOrderNote', {
    access: 'staff',
    roles: NOTE_ROLES,
    summary: 'Removes a note that the caller wrote',
    params: v.object({ ...orderParams.entries, note: uuid() }),
    response: oneOrder,
    refusals: ['order.not_found', 'request.not_found'],
  }),
  'staff.setOrderTags': endpoint('staff.setOrderTags', {
    access: 'staff',
    roles: NOTE_ROLES,
    summary: 'Sets the tags of an order, for staff alone',
    params: orderParams,
    body: v.object({
      tags,
      /** The tags that the caller saw; 409 with `tags` as they are now if they changed. */
      former: v.optional(tags),
    }),
    response: oneOrder,
    refusals: ['order.not_found', 'order.tags_changed'],
  }),
  'staff.changeOrderTags': endpoint('staff.changeOrderTags', {
    access: 'staff',
    roles: NOTE_ROLES,
    summary: 'Adds tags to an order and removes others; the tags that colleagues set meanwhile stay',
    params: orderParams,
    body: v.object({ add: v.optional(tags, []), remove: v.optional(tags, []) }),
    response: oneOrder,
    refusals: ['order.not_found', 'order.too_many_tags'],
  }),
  'staff.orderTags': endpoint('staff.orderTags', {
    access: 'staff',
    roles: NOTE_ROLES,
    summary: 'Tags in use, the most frequent first, of the latest tagged orders',
    response: v.object({ data: v.array(v.object({ tag: v.string(), orders: v.number() })) }),
  }),
};
