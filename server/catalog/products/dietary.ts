/** Dietary needs (`/dietary`), each with its product count. */
import type { Dietary } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list-query';
import { textIn } from '@shop/core/lang';
import type { Ctx } from '../../context.ts';
import type { ListPage } from '../../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../../lists/reference-list.ts';
import { refuse } from '../../refuse.ts';
import type { CatalogIndex } from '../index/catalog-index.ts';

async function loadDietaries(ctx: Ctx, index: CatalogIndex): Promise<Dietary[]> {
  const labels = await index.readLabels();
  const { dietary: counts } = await index.countByLabel();
  return [...labels.dietary.values()].map(({ id, slug, name_en, name_zh }) => {
    return { id: String(id), slug, name: textIn(ctx.lang, name_en, name_zh), products_count: counts.get(slug) ?? 0 };
  });
}

const dietaryFields: ReferenceFields<Dietary> = {
  search: { id: ({ id }) => id, slug: ({ slug }) => slug, name: ({ name }) => name },
  sorts: { id: ({ id }) => Number(id), name: ({ name }) => name, products_count: (each) => each.products_count },
  free: ['name', 'slug'],
};

/** Lists dietary needs in the shop's order, with all list parameters. */
export async function listDietaries(ctx: Ctx, index: CatalogIndex, query: ListQuery): Promise<ListPage<Dietary>> {
  return listRows(await loadDietaries(ctx, index), query, dietaryFields);
}

/** Finds a dietary need by id or slug. Refuses unknown ones with 404. */
export async function readDietary(ctx: Ctx, index: CatalogIndex, idOrSlug: string): Promise<Dietary> {
  const all = await loadDietaries(ctx, index);
  const match = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => id === idOrSlug);
  return match ?? refuse('request.not_found');
}
