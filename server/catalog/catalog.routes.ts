/** Handlers of the catalogue endpoints. */
import type { catalogEndpoints } from '@shop/contract/catalog';
import type { Handlers } from '../context.ts';
import { requireEntry } from '../lists/require-entry.ts';
import { listCollection, listFacets, listProducts, listShockingDeals, readCollectionProduct } from './catalog.ts';
import type { CatalogIndex } from './index/catalog-index.ts';
import { listBrands, listCategoryBrands, readBrand } from './products/brands.ts';
import { listBundles } from './products/bundles.ts';
import { listBrandCategories, listCategories, listNavCategories, readCategory } from './products/categories.ts';
import { listDietaries, readDietary } from './products/dietary.ts';
import { listRelated, previewProduct, readProduct } from './products/read-product.ts';
import { addRecent, listRecent } from './products/recent-products.ts';
import { search } from './search/search.ts';
import { suggest } from './search/suggest.ts';
import type { ZeroResultCounter } from './search/zero-results/zero-result-searches.ts';

/** Creates the handlers, which query the index and record zero-result searches. */
export const catalogHandlers = (
  index: CatalogIndex,
  zeroResults: ZeroResultCounter,
): Handlers<keyof typeof catalogEndpoints> => ({
  'catalog.categories': (ctx, { query }) => listCategories(ctx, index, query),
  'catalog.category': (ctx, { params }) => readCategory(ctx, index, params.id),
  'catalog.navCategories': (ctx, { query }) => listNavCategories(ctx, index, query),
  'catalog.brandCategories': (ctx, { query }) => listBrandCategories(ctx, index, query),
  'catalog.categoryBrands': (ctx, { query }) => listCategoryBrands(ctx, index, query),
  'catalog.brands': (ctx, { query }) => listBrands(ctx, index, query),
  'catalog.brand': (ctx, { params }) => readBrand(ctx, index, params.id),
  'catalog.products': (ctx, { query }) => listProducts(ctx, index, query),
  'catalog.dietaries': (ctx, { query }) => listDietaries(ctx, index, query),
  'catalog.dietary': (ctx, { params }) => readDietary(ctx, index, params.id),
  'catalog.product': (ctx, { params }) => readProduct(ctx, index, params.slug),
  'catalog.productBySlug': (ctx, { query }) => readProduct(ctx, index, query.slug),
  'catalog.preview': (ctx, { query }) => previewProduct(ctx, index, query.slug, query.token),
  'catalog.related': (ctx, { query }) => listRelated(ctx, index, query),
  'catalog.bestSellers': (ctx, { query }) => listCollection(ctx, index, 'best_seller', query),
  'catalog.bestSellersGrocery': (ctx, { query }) => listCollection(ctx, index, 'best_seller_grocery', query),
  'catalog.popular': (ctx, { query }) => listCollection(ctx, index, 'popular', query),
  'catalog.cookies': (ctx, { query }) => listCollection(ctx, index, 'cookies', query),
  'catalog.chips': (ctx, { query }) => listCollection(ctx, index, 'chips', query),
  'catalog.popcornJerky': (ctx, { query }) => listCollection(ctx, index, 'popcorn_jerky', query),
  'catalog.freshVegetables': (ctx, { query }) => listCollection(ctx, index, 'fresh_vegetables', query),
  'catalog.shockingDeals': (ctx, { query }) => listShockingDeals(ctx, index, query),
  'catalog.bundles': (ctx, { query }) => listBundles(ctx, index, query),
  'catalog.bestSeller': (ctx, { params }) => readCollectionProduct(ctx, index, 'best_seller', params.id),
  'catalog.bestSellerGrocery': (ctx, { params }) => readCollectionProduct(ctx, index, 'best_seller_grocery', params.id),
  'catalog.popularProduct': (ctx, { params }) => readCollectionProduct(ctx, index, 'popular', params.id),
  'catalog.cookie': (ctx, { params }) => readCollectionProduct(ctx, index, 'cookies', params.id),
  'catalog.chip': (ctx, { params }) => readCollectionProduct(ctx, index, 'chips', params.id),
  'catalog.popcornOrJerky': (ctx, { params }) => readCollectionProduct(ctx, index, 'popcorn_jerky', params.id),
  'catalog.freshVegetable': (ctx, { params }) => readCollectionProduct(ctx, index, 'fresh_vegetables', params.id),
  'catalog.shockingDeal': (ctx, { params }) => readCollectionProduct(ctx, index, 'shocking_deals', params.id),
  'catalog.bundle': (ctx, { params }) => requireEntry(params.id, (query) => listBundles(ctx, index, query)),
  'catalog.recentProduct': (ctx, { params }) => requireEntry(params.id, (query) => listRecent(ctx, query)),
  'catalog.recent': (ctx, { query }) => listRecent(ctx, query),
  'catalog.addRecent': (ctx, { body }) => addRecent(ctx, body.slug),
  'catalog.search': (ctx, { query }) => search(ctx, index, zeroResults, query),
  'catalog.suggestions': (ctx, { query }) => suggest(ctx, index, query.keyword ?? ''),
  'catalog.facets': (ctx, { query }) => listFacets(ctx, index, query),
});
