/** What a list of products can be narrowed by, with how many products each value would leave. */
import type { Facets, ProductQuery } from '@shop/contract/catalog';
import * as v from 'valibot';
import type { Statement } from '../db/database.ts';
import type { Ctx } from '../http/context.ts';
import { allBrands, allCategories, dietaryNames } from './catalog.sql.ts';
import { chosenCategories } from './catalog.ts';
import { refIn } from './catalog.view.ts';
import { chooseListings } from './listing-choice.ts';

/** Runs a count over what the query finds. */
async function counted<Row>(
  ctx: Ctx,
  query: ProductQuery,
  columns: string,
  rest: string,
  row: v.GenericSchema<unknown, Row>,
) {
  const choice = chooseListings(query, ctx.lang, await chosenCategories(ctx, query));
  const where = choice.where.length > 0 ? `where ${choice.where.join(' and ')}` : '';
  const text = `select ${columns} from product_listing l ${rest.replace('WHERE', where)}`;
  const statement: Statement<Row> = { name: 'catalog.facets', row, text, isComposed: true };
  return ctx.db.rows(statement, choice.values);
}

const valueCount = v.object({ value: v.nullable(v.union([v.number(), v.string()])), count: v.number() });

async function countsBy(ctx: Ctx, query: ProductQuery, value: string): Promise<Map<string, number>> {
  const rows = await counted(ctx, query, `${value} as value, count(*) as count`, 'WHERE group by 1', valueCount);
  return new Map(rows.map((row) => [String(row.value), row.count]));
}

const one = v.object({ total: v.number(), low: v.nullable(v.number()), high: v.nullable(v.number()) });
const TOTALS = 'count(*) as total, min(l.price_now) as low, max(l.price_now) as high';

/** The facets of a list's query: each group counted with its own choice set aside. */
export async function facetsOf(ctx: Ctx, query: ProductQuery): Promise<Facets> {
  ctx.shows.list = true;
  const totals = async (of: ProductQuery) => (await counted(ctx, of, TOTALS, 'WHERE', one))[0];
  const { category_slugs, category_id, ...anyCategory } = query;
  const brands = await countsBy(ctx, { ...query, brand_id: undefined }, 'l.brand_id');
  const categories = await countsBy(ctx, anyCategory, 'unnest(l.category_ids)');
  const dietary = await countsBy(ctx, { ...query, dietary: undefined }, 'unnest(l.dietary_slugs)');
  const price = await totals({ ...query, min_price: undefined, max_price: undefined });
  const chosen = await chosenCategories(ctx, query);
  const tree = await ctx.db.rows(allCategories);
  const slugOf = new Map(tree.map((each) => [each.id, each.slug]));
  const below = tree.filter(({ parent_id }) =>
    chosen === null ? parent_id === null : parent_id !== null && chosen.ids.includes(parent_id),
  );
  const named = (row: { id: number; slug: string; name_en: string; name_zh: string | null }) =>
    refIn(ctx.lang, { ...row, name: { en: row.name_en, zh: row.name_zh } });
  return {
    total: (await totals(query))?.total ?? 0,
    brands: (await ctx.db.rows(allBrands)).map(({ id, slug, name }) => {
      return { id: String(id), slug, name, count: brands.get(String(id)) ?? 0 };
    }),
    categories: below.map((row) => ({
      ...named(row),
      parent: row.parent_id === null ? null : (slugOf.get(row.parent_id) ?? null),
      count: categories.get(String(row.id)) ?? 0,
    })),
    dietary: (await ctx.db.rows(dietaryNames)).map((row) => ({ ...named(row), count: dietary.get(row.slug) ?? 0 })),
    price:
      price === undefined || price.low === null || price.high === null
        ? null
        : { min_price: price.low, max_price: price.high },
    on_sale: (await totals({ ...query, on_sale: true }))?.total ?? 0,
    in_stock: (await totals({ ...query, show_available: true }))?.total ?? 0,
  };
}
