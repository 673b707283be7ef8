/** Lists of products: the whole shop's, and its named collections. */
import type { ProductQuery, ProductRow, ShockingDeals } from '@shop/contract/catalog';
import { DEFAULT_LIMIT } from '@shop/contract/list';
import { type Page, pageOf } from '../content/reference-list.ts';
import { type Ctx, showsUntil } from '../context.ts';
import { refuse } from '../refuse.ts';
import { collectionByKey, listingRows } from './catalog.sql.ts';
import { presentRow } from './catalog.view.ts';
import type { CatalogIndex, Catalogue } from './index/catalog-index.ts';
import { BUNDLE, DEAL, type SortPart } from './index/product-columns.ts';
import { type Choice, chooseProducts } from './index/product-filter.ts';
import { BEST_FIRST, cutAmong, cutListing, DEFAULT_ORDER, type OwnOrder, orderAsked } from './index/product-order.ts';
import { upcomingDeals } from './sales/upcoming-deals.ts';

/** These products as they are shown, in this order; one that has just gone is left out. */
export async function presentSlots(ctx: Ctx, { rows }: Catalogue, slots: readonly number[]): Promise<ProductRow[]> {
  if (slots.length === 0) return [];
  const ids = slots.map((slot) => rows.ids[slot] ?? 0);
  return (await ctx.db.rows(listingRows, [ids])).map((row) => presentRow(ctx, row));
}

/** Where a list takes its products from: the whole listing in an order of its own, or these slots as they stand. */
type Source = OwnOrder | { among: readonly number[] };

const WHOLE: Source = { parts: DEFAULT_ORDER };

/** The page that a choice and a query cut out, shown. */
export async function pageOfChoice(
  ctx: Ctx,
  catalogue: Catalogue,
  query: ProductQuery,
  choice: Choice,
  source: Source = WHOLE,
): Promise<Page<ProductRow>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const start = ((query.page ?? 1) - 1) * limit;
  const asked = orderAsked(query, ctx.lang);
  const { slots, total } =
    'among' in source
      ? cutAmong(catalogue.rows, source.among, choice, asked, start, limit)
      : cutListing(catalogue.rows, choice, asked, source, start, limit);
  return pageOf(await presentSlots(ctx, catalogue, slots), total, query);
}

/** Products with the whole list pattern: one statement, two where `search` names slugs. */
export async function listProducts(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<Page<ProductRow>> {
  ctx.shows.list = true;
  const catalogue = await index.current();
  return pageOfChoice(ctx, catalogue, query, await chooseProducts(ctx, catalogue, query));
}

/** Products of an aisle but one of them, what is sold out last, with the list pattern. */
export async function listOthersOf(
  ctx: Ctx,
  index: CatalogIndex,
  query: ProductQuery,
  of: { category_id: number; product_id: number },
): Promise<Page<ProductRow>> {
  ctx.shows.list = true;
  const catalogue = await index.current();
  const { rows } = catalogue;
  const choice = await chooseProducts(ctx, catalogue, query);
  const inAisle = rows.categories.holdingAny([of.category_id]);
  const itself = rows.slotOf(of.product_id);
  for (let slot = 0; slot < choice.failing.length; slot++) {
    if (inAisle[rows.categorySets[slot] ?? 0] !== 1 || slot === itself) choice.failing[slot] = 0xff;
  }
  return pageOfChoice(ctx, catalogue, query, choice, { parts: DEFAULT_ORDER, availableFirst: true });
}

type Collection = NonNullable<Awaited<ReturnType<typeof findCollection>>>;

const findCollection = (ctx: Ctx, key: string) => ctx.db.row(collectionByKey, [key, ctx.now]);

/** A collection's slots in its own order, by its rule; outside its dates none. */
function slotsOf({ rows, labels }: Catalogue, collection: Collection, now: Date): number[] {
  if (!collection.is_open) return [];
  const { rule, max_items } = collection;
  const most = max_items ?? Number.POSITIVE_INFINITY;
  const sorted = (parts: readonly SortPart[], holds: (slot: number) => boolean) => {
    const { slots, reversed } = rows.sortedBy(parts);
    const held: number[] = [];
    for (let at = 0; at < slots.length && held.length < most; at++) {
      const slot = slots[reversed ? slots.length - 1 - at : at] ?? 0;
      if (holds(slot)) held.push(slot);
    }
    return held;
  };
  // Comma-joined, as in `category_slugs`: a union.
  const inCategory = (joined: string) => {
    const slugs = joined.split(',');
    const found = [...labels.categories.values()].filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id);
    const holding = rows.categories.holdingAny(found);
    return (slot: number) => holding[rows.categorySets[slot] ?? 0] === 1;
  };
  switch (rule.by) {
    case 'best_sellers':
      return sorted(BEST_FIRST, rule.category_slug === undefined ? () => true : inCategory(rule.category_slug));
    case 'popular':
      return sorted([{ column: 'orders', descending: true }], (slot) => (rows.orders[slot] ?? 0) > 0);
    case 'deals': {
      const endsAt = (slot: number) => rows.dealEndsAt[slot] ?? 0;
      // The sale clock runs a moment behind: what has ended by now is left out here.
      const isRunning = (slot: number) => ((rows.flags[slot] ?? 0) & DEAL) !== 0 && endsAt(slot) > now.getTime();
      const running = sorted(DEFAULT_ORDER, isRunning);
      return running.sort((a, b) =>
        endsAt(a) === endsAt(b) ? (rows.ids[a] ?? 0) - (rows.ids[b] ?? 0) : endsAt(a) - endsAt(b),
      );
    }
    case 'bundles':
      return sorted(DEFAULT_ORDER, (slot) => ((rows.flags[slot] ?? 0) & BUNDLE) !== 0);
    case 'newest':
      return sorted([{ column: 'created_at', descending: true }], () => true);
    case 'category':
      return sorted(DEFAULT_ORDER, inCategory(rule.category_slug));
    default: {
      const picked = collection.picked.flatMap((id) => rows.slotOf(id) ?? []).filter((slot) => rows.isLive(slot));
      return picked.slice(0, most);
    }
  }
}

async function collect(ctx: Ctx, index: CatalogIndex, key: string, query: ProductQuery) {
  ctx.shows.list = true;
  const catalogue = await index.current();
  const collection = await findCollection(ctx, key);
  if (collection === null) return refuse('request.not_found');
  showsUntil(ctx.shows, collection.next_edge_at);
  const choice = await chooseProducts(ctx, catalogue, query);
  const among = slotsOf(catalogue, collection, ctx.now);
  return { catalogue, among, page: await pageOfChoice(ctx, catalogue, query, choice, { among }) };
}

/** A named collection (api.md), with the list pattern over its products: two statements. An unknown one is not found. */
export async function listCollection(
  ctx: Ctx,
  index: CatalogIndex,
  key: string,
  query: ProductQuery,
): Promise<Page<ProductRow>> {
  return (await collect(ctx, index, key, query)).page;
}

/** The running deals, with when the soonest of them ends, and the deals that begin next. */
export async function listShockingDeals(
  ctx: Ctx,
  index: CatalogIndex,
  { next, ...query }: ProductQuery & { next?: number },
): Promise<ShockingDeals> {
  const { catalogue, among, page } = await collect(ctx, index, 'shocking_deals', query);
  const soonest = Math.min(...among.map((slot) => catalogue.rows.dealEndsAt[slot] ?? Number.POSITIVE_INFINITY));
  return {
    ...page,
    ends_at: Number.isFinite(soonest) ? new Date(soonest) : null,
    next: await upcomingDeals(ctx, next),
  };
}
