/** What the pages ask of the catalogue. */
import type { Lang } from '@shop/core/lang';
import { endpointQuery } from '../query-client.ts';

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

/** One category by its slug. */
export const categoryQuery = (lang: Lang, slug: string) =>
  endpointQuery('catalog.category', lang, { params: { id: slug } });

/** One brand by its id. */
export const brandQuery = (lang: Lang, id: string) => endpointQuery('catalog.brand', lang, { params: { id } });
