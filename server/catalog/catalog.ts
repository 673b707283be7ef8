/** Lists products: the whole shop and named collections. */
import type { Facets, ProductQuery, ProductRow, ShockingDeals } from '@shop/contract/catalog';
import type { Settings } from '@shop/contract/settings';
import { type Ctx, limitCacheUntil } from '../context.ts';
import { type ListPage, toPage } from '../lists/list-page.ts';
import { requireEntry } from '../lists/require-entry.ts';
import { collectionByKey, listingRows } from './catalog.sql.ts';
import { presentFacets, presentRow } from './catalog.view.ts';
import type { CatalogIndex } from './index/catalog-index.ts';
import { hasUpcomingDeals, listUpcomingDeals } from './sales/upcoming-deals.ts';

/** Presents products in the order of the ids; ids that were just unpublished are skipped. */
export async function presentProducts(ctx: Ctx, ids: readonly number[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  return (await ctx.db.rows(listingRows, [ids])).map((row) => presentRow(ctx, row));
}

/**
 * Lists products with all list parameters. One statement, and one more each if `search` contains slugs and if the
 * keyword may be a code.
 */
export async function listProducts(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<ListPage<ProductRow>> {
  const { ids, total } = await index.query(ctx, { filters: query });
  return toPage(await presentProducts(ctx, ids), total, query);
}

/** Lists the other products of a product's category, paginated. */
export async function listSiblings(
  ctx: Ctx,
  index: CatalogIndex,
  query: ProductQuery,
  { category_id, product_id }: { category_id: number; product_id: number },
): Promise<ListPage<ProductRow>> {
  const from = { by: 'siblings', category_id, product_id } as const;
  const { ids, total } = await index.query(ctx, { filters: query, from });
  return toPage(await presentProducts(ctx, ids), total, query);
}

/**
 * Returns the facets of a product list. No statement, but one each if `search` contains slugs and if the keyword may be
 * a code.
 */
export async function listFacets(ctx: Ctx, index: CatalogIndex, query: ProductQuery): Promise<Facets> {
  return presentFacets(ctx.lang, await index.countFacets(ctx, query));
}

/** Finds the products of a collection; a collection that the shop lacks is empty, not 404. */
async function queryCollectionIds(ctx: Ctx, index: CatalogIndex, key: string, query: ProductQuery) {
  const collection = await ctx.db.row(collectionByKey, [key, ctx.now]);
  if (collection === null) return { ids: [], total: 0, soonestDealEnd: null };
  limitCacheUntil(ctx.cacheTags, collection.next_edge_at);
  const { rule, max_items, picked, is_open } = collection;
  const from = { by: 'collection', rule, picked, max_items: is_open ? max_items : 0, now: ctx.now } as const;
  return index.query(ctx, { filters: query, from });
}

async function queryCollection(ctx: Ctx, index: CatalogIndex, key: string, query: ProductQuery) {
  const { ids, total, soonestDealEnd } = await queryCollectionIds(ctx, index, key, query);
  return { page: toPage(await presentProducts(ctx, ids), total, query), soonestDealEnd };
}

/**
 * Lists a named collection with all list parameters. Two statements, and one more each if `search` contains slugs and
 * if the keyword may be a code.
 */
export async function listCollection(
  ctx: Ctx,
  index: CatalogIndex,
  key: string,
  query: ProductQuery,
): Promise<ListPage<ProductRow>> {
  return (await queryCollection(ctx, index, key, query)).page;
}

/** Collections that menus link to: name in the settings, and key. */
const MENU_COLLECTIONS = [
  ['shocking_deals', 'shocking_deals'],
  ['best_sellers', 'best_seller'],
  ['bundles', 'bundles'],
] as const;

/**
 * Lists the menus' collections that have products or upcoming deals, and `brands` if a brand has products. Adds no
 * product to the cache tags, else each change of its stock would invalidate every page.
 */
export async function listFilledCollections(ctx: Ctx, index: CatalogIndex): Promise<Settings['collections']> {
  const filled = await Promise.all(
    MENU_COLLECTIONS.map(async ([name, key]) => {
      const { total } = await queryCollectionIds(ctx, index, key, { limit: 1 });
      return total > 0 || (name === 'shocking_deals' && (await hasUpcomingDeals(ctx))) ? [name] : [];
    }),
  );
  const { brands } = await index.countByLabel();
  return [...filled.flat(), ...([...brands.values()].some((count) => count > 0) ? (['brands'] as const) : [])];
}

/** Finds a product of a collection by id. Refuses `request.not_found`. */
export const readCollectionProduct = (ctx: Ctx, index: CatalogIndex, key: string, id: string): Promise<ProductRow> =>
  requireEntry(id, (query) => listCollection(ctx, index, key, query));

/** Lists the running deals, the earliest end among them, and the upcoming deals. */
export async function listShockingDeals(
  ctx: Ctx,
  index: CatalogIndex,
  { next, ...query }: ProductQuery & { next?: number },
): Promise<ShockingDeals> {
  const { page, soonestDealEnd } = await queryCollection(ctx, index, 'shocking_deals', query);
  return { ...page, ends_at: soonestDealEnd, next: await listUpcomingDeals(ctx, next) };
}
