import type { ProductQuery } from '@shop/contract/catalog';
import { type Ctx, limitCacheUntil } from '../../context.ts';
import { toPage } from '../../lists/list-page.ts';
import { presentProducts } from '../catalog.ts';
import { presentFacets } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import type { ZeroResultCounter } from './zero-results/zero-result-searches.ts';

/**
 * Finds products that match `keyword`, best first, with their facets. One statement, and one more each if the keyword
 * may be a code and if `search` contains slugs. Counts searches for which no product has all the words.
 */
export async function search(ctx: Ctx, index: CatalogIndex, zeroResults: ZeroResultCounter, query: ProductQuery) {
  const { ids, total, facets, corrected, isPartial, notSold, isZeroResult } = await index.queryWithFacets(ctx, {
    filters: query,
  });
  if (isZeroResult) {
    zeroResults.note(query.keyword ?? '', ctx.lang);
    // Every zero-result search is counted, so its response must not come from the cache.
    limitCacheUntil(ctx.cacheTags, ctx.now);
  }
  const page = toPage(await presentProducts(ctx, ids), total, query);
  return { ...page, facets: presentFacets(ctx.lang, facets), corrected, partial: isPartial, not_sold: notSold };
}
