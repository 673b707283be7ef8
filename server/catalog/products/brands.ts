import type { Brand } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list-query';
import type { Ctx } from '../../context.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../../lists/reference-list.ts';
import { refuse } from '../../refuse.ts';
import { presentBrand } from '../catalog.view.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';
import { parseRequestedBrands, parseRequestedCategories } from '../index/requested-labels.ts';

const brandFields: ReferenceFields<Brand> = {
  search: {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    name: ({ name }) => name,
    local_name: ({ local_name }) => local_name ?? '',
  },
  sorts: { name: ({ name }) => name, id: ({ id }) => Number(id), products_count: (brand) => brand.products_count },
  free: ['name', 'local_name', 'slug'],
};

/** Lists brands; with requested categories, only brands with products there, counted there. */
export async function listBrands({ lang }: Ctx, index: CatalogIndex, query: ListQuery): Promise<ListPage<Brand>> {
  const labels = await index.readLabels();
  const categories = parseRequestedCategories(labels, query);
  const ids = parseRequestedBrands(query);
  const { brands: counts } = await index.countByLabel(categories === null ? {} : { categories });
  const some = [...labels.brands.values()]
    .map((row) => presentBrand(lang, row, counts.get(row.id) ?? 0))
    .filter((brand) => brand.products_count > 0 || (categories === null && query.show_available !== true))
    .filter((brand) => !query.brand_id || ids.includes(Number(brand.id)));
  return listRows(some, query, brandFields);
}

/** Lists brands with products in the requested categories, from A to Z. */
export const listCategoryBrands = (ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<ListPage<Brand>> =>
  listBrands(ctx, index, { ...query, show_available: true });

/** Finds a brand by id or slug. Refuses unknown ones with 404. */
export async function readBrand({ lang }: Ctx, index: CatalogIndex, idOrSlug: string): Promise<Brand> {
  const all = [...(await index.readLabels()).brands.values()];
  const row = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => String(id) === idOrSlug);
  if (row === undefined) return refuse('request.not_found');
  return presentBrand(lang, row, (await index.countByLabel()).brands.get(row.id) ?? 0);
}
