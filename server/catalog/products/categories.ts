/** Lists categories: flat, as navigation tree, and by brand. */

import type { Category, NavCategory } from '@shop/contract/catalog';
import { type ListQuery, MAX_CATEGORY_LIMIT } from '@shop/contract/list-query';
import type { Ctx } from '../../context.ts';
import { type ListPage, mapPage, toPage } from '../../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../../lists/reference-list.ts';
import { refuse } from '../../refuse.ts';
import { presentCategory } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import type { CategoryRow, Labels } from '../index/labels.ts';
import { parseRequestedBrands, parseRequestedCategories } from '../index/requested-labels.ts';
import { loadCategoryPictures } from './category-pictures.ts';

const categoryFields: ReferenceFields<{ row: CategoryRow; shown: Category }> = {
  search: {
    id: ({ shown }) => shown.id,
    slug: ({ shown }) => shown.slug,
    name: ({ shown }) => shown.name,
    'parent.slug': ({ shown }) => shown.parent?.slug ?? null,
    'parent.id': ({ shown }) => shown.parent?.id ?? null,
  },
  sorts: {
    name: ({ shown }) => shown.name,
    id: ({ row }) => row.id,
    products_count: ({ shown }) => shown.products_count,
  },
  free: ['name', 'slug'],
};

/** Returns a predicate for the query's filters by menu and category. */
function isRequested(labels: Labels, query: ListQuery): (row: CategoryRow) => boolean {
  const requested = parseRequestedCategories(labels, query);
  const isWithin = (row: CategoryRow): boolean => {
    for (let next: CategoryRow | undefined = row; next; next = labels.categories.get(next.parent_id ?? 0)) {
      if (requested?.includes(next.id)) return true;
    }
    return false;
  };
  return (row) =>
    (query.show_in_sidemenu === undefined || row.show_in_sidemenu === query.show_in_sidemenu) &&
    (query.show_in_footer === undefined || row.show_in_footer === query.show_in_footer) &&
    (requested === null || isWithin(row));
}

/** Loads the requested categories: roots first, siblings in the shop's order. */
async function loadCategories(ctx: Ctx, index: CatalogIndex, query: ListQuery, brands: readonly number[] = []) {
  const labels = await index.readLabels();
  const { categories: counts } = await index.countByLabel(brands.length === 0 ? {} : { brands });
  const tree = labels.categories;
  const pictures = await loadCategoryPictures(ctx, index);
  const rows = [...tree.values()].filter(isRequested(labels, query));
  return rows
    .map((row) => ({ row, shown: presentCategory(ctx.lang, row, tree, counts.get(row.id) ?? 0, pictures) }))
    .filter(({ shown }) => query.show_available !== true || shown.products_count > 0);
}

export async function listCategories(ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<ListPage<Category>> {
  const all = await loadCategories(ctx, index, query, parseRequestedBrands(query));
  const some = query.brand_id ? all.filter(({ shown }) => shown.products_count > 0) : all;
  return mapPage(listRows(some, query, categoryFields), ({ shown }) => shown);
}

/** Lists categories with products of a brand (slug or id) and their count. Empty without a brand. */
export async function listBrandCategories(
  ctx: Ctx,
  index: CatalogIndex,
  { brand, ...query }: ListQuery & { brand?: string | undefined },
): Promise<ListPage<Category>> {
  const all = [...(await index.readLabels()).brands.values()];
  const match = all.find(({ slug }) => slug === brand) ?? all.find(({ id }) => String(id) === brand);
  const none = brand === undefined ? !query.brand_id : match === undefined;
  if (none) return toPage([], 0, query);
  return listCategories(ctx, index, match === undefined ? query : { ...query, brand_id: String(match.id) });
}

/** Lists the navigation tree: roots with their direct children. */
export async function listNavCategories(
  ctx: Ctx,
  index: CatalogIndex,
  query: ListQuery,
): Promise<ListPage<NavCategory>> {
  const all = await loadCategories(ctx, index, query);
  const roots = all.filter(({ row }) => row.parent_id === null);
  // The menu is paginated only with an explicit `limit`.
  const paged = { ...query, limit: query.limit ?? MAX_CATEGORY_LIMIT };
  const listChildren = (id: number) => all.filter(({ row }) => row.parent_id === id).map(({ shown }) => shown);
  return mapPage(listRows(roots, paged, categoryFields), ({ row, shown }) => ({
    ...shown,
    children: listChildren(row.id),
  }));
}

/** Finds a category by id or slug. Refuses unknown ones with 404. */
export async function readCategory(ctx: Ctx, index: CatalogIndex, idOrSlug: string): Promise<Category> {
  const { categories: tree } = await index.readLabels();
  const all = [...tree.values()];
  const row = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => String(id) === idOrSlug);
  if (row === undefined) return refuse('request.not_found');
  const count = (await index.countByLabel()).categories.get(row.id) ?? 0;
  return presentCategory(ctx.lang, row, tree, count, await loadCategoryPictures(ctx, index));
}
