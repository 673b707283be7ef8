import type { Lang } from '@shop/core/lang';
import { CART_STALE_MS, endpointPages, endpointQuery, personalQuery, type Scope } from '../api/query-client.ts';

/** The tree of categories, for menus. */
export const navCategoriesQuery = (lang: Lang) =>
  endpointQuery('catalog.navCategories', lang, { query: { show_in_sidemenu: '1' } });

/** Dietary needs, for menus and chips. */
export const dietariesQuery = (lang: Lang) => endpointQuery('catalog.dietaries', lang, {});

/** The best-selling product of a root category that is on sale and in stock. */
export const rootSaleQuery = (lang: Lang, root: string) =>
  endpointQuery('catalog.products', lang, {
    query: {
      category_slugs: root,
      on_sale: '1',
      show_available: '1',
      orderBy: 'best_sellers',
      sortedBy: 'desc',
      limit: '1',
    },
  });

export const shockingDealsQuery = (lang: Lang) =>
  endpointQuery('catalog.shockingDeals', lang, { query: { limit: '10', next: '0' } });

export const bestSellersQuery = (lang: Lang) => endpointQuery('catalog.bestSellers', lang, { query: { limit: '10' } });

export const bundlesQuery = (lang: Lang) => endpointQuery('catalog.bundles', lang, { query: { limit: '4' } });

export const brandsQuery = (lang: Lang) => endpointQuery('catalog.brands', lang, { query: { limit: '12' } });

/** The highest limit of a list, so that short lists load in one page. */
const MAX_LIMIT = '100';

/** All brands, A to Z, in pages. */
export const allBrandsPages = (lang: Lang) =>
  endpointPages('catalog.brands', lang, { query: { limit: MAX_LIMIT, orderBy: 'name', sortedBy: 'asc' } });

/** Running deals, ending soonest first, and the next ones. */
export const dealsPages = (lang: Lang) => endpointPages('catalog.shockingDeals', lang, { query: { limit: MAX_LIMIT } });

export const bundlesPages = (lang: Lang) => endpointPages('catalog.bundles', lang, {});

/** The categories with products of a brand. */
export const brandCategoriesQuery = (lang: Lang, brand: string) =>
  endpointQuery('catalog.brandCategories', lang, { query: { brand } });

export const productQuery = (lang: Lang, slug: string) => endpointQuery('catalog.product', lang, { params: { slug } });

/** An unpublished product, for holders of its signed token. */
export const previewQuery = (lang: Lang, slug: string, token: string) =>
  endpointQuery('catalog.preview', lang, { query: { slug, token } });

/** Related products, even of a removed product. */
export const relatedQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.related', lang, { query: { slug, limit: '12' } });

/** The shopper's recently viewed products. */
export const recentProductsQuery = (lang: Lang, scope: Scope) =>
  personalQuery('catalog.recent', lang, { query: { limit: '12' } }, scope, CART_STALE_MS);

export const categoryQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.category', lang, { params: { id: slug } });

/** The direct children of a category, in the shop's order. */
export const childCategoriesQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.categories', lang, { query: { search: `parent.slug:${slug}`, limit: '100' } });

export const brandQuery = (lang: Lang, id: string) => endpointQuery('catalog.brand', lang, { params: { id } });
