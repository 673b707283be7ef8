/** The catalogue's calls. */
import type { catalogEndpoints } from '@shop/contract/catalog';
import type { Handlers } from '../http/context.ts';
import {
  findBrand,
  findCategory,
  listBrands,
  listCategories,
  listCollection,
  listNavCategories,
  listProducts,
} from './catalog.ts';
import { findDietary, listDietaries } from './dietary.ts';
import { findProduct, listRelated, previewProduct } from './one-product.ts';
import { addRecent, listRecent } from './recent-products.ts';

export const catalogHandlers: Handlers<keyof typeof catalogEndpoints> = {
  'catalog.categories': (ctx, { query }) => listCategories(ctx, query),
  'catalog.category': (ctx, { params }) => findCategory(ctx, params.id),
  'catalog.navCategories': (ctx, { query }) => listNavCategories(ctx, query),
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
  'catalog.shockingDeals': (ctx, { query }) => listCollection(ctx, 'shocking_deals', query),
  'catalog.bundles': (ctx, { query }) => listCollection(ctx, 'bundles', query),
  'catalog.recent': (ctx, { query }) => listRecent(ctx, query),
  'catalog.addRecent': (ctx, { body }) => addRecent(ctx, body.slug),
  'catalog.search': (ctx, { query }) => listProducts(ctx, query),
};
