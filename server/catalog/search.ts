/** Searching by words: ranked results with their facets, and what is suggested while typing. */
import type { ProductQuery, Suggestions } from '@shop/contract/catalog';
import type { Ctx } from '../http/context.ts';
import { listBrands, listCategories, listProducts } from './catalog.ts';
import { facetsOf } from './facets.ts';

/** How many of each are suggested. */
const SUGGESTED = 4;

/** What matches `keyword`, best first, with what it can be narrowed by. */
export async function search(ctx: Ctx, query: ProductQuery) {
  const page = await listProducts(ctx, query);
  return { ...page, facets: await facetsOf(ctx, query), corrected: null };
}

/** What to suggest while a keyword is typed; nothing before there is a word. */
export async function suggest(ctx: Ctx, keyword: string): Promise<Suggestions> {
  if (keyword.trim() === '') return { keywords: [], categories: [], brands: [], products: [] };
  const { data: products } = await listProducts(ctx, { keyword, limit: SUGGESTED });
  const { data: categories } = await listCategories(ctx, { keyword, limit: SUGGESTED });
  const { data: brands } = await listBrands(ctx, { keyword, limit: SUGGESTED });
  return {
    keywords: [...new Set(products.map(({ name }) => name))],
    categories: categories.map(({ id, name, slug, ancestors, products_count }) => {
      return { id, name, slug, ancestors, count: products_count };
    }),
    brands: brands.map(({ id, name, slug, products_count }) => ({ id, name, slug, count: products_count })),
    products,
  };
}
