/** What the pages ask of the catalogue. */
import type { Lang } from '@shop/core/lang';
import { CART_STALE_MS, endpointQuery, personalQuery, type Scope } from '../query-client.ts';

/** The tree of aisles, for menus. */
export const navCategoriesQuery = (lang: Lang) =>
  endpointQuery('catalog.navCategories', lang, { query: { show_in_sidemenu: '1' } });

export const shockingDealsQuery = (lang: Lang) =>
  endpointQuery('catalog.shockingDeals', lang, { query: { limit: '10' } });

export const bestSellersQuery = (lang: Lang) => endpointQuery('catalog.bestSellers', lang, { query: { limit: '10' } });

export const bundlesQuery = (lang: Lang) => endpointQuery('catalog.bundles', lang, { query: { limit: '8' } });

export const brandsQuery = (lang: Lang) => endpointQuery('catalog.brands', lang, { query: { limit: '12' } });

/** One product, whole. */
export const productQuery = (lang: Lang, slug: string) => endpointQuery('catalog.product', lang, { params: { slug } });

/** A product that is not published yet, for who has its token. */
export const previewQuery = (lang: Lang, slug: string, token: string) =>
  endpointQuery('catalog.preview', lang, { query: { slug, token } });

/** What stands beside a product, though it may have been removed. */
export const relatedQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.related', lang, { query: { slug, limit: '12' } });

/** What this shopper looked at last. */
export const recentProductsQuery = (lang: Lang, scope: Scope) =>
  personalQuery('catalog.recent', lang, { query: { limit: '12' } }, scope, CART_STALE_MS);

/** One category by its slug. */
export const categoryQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.category', lang, { params: { id: slug } });

/** One brand by its id. */
export const brandQuery = (lang: Lang, id: string) => endpointQuery('catalog.brand', lang, { params: { id } });
