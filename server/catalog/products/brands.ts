/** Lists of brands, from A to Z. */
import type { Brand } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list';
import { listRows, type Page, pageOf, type ReferenceFields } from '../../content/reference-list.ts';
import type { Ctx } from '../../context.ts';
import { refuse } from '../../refuse.ts';
import { presentBrand } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { countLabels } from '../index/label-counts.ts';
import { brandsAsked, categoriesAsked } from '../index/product-filter.ts';

const fields: ReferenceFields<Brand> = {
  search: { id: ({ id }) => id, slug: ({ slug }) => slug, name: ({ name }) => name },
  sorts: { name: ({ name }) => name, id: ({ id }) => Number(id), products_count: (brand) => brand.products_count },
  free: ['name', 'slug'],
};

/** Brands; where categories are asked for, those with products in them, counted there. */
export async function listBrands(ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<Page<Brand>> {
  ctx.shows.list = true;
  const catalogue = await index.current();
  const { rows, labels } = catalogue;
  const categories = categoriesAsked(catalogue, query);
  const ids = brandsAsked(query);
  const holding = rows.categories.holdingAny(categories ?? []);
  const { brands: counts } = countLabels(
    catalogue,
    (kind) => categories === null || holding[rows.kinds.categorySets[kind] ?? 0] === 1,
  );
  const some = [...labels.brands.values()]
    .map((row) => presentBrand(row, counts.get(row.id) ?? 0))
    .filter((brand) => brand.products_count > 0 || (categories === null && query.show_available !== true))
    .filter((brand) => !query.brand_id || ids.includes(Number(brand.id)));
  const { data, total } = listRows(some, query, fields);
  return pageOf(data, total, query);
}

/** Brands with products in the categories asked for, from A to Z. */
export const listCategoryBrands = (ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<Page<Brand>> =>
  listBrands(ctx, index, { ...query, show_available: true });

/** One brand by id or slug. Refuses with 404 what is unknown. */
export async function findBrand(ctx: Ctx, index: CatalogIndex, idOrSlug: string): Promise<Brand> {
  ctx.shows.list = true;
  const catalogue = await index.current();
  const all = [...catalogue.labels.brands.values()];
  const row = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => String(id) === idOrSlug);
  if (row === undefined) return refuse('request.not_found');
  return presentBrand(row, countLabels(catalogue).brands.get(row.id) ?? 0);
}
