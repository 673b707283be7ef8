/** Lists of categories: flat, as the navigation tree, and those that hold a brand's products. */

import type { Category, NavCategory } from '@shop/contract/catalog';
import { type ListQuery, MAX_CATEGORY_LIMIT } from '@shop/contract/list';
import { listRows, type Page, pageOf, type ReferenceFields } from '../../content/reference-list.ts';
import type { Ctx } from '../../context.ts';
import { refuse } from '../../refuse.ts';
import { presentCategory } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import type { CategoryRow, Labels } from '../index/labels.ts';
import { requestedBrands, requestedCategories } from '../index/requested-labels.ts';

const fields: ReferenceFields<{ row: CategoryRow; shown: Category }> = {
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

/** Whether the query's own parameters let a category through. */
function isRequested(labels: Labels, query: ListQuery): (row: CategoryRow) => boolean {
  const requested = requestedCategories(labels, query);
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

/** The requested categories: parents before children, siblings in the shop's order. */
async function loadCategories(ctx: Ctx, index: CatalogIndex, query: ListQuery, brands: readonly number[] = []) {
  const labels = await index.labels();
  const { categories: counts } = await index.countByLabel(brands.length === 0 ? {} : { brands });
  const tree = labels.categories;
  const rows = [...tree.values()].filter(isRequested(labels, query));
  return rows
    .map((row) => ({ row, shown: presentCategory(ctx.lang, row, tree, counts.get(row.id) ?? 0) }))
    .filter(({ shown }) => query.show_available !== true || shown.products_count > 0);
}

/** Categories as a flat list. */
export async function listCategories(ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<Page<Category>> {
  const all = await loadCategories(ctx, index, query, requestedBrands(query));
  const some = query.brand_id ? all.filter(({ shown }) => shown.products_count > 0) : all;
  const { data, total } = listRows(some, query, fields);
  return pageOf(
    data.map(({ shown }) => shown),
    total,
    query,
  );
}

/** Categories that hold products of a brand, by its slug or id, with how many of them. Without a brand there are none. */
export async function listBrandCategories(
  ctx: Ctx,
  index: CatalogIndex,
  { brand, ...query }: ListQuery & { brand?: string | undefined },
): Promise<Page<Category>> {
  const all = [...(await index.labels()).brands.values()];
  const found = all.find(({ slug }) => slug === brand) ?? all.find(({ id }) => String(id) === brand);
  const none = brand === undefined ? !query.brand_id : found === undefined;
  if (none) return pageOf([], 0, query);
  return listCategories(ctx, index, found === undefined ? query : { ...query, brand_id: String(found.id) });
}

/** The navigation tree: roots with what stands directly below them. */
export async function listNavCategories(ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<Page<NavCategory>> {
  const all = await loadCategories(ctx, index, query);
  const roots = all.filter(({ row }) => row.parent_id === null);
  // A menu is not paginated unless `limit` asks for it.
  const paged = { ...query, limit: query.limit ?? MAX_CATEGORY_LIMIT };
  const { data, total } = listRows(roots, paged, fields);
  const childrenOf = (id: number) => all.filter(({ row }) => row.parent_id === id).map(({ shown }) => shown);
  return pageOf(
    data.map(({ row, shown }) => ({ ...shown, children: childrenOf(row.id) })),
    total,
    paged,
  );
}

/** One category by id or slug. Refuses with 404 what is unknown. */
export async function findCategory(ctx: Ctx, index: CatalogIndex, idOrSlug: string): Promise<Category> {
  const { categories: tree } = await index.labels();
  const all = [...tree.values()];
  const row = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => String(id) === idOrSlug);
  if (row === undefined) return refuse('request.not_found');
  return presentCategory(ctx.lang, row, tree, (await index.countByLabel()).categories.get(row.id) ?? 0);
}
