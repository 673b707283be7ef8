/**
 * Structured data of a page for search engines (JSON-LD), written only by the server from the page's query data.
 * Browsers do not run it, so the content security policy allows it.
 */
import { INFORMATION_PAGES, informationPath, ROUTES } from '@shop/core/links/paths';
import { matchPath } from 'react-router';
import { toScriptJson } from '../hydration/hydration-state.ts';
import { buildBrandsData, buildCategoriesData, buildCategoryData, buildProductListData } from './list-data.ts';
import type { PageData, SchemaObject } from './page-data.ts';
import { buildProductData } from './product-data.ts';
import { buildFaqData, buildInformationData, buildShopData } from './shop-data.ts';
import { buildLocatorData, buildStoreData } from './store-data.ts';

/** Structured data by path; other pages have none. */
const STRUCTURED_DATA: Readonly<Record<string, (page: PageData) => SchemaObject[]>> = {
  ...Object.fromEntries(INFORMATION_PAGES.map((name) => [informationPath(name), buildInformationData])),
  [ROUTES.home]: buildShopData,
  [ROUTES.products]: buildProductListData('catalog.products', 'catalog.search'),
  [ROUTES.product]: buildProductData,
  [ROUTES.shockingDeals]: buildProductListData('catalog.shockingDeals'),
  [ROUTES.bestSellers]: buildProductListData('catalog.bestSellers', 'catalog.bestSellersGrocery', 'catalog.popular'),
  [ROUTES.bundles]: buildProductListData('catalog.bundles'),
  [ROUTES.categories]: buildCategoriesData,
  [ROUTES.category]: buildCategoryData,
  [ROUTES.brands]: buildBrandsData,
  [ROUTES.stores]: buildLocatorData,
  [ROUTES.shops]: buildLocatorData,
  [ROUTES.shoppings]: buildLocatorData,
  [ROUTES.faq]: buildFaqData,
};

function findBuilder(pathname: string): ((page: PageData) => SchemaObject[]) | undefined {
  if (Object.hasOwn(STRUCTURED_DATA, pathname)) return STRUCTURED_DATA[pathname];
  if (matchPath(ROUTES.store, pathname) !== null) return buildStoreData;
  return matchPath(ROUTES.ownPage, pathname) === null ? undefined : buildInformationData;
}

/** Renders the structured data as script elements, one per item; none on pages that are not indexed. */
export function renderStructuredData(pathname: string, page: PageData): string {
  const data = page.head.noIndex ? undefined : findBuilder(pathname)?.(page);
  return (data ?? [])
    .map((item) => ({ '@context': 'https://schema.org', ...item }))
    .map((item) => `<script type="application/ld+json">${toScriptJson(item)}</script>`)
    .join('');
}
