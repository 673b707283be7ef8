/** Pick lists: batches by slot, their goods by aisle and shelf, and goods that could replace others. */

import type {
  PickBatch,
  PickLine,
  PickOrder,
  ReplacementOption,
  ShelvedGoods,
} from '@shop/contract/staff/staff-picking';
import { shareOfPart } from '@shop/core/cart/prorate';
import { computeCurrentPrice } from '@shop/core/catalog/price';
import { textIn } from '@shop/core/lang';
import { sortByCloseness } from '@shop/core/orders/closest-goods';
import { DEFAULT_IF_MISSING, IF_MISSING, type IfMissing } from '@shop/core/orders/picking';
import { DAY_MS } from '@shop/core/time';
import { currentSettings } from '../cart/pricing-settings.ts';
import type { CatalogIndex } from '../catalog/index/catalog-index.ts';
import type { CategoryRow, Labels } from '../catalog/index/labels.ts';
import { loadOffers, type Offer, unitsAvailable } from '../catalog/listing/offers.ts';
import type { Ctx } from '../context.ts';
import { type CategorizedGoods, isFrozen, lacksFrozenDelivery, toPlace } from '../delivery/delivery.ts';
import { imageUrls } from '../media/image-urls.ts';
import { pickingView } from '../orders/picking/claim-order.ts';
import { type PickingRow, pickingOfOrders } from '../orders/picking/picking.sql.ts';
import { refuse } from '../refuse.ts';
import { requireOrderRow } from './staff-orders.ts';
import * as sql from './staff-picking.sql.ts';

type PickListFilter = { day?: string | undefined; slot?: string | undefined; delivery_method?: string | undefined };

const readOrders = (ctx: Ctx, { day, slot, delivery_method }: PickListFilter): Promise<sql.OrderToPick[]> =>
  ctx.db.rows(sql.ordersToPick, [day ?? null, slot ?? null, delivery_method ?? null]);

async function readPickers(ctx: Ctx, orders: readonly sql.OrderToPick[]): Promise<ReadonlyMap<string, PickingRow>> {
  const rows = orders.length === 0 ? [] : await ctx.db.rows(pickingOfOrders, [orders.map(({ id }) => id)]);
  return new Map(rows.map((row) => [row.order_id, row]));
}

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** An order without a slot is late once it has waited for a day. */
function isLate(now: Date, { starts_at, created_at, status }: sql.OrderToPick): boolean {
  if (status === 'packed') return false;
  return starts_at === null ? now.getTime() - created_at.getTime() > DAY_MS : now >= starts_at;
}

function batchView(
  ctx: Ctx,
  id: string,
  orders: readonly sql.OrderToPick[],
  pickers: ReadonlyMap<string, PickingRow>,
): PickBatch {
  const packed = orders.filter(({ status }) => status === 'packed').length;
  const claimed = orders.filter((order) => order.status !== 'packed' && pickers.get(order.id)?.claimed_by != null);
  const names = orders.map((order) => textIn(ctx.lang, order.delivery_method_en, order.delivery_method_zh));
  return {
    id,
    starts_at: orders[0]?.starts_at ?? null,
    ends_at: orders[0]?.ends_at ?? null,
    delivery_methods: [...new Set(names)],
    orders: orders.length,
    to_pick: orders.length - packed - claimed.length,
    picking: claimed.length,
    packed,
    items: sumNumbers(orders.map(({ items }) => items)),
    // An order that was packed without a list is done, too.
    items_decided: sumNumbers(
      orders.map(({ status, items, items_decided }) => (status === 'packed' ? items : items_decided)),
    ),
    pickers: [...new Set(claimed.map((order) => pickers.get(order.id)?.claimed_by ?? ''))],
    is_late: orders.some((order) => isLate(ctx.now, order)),
  };
}

/** Lists the batches of orders to pick, the earliest slot first. */
export async function listPickBatches(ctx: Ctx, filter: PickListFilter): Promise<PickBatch[]> {
  const orders = await readOrders(ctx, filter);
  const pickers = await readPickers(ctx, orders);
  return [...Map.groupBy(orders, ({ batch }) => batch)].map(([id, inBatch]) => batchView(ctx, id, inBatch, pickers));
}

const toIfMissing = (value: string | null): IfMissing | null => IF_MISSING.find((each) => each === value) ?? null;

type LineRow = Awaited<ReturnType<typeof readLines>>[number];
const readLines = (ctx: Ctx, order_ids: readonly string[]) => ctx.db.rows(sql.linesToPick, [order_ids]);

/** Finds the aisle: the shelf's part before its first separator, else the root category. */
const findAisle = ({ shelf, path }: LineRow, { lang }: Ctx): string => {
  const [aisle] = (shelf ?? '').split(/[\s\-/.]/u);
  const root = path[0];
  return aisle || (root === undefined ? '' : textIn(lang, root.name_en, root.name_zh));
};

const listPathNames = ({ path }: LineRow, { lang }: Ctx): string[] =>
  path.map(({ name_en, name_zh }) => textIn(lang, name_en, name_zh));

