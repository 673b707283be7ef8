/** Lists as schema.org items: products in order, categories, brands. */
import type { ShopperEndpointName } from '@shop/contract/api/endpoint-paths';
import { categoryPath } from '@shop/core/links/category-link';
import { brandPath, brandsPath, categoriesPath, productPath, ROUTES } from '@shop/core/links/paths';
import { resolveCategoryName } from '../catalog/categories/category-name.ts';
import { buildBreadcrumbs, listResponses, type PageData, type SchemaObject, toAbsoluteUrl } from './page-data.ts';

type ListedItem = { name: string; path: string };

function buildItemList(page: PageData, name: string, items: readonly ListedItem[]): SchemaObject[] {
  if (items.length === 0) return [];
  return [
    {
      '@type': 'ItemList',
      name,
      numberOfItems: items.length,
      itemListElement: items.map((item, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: item.name,
        url: toAbsoluteUrl(page, item.path),
      })),
    },
  ];
}

const nameOf = ({ head }: PageData) => head.title ?? head.fullTitle;

type ProductListName = Extract<
  ShopperEndpointName,
  | 'catalog.products'
  | 'catalog.search'
  | 'catalog.shockingDeals'
  | 'catalog.bestSellers'
  | 'catalog.bestSellersGrocery'
  | 'catalog.popular'
  | 'catalog.bundles'
>;

/** Collects the products of the page's main list, from the responses of these endpoints. */
function collectProducts(page: PageData, names: readonly ProductListName[]): ListedItem[] {
  const rows = names.flatMap((name) => listResponses(page, name).flatMap(({ data }) => data));
  return [...new Map(rows.map((row) => [row.slug, { name: row.title, path: productPath(row.slug) }])).values()];
}

/** Returns a function that builds the items of a page of products, from the responses of these endpoints. */
export const buildProductListData =
  (...names: ProductListName[]) =>
  (page: PageData): SchemaObject[] => [
    ...buildItemList(page, nameOf(page), collectProducts(page, names)),
    buildBreadcrumbs(page, [{ name: nameOf(page), path: page.head.path }]),
  ];

/** Builds the products of a category, and its breadcrumbs. */
export function buildCategoryData(page: PageData): SchemaObject[] {
  const [tree] = listResponses(page, 'catalog.navCategories');
  const categories = listResponses(page, 'catalog.category');
  const pageCategory = categories.find((each) => categoryPath({ ...each, show_in_brand: false }) === page.head.path);
  const parentCrumbs = (pageCategory?.ancestors ?? []).map((slug, index, all) => ({
    name: categories.find((each) => each.slug === slug)?.name ?? resolveCategoryName(tree?.data, slug),
    path: categoryPath({ slug, ancestors: all.slice(0, index), show_in_brand: false }),
  }));
  // A brand's page has the same pathname as a category's.
  const isBrand = !page.head.path.includes('categories=');
  return [
    ...buildItemList(page, nameOf(page), collectProducts(page, ['catalog.products'])),
    buildBreadcrumbs(page, [
      isBrand
        ? { name: page.t('layout.brands'), path: brandsPath() }
        : { name: page.t('layout.aisles'), path: categoriesPath() },
      ...parentCrumbs,
      { name: nameOf(page), path: page.head.path },
    ]),
  ];
}

/** Builds the list of all categories, subcategories included. */
export function buildCategoriesData(page: PageData): SchemaObject[] {
  const roots = listResponses(page, 'catalog.navCategories').flatMap(({ data }) => data);
  const categories = roots.flatMap((root) => [root, ...root.children]);
  return [
    ...buildItemList(
      page,
      nameOf(page),
      categories.map((category) => ({
        name: category.name,
        path: categoryPath({ ...category, show_in_brand: false }),
      })),
    ),
    buildBreadcrumbs(page, [{ name: nameOf(page), path: ROUTES.categories }]),
  ];
}

export function buildBrandsData(page: PageData): SchemaObject[] {
  const brands = listResponses(page, 'catalog.brands').flatMap(({ data }) => data);
  const brandsById = new Map(brands.map((each) => [each.id, each]));
  return [
    ...buildItemList(
      page,
      nameOf(page),
      [...brandsById.values()].map(({ id, name }) => ({
        name,
        path: brandPath({ id }),
      })),
    ),
    buildBreadcrumbs(page, [{ name: nameOf(page), path: ROUTES.brands }]),
  ];
}
