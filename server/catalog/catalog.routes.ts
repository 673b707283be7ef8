/** The catalogue's calls. */
import type { catalogEndpoints } from '@shop/contract/catalog';
import type { Handlers } from '../http/context.ts';
import {
  findBrand,
  findCategory,
  findProduct,
  listBrands,
  listCategories,
  listCollection,
  listNavCategories,
  listProducts,
} from './catalog.ts';

export const catalogHandlers: Handlers<keyof typeof catalogEndpoints> = {
  'catalog.categories': (ctx, { query }) => listCategories(ctx, query),
  'catalog.category': (ctx, { params }) => findCategory(ctx, params.id),
  'catalog.navCategories': (ctx, { query }) => listNavCategories(ctx, query),
  'catalog.brands': (ctx, { query }) => listBrands(ctx, query),
  'catalog.brand': (ctx, { params }) => findBrand(ctx, params.id),
  'catalog.products': (ctx, { query }) => listProducts(ctx, query),
  'catalog.product': (ctx, { params }) => findProduct(ctx, params.slug),
  'catalog.bestSellers': (ctx, { query }) => listCollection(ctx, 'best_seller', query),
  'catalog.shockingDeals': (ctx, { query }) => listCollection(ctx, 'shocking_deals', query),
  'catalog.bundles': (ctx, { query }) => listCollection(ctx, 'bundles', query),
  'catalog.search': (ctx, { query }) => listProducts(ctx, query),
};
