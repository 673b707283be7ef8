/**
 * What search engines read of a page as data (JSON-LD). The server alone writes it, from the answers that the page shows;
 * no browser runs it, and the content security policy has nothing against it.
 */
import { INFORMATION_PAGES, informationPath, ROUTES } from '@shop/core/links/paths';
import { toScriptJson } from '../page-state.ts';
import { brandsData, categoriesData, categoryData, productListData } from './list-data.ts';
import type { PageData, SchemaObject } from './page-data.ts';
import { productData } from './product-data.ts';
import { faqData, informationData, shopData } from './shop-data.ts';

/** By the page's path; what is not listed says nothing. */
const DATA: Readonly<Record<string, (page: PageData) => SchemaObject[]>> = {
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
  [ROUTES.faq]: faqData,
};

/** A page's structured data as script elements, one a thing; nothing where no search engine should list the page. */
export function structuredData(pathname: string, page: PageData): string {
  const data = Object.hasOwn(DATA, pathname) && !page.head.noIndex ? DATA[pathname]?.(page) : undefined;
  return (data ?? [])
    .map((thing) => ({ '@context': 'https://schema.org', ...thing }))
    .map((thing) => `<script type="application/ld+json">${toScriptJson(thing)}</script>`)
    .join('');
}
