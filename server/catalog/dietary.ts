/** Dietary needs (`/dietary`), with how many products meet each. */
import type { Dietary } from '@shop/contract/catalog';
import type { ListQuery } from '@shop/contract/list';
import * as v from 'valibot';
import { textIn } from '../content/bilingual.ts';
import { listRows, type Page, pageOf, type ReferenceFields } from '../content/reference-list.ts';
import { statement } from '../db/database.ts';
import type { Ctx } from '../http/context.ts';
import { refuse } from '../http/refuse.ts';

const allDietaries = statement(
  'catalog.dietaries',
  v.object({
    id: v.number(),
    slug: v.string(),
    name_en: v.string(),
    name_zh: v.nullable(v.string()),
    products_count: v.number(),
  }),
  `select d.id, d.slug, d.name_en, d.name_zh,
     (select count(*) from product_listing l where l.dietary_slugs @> array[d.slug]) as products_count
   from dietaries d order by d.position, d.id`,
);

async function loadDietaries(ctx: Ctx): Promise<Dietary[]> {
  ctx.shows.list = true;
  const rows = await ctx.db.rows(allDietaries);
  return rows.map(({ id, slug, name_en, name_zh, products_count }) => {
    return { id: String(id), slug, name: textIn(ctx.lang, name_en, name_zh), products_count };
  });
}

const fields: ReferenceFields<Dietary> = {
  search: { id: ({ id }) => id, slug: ({ slug }) => slug, name: ({ name }) => name },
  sorts: { id: ({ id }) => Number(id), name: ({ name }) => name, products_count: (each) => each.products_count },
  free: ['name', 'slug'],
};

/** Dietary needs in the shop's order, with the list pattern. */
export async function listDietaries(ctx: Ctx, query: ListQuery): Promise<Page<Dietary>> {
  const { data, total } = listRows(await loadDietaries(ctx), query, fields);
  return pageOf(data, total, query);
}

/** One dietary need by id or slug. Refuses with 404 what is unknown. */
export async function findDietary(ctx: Ctx, idOrSlug: string): Promise<Dietary> {
  const all = await loadDietaries(ctx);
  const found = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => id === idOrSlug);
  return found ?? refuse('request.not_found');
}
