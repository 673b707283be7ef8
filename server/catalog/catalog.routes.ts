/** The catalogue's calls. */
import type { catalogEndpoints } from '@shop/contract/catalog';
import type { Handlers } from '../http/context.ts';
import { listBundles } from './bundles.ts';
import {
  findBrand,
  findCategory,
  listBrandCategories,
  listBrands,
  listCategories,
  listCategoryBrands,
  listCollection,
  listNavCategories,
  listProducts,
  listShockingDeals,
} from './catalog.ts';
import { findDietary, listDietaries } from './dietary.ts';
import { facetsOf } from './facets.ts';
import { findProduct, listRelated, previewProduct } from './one-product.ts';
import { addRecent, listRecent } from './recent-products.ts';
import { search, suggest } from './search.ts';

export const catalogHandlers: Handlers<keyof typeof catalogEndpoints> = {
  'catalog.categories': (ctx, { query }) => listCategories(ctx, query),
  'catalog.category': (ctx, { params }) => findCategory(ctx, params.id),
  'catalog.navCategories': (ctx, { query }) => listNavCategories(ctx, query),
  'catalog.brandCategories': (ctx, { query }) => listBrandCategories(ctx, query),
  'catalog.categoryBrands': (ctx, { query }) => listCategoryBrands(ctx, query),
  'catalog.brands': (ctx, { query }) => listBrands(ctx, query),
  'catalog.brand': (ctx, { params }) => findBrand(ctx, params.id),
  'catalog.products': (ctx, { query }) => listProducts(ctx, query),
  'catalog.dietaries': (ctx, { query }) => listDietaries(ctx, query),
  'catalog.dietary': (ctx, { params }) => findDietary(ctx, params.id),
  'catalog.product': (ctx, { params }) => findProduct(ctx, params.slug),
  'catalog.productBySlug': (ctx, { query }) => findProduct(ctx, query.slug),
  'catalog.preview': (ctx, { query }) => previewProduct(ctx, query.slug, query.token),
  'catalog.related': (ctx, { query }) => listRelated(ctx, query),
  'catalog.bestSellers': (ctx, { query }) => listCollection(ctx, 'best_seller', query),
  'catalog.bestSellersGrocery': (ctx, { query }) => listCollection(ctx, 'best_seller_grocery', query),
  'catalog.popular': (ctx, { query }) => listCollection(ctx, 'popular', query),
  'catalog.cookies': (ctx, { query }) => listCollection(ctx, 'cookies', query),
  'catalog.chips': (ctx, { query }) => listCollection(ctx, 'chips', query),
  'catalog.popcornJerky': (ctx, { query }) => listCollection(ctx, 'popcorn_jerky', query),
  'catalog.freshVegetables': (ctx, { query }) => listCollection(ctx, 'fresh_vegetables', query),
  'catalog.shockingDeals': (ctx, { query }) => listShockingDeals(ctx, query),
  'catalog.bundles': (ctx, { query }) => listBundles(ctx, query),
  'catalog.recent': (ctx, { query }) => listRecent(ctx, query),
  'catalog.addRecent': (ctx, { body }) => addRecent(ctx, body.slug),
  'catalog.search': (ctx, { query }) => search(ctx, query),
  'catalog.suggestions': (ctx, { query }) => suggest(ctx, query.keyword ?? ''),
  'catalog.facets': (ctx, { query }) => facetsOf(ctx, query),
};