const toCodes = (barcode: string | null): string[] => (barcode === null ? [] : [barcode]);

/** Formats the goods of a line to pick or of a replacement. */
function goodsView(
  goods: Pick<LineRow, 'product_id' | 'variation_option_id' | 'image_hash' | 'barcode'> &
    Omit<ShelvedGoods, 'id' | 'variation_option_id' | 'image' | 'barcodes'>,
): ShelvedGoods {
  const { slug, name_en, name_zh, variant_en, variant_zh, stage, sku, shelf } = goods;
  return {
    id: String(goods.product_id),
    variation_option_id: goods.variation_option_id === null ? null : String(goods.variation_option_id),
    ...{ slug, name_en, name_zh, variant_en, variant_zh, image: imageUrls(goods.image_hash), stage, sku, shelf },
    barcodes: toCodes(goods.barcode),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares goods: those with a shelf first, then by aisle, shelf, category and name; numbers within texts count as
 * numbers.
 */
const compareGoods = (a: PickLine, b: PickLine): number =>
  Number(a.shelf === null) - Number(b.shelf === null) ||
  collator.compare(a.aisle, b.aisle) ||
  collator.compare(a.shelf ?? '', b.shelf ?? '') ||
  collator.compare(a.category_path.join('\n'), b.category_path.join('\n')) ||
  collator.compare(a.name_en, b.name_en);

/** Formats the order lines with the same goods as one line to pick. */
function lineView(
  ctx: Ctx,
  rows: readonly [LineRow, ...LineRow[]],
  orderOf: (id: string) => Pick<PickOrder, 'order_number' | 'if_missing' | 'bag'> | undefined,
): PickLine {
  const [first] = rows;
  return {
    ...goodsView(first),
    aisle: findAisle(first, ctx),
    category_path: listPathNames(first, ctx),
    quantity: sumNumbers(rows.map(({ quantity }) => quantity)),
    parts: first.parts.map(({ barcode, ...part }) => ({ ...part, barcodes: toCodes(barcode) })),
    orders: rows.map((row) => {
      const order = orderOf(row.order_id);
      return {
        order_id: row.order_id,
        order_number: order?.order_number ?? '',
        line: String(row.position),
        bag: order?.bag ?? 0,
        quantity: row.quantity,
        if_missing: toIfMissing(row.if_missing) ?? order?.if_missing ?? DEFAULT_IF_MISSING,
        picked: row.picked,
        quantity_delivered: row.quantity_delivered ?? row.quantity,
      };
    }),
  };
}

/** Ends the loop if an order, which then gets no number, leaves the slot between two statements. */
const MAX_NUMBERING_ROUNDS = 5;

/**
 * Reads the numbers of orders of a slot for their bags, and numbers those that have none. A number stays, also if orders
 * move into the slot or out of it.
 */
async function numberBags(ctx: Ctx, orders: readonly sql.OrderToPick[]): Promise<ReadonlyMap<string, number>> {
  const ids = orders.flatMap(({ id, batch }) => (batch === 'none' ? [] : [id]));
  const read = async () => new Map((await ctx.db.rows(sql.bagNumbers, [ids])).map(({ id, bag }) => [id, bag]));
  let bags = await read();
  // A second round is needed only if two calls number the slot at the same time: each then has the numbers of one.
  for (let round = 0; bags.size < ids.length && round < MAX_NUMBERING_ROUNDS; round++) {
    await ctx.db.write(sql.insertBagNumbers, [ids]);
    bags = await read();
  }
  return bags;
}

/** Reads a batch with its orders and goods. Refuses `request.not_found` without orders. */
export async function readPickBatch(
  ctx: Ctx,
  batch: string,
  delivery_method: string | undefined,
): Promise<{ batch: PickBatch; orders: PickOrder[]; lines: PickLine[] }> {
  const rows = await readOrders(ctx, { slot: batch, delivery_method });
  if (rows.length === 0) return refuse('request.not_found');
  const ids = rows.map(({ id }) => id);
  const [pickers, lines, bags] = await Promise.all([
    readPickers(ctx, rows),
    readLines(
      ctx,
      rows.filter(({ status }) => status !== 'packed').map(({ id }) => id),
    ),
    numberBags(ctx, rows),
  ]);
  const orders = rows.map((row, index): PickOrder => {
    const { id, order_number, status, remarks, phone, lines_decided } = row;
    const picking = pickers.get(id);
    return {
      ...{ id, order_number, status, remarks, phone, lines: row.lines, lines_decided },
      recipient: row.recipient ?? '',
      delivery_method: textIn(ctx.lang, row.delivery_method_en, row.delivery_method_zh),
      if_missing: toIfMissing(row.if_missing) ?? DEFAULT_IF_MISSING,
      bag: bags.get(id) ?? index + 1,
      picking: picking === undefined ? null : pickingView(picking),
    };
  });
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const place = new Map(ids.map((id, index) => [id, index]));
  const byOrder = lines.toSorted((a, b) => (place.get(a.order_id) ?? 0) - (place.get(b.order_id) ?? 0));
  const goods = Map.groupBy(byOrder, (line) => `${line.product_id}/${line.variation_option_id ?? ''}`);
  const views = [...goods.values()].map(([first, ...others]) =>
    lineView(ctx, [first as LineRow, ...others], (id) => orderById.get(id)),
  );
  return { batch: batchView(ctx, batch, rows, pickers), orders, lines: views.sort(compareGoods) };
}

/** Maximum products to choose replacements from, and maximum replacements in a list. */
const MAX_CANDIDATES = 200;
const MAX_REPLACEMENTS = 30;

type LineToReplace = NonNullable<Awaited<ReturnType<typeof readLineToReplace>>>;
const readLineToReplace = (ctx: Ctx, order_id: string, position: number) =>
  ctx.db.row(sql.lineToReplace, [order_id, position]);

/** Lists a category and those above it, the nearest first. */
function listAncestors({ categories }: Labels, category_id: number): CategoryRow[] {
  const path: CategoryRow[] = [];
  for (let next = categories.get(category_id); next !== undefined; next = categories.get(next.parent_id ?? 0)) {
    path.push(next);
  }
  return path;
}

/** Finds products by a keyword or code; without one those of the category, then of those above it. Returns ids. */
async function findCandidates(
  ctx: Ctx,
  index: CatalogIndex,
  { product_id, category_id }: LineToReplace,
  path: readonly CategoryRow[],
  keyword: string | undefined,
): Promise<number[]> {
  const filters = { limit: MAX_CANDIDATES, page: 1 };
  if (keyword) return (await index.query(ctx, { filters: { ...filters, keyword } })).ids;
  const from = { by: 'siblings', category_id, product_id } as const;
  const { ids } = await index.query(ctx, { filters, from });
  const more = await index.findSimilar({ product_id, categories: path.map(({ id }) => id) }, MAX_CANDIDATES);
  return [...new Set([product_id, ...ids, ...more])];
}

/**
 * Lists goods for sale that could replace a line, the closest first (docs/readings.md#105), except those that no method
 * carries to the order's address.
 */
export async function listReplacements(
  ctx: Ctx,
  index: CatalogIndex,
  { order: idOrNumber, line: position, q }: { order: string; line: string; q?: string | undefined },
): Promise<ReplacementOption[]> {
  const order = await requireOrderRow(ctx, idOrNumber);
  const line = (await readLineToReplace(ctx, order.id, Number(position))) ?? refuse('picking.no_line');
  const labels = await index.readLabels();
  const path = listAncestors(labels, line.category_id);
  const rows = await ctx.db.rows(sql.goodsOfProducts, [await findCandidates(ctx, index, line, path, q)]);
  const [offers, settings] = await Promise.all([loadOffers(ctx, rows), currentSettings(ctx.db)]);
  const lacksFrozen = lacksFrozenDelivery(settings, toPlace(order.shipping_address));
  const isCarried = (goods: CategorizedGoods): boolean => !lacksFrozen || !isFrozen(goods, settings);
  const perUnit = shareOfPart(line.paid, line.quantity, 0, 1);
  const isOffered = (offer: Offer | null): offer is Offer =>
    offer?.is_sold === true &&
    !offer.is_bundle &&
    offer.type !== 'voucher' &&
    unitsAvailable(offer.stock) > 0 &&
    !(offer.product_id === line.product_id && offer.variation_option_id === line.variation_option_id);
  const brandOf = (id: number | null): string => labels.brands.get(id ?? 0)?.name ?? '';
  const measureDistance = (category_id: number): number => {
    if (category_id === line.category_id) return 0;
    const above = new Set(listAncestors(labels, category_id).map(({ id }) => id));
    const shared = path.findIndex(({ id }) => above.has(id));
    return 1 + (shared < 0 ? path.length : shared);
  };
  const goods = rows.flatMap((row, at) => {
    const offer = offers[at] ?? null;
    if (!isOffered(offer)) return [];
    const categories = row.doc?.categories.map(({ slug }) => slug) ?? [];
    if (!isCarried({ type: offer.type, categories })) return [];
    const { sku, barcode, shelf } = row;
    const price = computeCurrentPrice(offer);
    const option: ReplacementOption = {
      ...goodsView({ ...offer, sku, barcode, shelf }),
      price,
      // Goods that are sold without stock count as many.
      stock: Math.min(unitsAvailable(offer.stock), 1_000_000),
      is_same_category: row.category_id === line.category_id,
      is_dearer: price > perUnit,
    };
    const named = { name: offer.name_en, brand: brandOf(row.brand_id) };
    return [{ ...named, price, category_distance: measureDistance(row.category_id), option }];
  });
  const ordered = { name: line.name_en, brand: brandOf(line.brand_id), price: perUnit };
  const sorted = sortByCloseness(ordered, goods);
  return sorted.slice(0, MAX_REPLACEMENTS).map(({ option }) => option);
}
