/**
 * Structured data of a page for search engines (JSON-LD), written only by the server from the page's query data.
 * Browsers do not run it, so the content security policy allows it.
 */
import { INFORMATION_PAGES, informationPath, ROUTES } from '@shop/core/links/paths';
import { matchPath } from 'react-router';
import { toScriptJson } from '../hydration/hydration-state.ts';
import { brandsData, categoriesData, categoryData, productListData } from './list-data.ts';
import type { PageData, SchemaObject } from './page-data.ts';
import { productData } from './product-data.ts';
import { faqData, informationData, shopData } from './shop-data.ts';
import { locatorData, storeData } from './store-data.ts';

/** Structured data by path; other pages have none. */
const STRUCTURED_DATA: Readonly<Record<string, (page: PageData) => SchemaObject[]>> = {
  ...Object.fromEntries(INFORMATION_PAGES.map((name) => [informationPath(name), informationData])),
  [ROUTES.home]: shopData,
  [ROUTES.products]: productListData('catalog.products', 'catalog.search'),
  [ROUTES.product]: productData,
  [ROUTES.shockingDeals]: productListData('catalog.shockingDeals'),
  [ROUTES.bestSellers]: productListData('catalog.bestSellers', 'catalog.bestSellersGrocery', 'catalog.popular'),
  [ROUTES.bundles]: productListData('catalog.bundles'),
  [ROUTES.categories]: categoriesData,
  [ROUTES.category]: categoryData,
  [ROUTES.brands]: brandsData,
  [ROUTES.stores]: locatorData,
  [ROUTES.shops]: locatorData,
  [ROUTES.shoppings]: locatorData,
  [ROUTES.faq]: faqData,
};

function findData(pathname: string): ((page: PageData) => SchemaObject[]) | undefined {
  if (Object.hasOwn(STRUCTURED_DATA, pathname)) return STRUCTURED_DATA[pathname];
  if (matchPath(ROUTES.store, pathname) !== null) return storeData;
  return matchPath(ROUTES.ownPage, pathname) === null ? undefined : informationData;
}

/** Renders the structured data as script elements, one per item; none on pages that are not indexed. */
export function renderStructuredData(pathname: string, page: PageData): string {
  const data = page.head.noIndex ? undefined : findData(pathname)?.(page);
  return (data ?? [])
    .map((thing) => ({ '@context': 'https://schema.org', ...thing }))
    .map((thing) => `<script type="application/ld+json">${toScriptJson(thing)}</script>`)
    .join('');
}
