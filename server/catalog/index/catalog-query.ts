/** One query of the catalogue index: filter, sort, page. */
import type { ProductQuery } from '@shop/contract/catalog';
import type { Ctx } from '../../context.ts';
import { pageRange } from '../../lists/parse-list.ts';
import type { CatalogData } from './catalog-data.ts';
import { type CatalogFacets, countFacets } from './facets.ts';
import { countMatches, type LabelCounts } from './label-counts.ts';
import { type FilterResult, filterProducts } from './product-filter.ts';
import { parseRequestedOrder, pickPageOfAll, pickPageOfRows } from './product-order.ts';
import { excludeAllButSiblings, findSoonestDealEnd, listCollectionRows, type ProductSource } from './product-source.ts';

export type CatalogQuery = {
  /** The list pattern's parameters, `limit` and `page` among them. */
  filters: ProductQuery;
  /** The products to choose from; every listed one by default. */
  from?: ProductSource;
};

export type CatalogPage = {
  /** Ids of the page's products, in order. */
  ids: number[];
  /** How many products match, over all pages. */
  total: number;
  /** The spelling that was searched for instead of the keyword. */
  corrected: string | null;
  /** Whether no product has all words of the keyword: the products match some of them. */
  isPartial: boolean;
  /** A brand in the keyword that the shop does not sell; the products are then of the kinds that it is known for. */
  notSold: string | null;
  /** Whether no product has all words of the keyword, ignoring the other filters. */
  isZeroResult: boolean;
  /** When the first deal of the source ends; null without a deal. */
  soonestDealEnd: Date | null;
};

function pickPageRows(
  ctx: Ctx,
  data: CatalogData,
  { filters }: CatalogQuery,
  filter: FilterResult,
  collection: readonly number[] | null,
): { rows: number[]; total: number } {
  const { limit, offset: start } = pageRange(filters);
  const order = parseRequestedOrder(filters, ctx.lang);
  if (collection !== null) return pickPageOfRows(data.columns, collection, filter, order, { start, limit });
  return pickPageOfAll(data.columns, filter, order, { start, limit });
}

async function runQuery(ctx: Ctx, data: CatalogData, query: CatalogQuery): Promise<[CatalogPage, FilterResult]> {
  const { filters, from } = query;
  const filter = await filterProducts(ctx, data, filters);
  if (from?.by === 'siblings') excludeAllButSiblings(data, filter, from);
  const collection = from?.by === 'collection' ? listCollectionRows(data, from) : null;
  const { rows, total } = pickPageRows(ctx, data, query, filter, collection);
  const page = {
    ids: rows.map((row) => data.columns.ids[row] ?? 0),
    total,
    corrected: filter.corrected,
    isPartial: filter.isPartial,
    notSold: filter.notSold,
    isZeroResult: filter.isZeroResult,
    soonestDealEnd: collection === null ? null : findSoonestDealEnd(data, collection),
  };
  return [page, filter];
}

/** Runs a query. Refuses a wrong parameter with 422 and its name, as the next two functions do. */
export async function queryCatalog(ctx: Ctx, data: CatalogData, query: CatalogQuery): Promise<CatalogPage> {
  const [page] = await runQuery(ctx, data, query);
  return page;
}

/** Queries as `queryCatalog` does; also returns the facets of all matching products. */
export async function queryWithFacets(
  ctx: Ctx,
  data: CatalogData,
  query: CatalogQuery,
): Promise<CatalogPage & { facets: CatalogFacets }> {
  const [page, filter] = await runQuery(ctx, data, query);
  return { ...page, facets: countFacets(data, filter) };
}

/** Queries as `queryCatalog` does; also returns the number of matching products by label. */
export async function queryWithLabelCounts(
  ctx: Ctx,
  data: CatalogData,
  query: CatalogQuery,
): Promise<CatalogPage & { labelCounts: LabelCounts }> {
  const [page, filter] = await runQuery(ctx, data, query);
  return { ...page, labelCounts: countMatches(data, filter) };
}
