/** What shoppers ask of the catalogue: lists of products, one product, categories and brands. */
import type { Brand, Category, NavCategory, ProductQuery, ProductRow, ShockingDeals } from '@shop/contract/catalog';
import { DEFAULT_LIMIT, type ListQuery, MAX_CATEGORY_LIMIT } from '@shop/contract/list';
import { listRows, type Page, pageOf, type ReferenceFields } from '../content/reference-list.ts';
import { type Ctx, showsUntil } from '../http/context.ts';
import { refuse } from '../http/refuse.ts';
import {
  allBrands,
  allCategories,
  brandsOfCategories,
  categoriesOfBrand,
  collectionByKey,
  type ListingRow,
  listingPage,
  type PageRow,
  type Source,
  WHOLE_LISTING,
} from './catalog.sql.ts';
import { type BrandRow, type CategoryRow, presentBrand, presentCategory, presentRow } from './catalog.view.ts';
import { type ChosenCategories, categoryIdsOf, chooseListings, DEFAULT_ORDER } from './listing-choice.ts';
import { dealsEnd, upcomingDeals } from './upcoming-deals.ts';

type Tree = ReadonlyMap<number, CategoryRow>;

async function loadTree(ctx: Ctx): Promise<Tree> {
  return new Map((await ctx.db.rows(allCategories)).map((category) => [category.id, category]));
}

function isAncestor(tree: Tree, above: CategoryRow, below: CategoryRow): boolean {
  for (let next = below.parent_id; next !== null; next = tree.get(next)?.parent_id ?? null) {
    if (next === above.id) return true;
  }
  return false;
}

/**
 * Which categories `category_slugs` means: of a chain from ancestor to descendant the last one, of unrelated ones all
 * (readings 8). Unknown slugs mean nothing.
 */
function chainOrUnion(tree: Tree, slugs: readonly string[]): CategoryRow[] {
  const chosen = [...tree.values()].filter((category) => slugs.includes(category.slug));
  return chosen.filter((category) => !chosen.some((other) => isAncestor(tree, category, other)));
}

/** Resolves the category parameters of a list. */
export async function chosenCategories(ctx: Ctx, query: ListQuery): Promise<ChosenCategories> {
  if (!query.category_slugs && !query.category_id) return null;
  const byId = query.category_id ? categoryIdsOf(query.category_id) : null;
  if (!query.category_slugs) return { ids: byId ?? [] };
  const slugs = query.category_slugs.split(',').map((slug) => slug.trim());
  const bySlug = chainOrUnion(await loadTree(ctx), slugs).map((category) => category.id);
  return { ids: byId === null ? bySlug : bySlug.filter((id) => byId.includes(id)) };
}

/** The products of a page; one past the end has a row with the total alone. */
function listed(rows: readonly PageRow[]): ListingRow[] {
  return rows.flatMap(({ product_id, doc, created_at, stock }) =>
    product_id === null || doc === null || created_at === null ? [] : [{ product_id, doc, created_at, stock }],
  );
}

/** A page of what a source holds, chosen and sorted by the query; `ownOrder` where it asks for none. */
export async function listFrom(
  ctx: Ctx,
  query: ProductQuery,
  source: Source,
  ownOrder: string,
): Promise<Page<ProductRow>> {
  ctx.shows.list = true;
  const choice = chooseListings(query, ctx.lang, await chosenCategories(ctx, query), ownOrder);
  const limit = query.limit ?? DEFAULT_LIMIT;
  const { statement, values } = listingPage(choice, source, limit, ((query.page ?? 1) - 1) * limit);
  const rows = await ctx.db.rows(statement, values);
  return pageOf(
    listed(rows).map((row) => presentRow(ctx, row)),
    rows[0]?.total ?? 0,
    query,
  );
}

/** Products with the whole list pattern: one statement, two where categories are named by slug. */
export const listProducts = (ctx: Ctx, query: ProductQuery): Promise<Page<ProductRow>> =>
  listFrom(ctx, query, WHOLE_LISTING, DEFAULT_ORDER);

const BEST_FIRST = 'l.sales_count desc, l.product_id desc';

/** A collection's products and their own order, by its rule. */
function sourceOf(
  key: string,
  rule: { by: string; category_slug?: string },
  max: number | null,
  now: Date,
): [Source, string] {
  const cut = (where: string, order: string, values: Source['values']): [Source, string] => {
    const limit = max === null ? '' : `order by ${order} limit ${Math.trunc(max)}`;
    return [{ sql: `(select l.* from product_listing l where ${where} ${limit}) l`, values, isWhole: false }, order];
  };
  const inCategory = `l.category_ids && array(select id from categories where slug = any (string_to_array($1, ',')))`;
  switch (rule.by) {
    case 'best_sellers':
      return rule.category_slug ? cut(inCategory, BEST_FIRST, [rule.category_slug]) : cut('true', BEST_FIRST, []);
    case 'deals':
      // The sale clock runs a moment behind: what has ended by now is left out here.
      return cut(
        'l.is_deal and (l.deal_ends_at is null or l.deal_ends_at > $1::timestamptz)',
        'l.deal_ends_at, l.product_id',
        [now],
      );
    case 'bundles':
      return cut('l.is_bundle', DEFAULT_ORDER, []);
    case 'popular':
      return cut('l.orders_count > 0', 'l.orders_count desc, l.product_id desc', []);
    case 'newest':
      return cut('true', 'l.created_at desc, l.product_id desc', []);
    case 'category':
      return cut(inCategory, DEFAULT_ORDER, [rule.category_slug ?? '']);
    default:
      return [
        {
          sql: `(select l.*, c.position as picked_position from product_listing l
            join collection_items c on c.product_id = l.product_id where c.collection_key = $1) l`,
          values: [key],
          isWhole: false,
        },
        'l.picked_position, l.product_id',
      ];
  }
}

/** A named collection (api.md), with the list pattern over its products. An unknown one is not found. */
export async function listCollection(ctx: Ctx, key: string, query: ProductQuery): Promise<Page<ProductRow>> {
  const collection = await ctx.db.row(collectionByKey, [key]);
  if (collection === null) return refuse('request.not_found');
  const [source, order] = sourceOf(key, collection.rule, collection.max_items, ctx.now);
  return listFrom(ctx, query, source, order);
}

/** The running deals, with when the soonest ends and which begin next. */
export async function listShockingDeals(ctx: Ctx, query: ProductQuery): Promise<ShockingDeals> {
  const page = await listCollection(ctx, 'shocking_deals', query);
  const ends_at = await dealsEnd(ctx);
  showsUntil(ctx.shows, ends_at);
  return { ...page, ends_at, next: await upcomingDeals(ctx) };
}

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
    products_count: ({ row }) => row.products_count,
  },
  free: ['name', 'slug'],
};

/** Roots first, then what stands below them, in the order of the shelves; whole branches by `show_in_…`. */
async function shownCategories(ctx: Ctx, query: ListQuery) {
  ctx.shows.list = true;
  const tree = await loadTree(ctx);
  return [...tree.values()]
    .filter((row) => query.show_in_sidemenu === undefined || row.show_in_sidemenu === query.show_in_sidemenu)
    .filter((row) => query.show_in_footer === undefined || row.show_in_footer === query.show_in_footer)
    .map((row) => ({ row, shown: presentCategory(ctx.lang, row, tree) }));
}

/** Categories as a flat list. */
export async function listCategories(ctx: Ctx, query: ListQuery): Promise<Page<Category>> {
  const { data, total } = listRows(await shownCategories(ctx, query), query, categoryFields);
  return pageOf(
    data.map(({ shown }) => shown),
    total,
    query,
  );
}

/** The navigation tree: roots with what stands directly below them. */
export async function listNavCategories(ctx: Ctx, query: ListQuery): Promise<Page<NavCategory>> {
  const all = await shownCategories(ctx, query);
  const roots = all.filter(({ row }) => row.parent_id === null);
  // A menu is whole unless a part of it is asked for.
  const paged = { ...query, limit: query.limit ?? MAX_CATEGORY_LIMIT };
  const { data, total } = listRows(roots, paged, categoryFields);
  const childrenOf = (id: number) => all.filter(({ row }) => row.parent_id === id).map(({ shown }) => shown);
  return pageOf(
    data.map(({ row, shown }) => ({ ...shown, children: childrenOf(row.id) })),
    total,
    paged,
  );
}

/** One category by id or slug. Refuses with 404 what is unknown. */
export async function findCategory(ctx: Ctx, idOrSlug: string): Promise<Category> {
  ctx.shows.list = true;
  const tree = await loadTree(ctx);
  const all = [...tree.values()];
  const row = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => String(id) === idOrSlug);
  return row === undefined ? refuse('request.not_found') : presentCategory(ctx.lang, row, tree);
}

const brandFields: ReferenceFields<BrandRow> = {
  search: { id: ({ id }) => String(id), slug: ({ slug }) => slug, name: ({ name }) => name },
  sorts: { name: ({ name }) => name, id: ({ id }) => id, products_count: ({ products_count }) => products_count },
  free: ['name', 'slug'],
};

/** Brands from A to Z. */
export async function listBrands(ctx: Ctx, query: ListQuery): Promise<Page<Brand>> {
  ctx.shows.list = true;
  const { data, total } = listRows(await ctx.db.rows(allBrands), query, brandFields);
  return pageOf(data.map(presentBrand), total, query);
}

/** Categories that hold products of a brand, counted by them. */
export async function listBrandCategories(ctx: Ctx, query: ListQuery & { brand?: string | undefined }) {
  ctx.shows.list = true;
  const found = await ctx.db.rows(categoriesOfBrand, [query.brand ?? query.brand_id ?? '']);
  const counts = new Map(found.map((row) => [row.id, row.count]));
  const shown = (await shownCategories(ctx, query))
    .filter(({ row }) => counts.has(row.id))
    .map(({ row, shown }) => ({ row, shown: { ...shown, products_count: counts.get(row.id) ?? 0 } }));
  const { data, total } = listRows(shown, query, categoryFields);
  return pageOf(
    data.map((each) => each.shown),
    total,
    query,
  );
}

/** Brands with products in the categories asked for, from A to Z. */
export async function listCategoryBrands(ctx: Ctx, query: ListQuery): Promise<Page<Brand>> {
  ctx.shows.list = true;
  const chosen = await chosenCategories(ctx, query);
  const found = await ctx.db.rows(brandsOfCategories, [chosen?.ids ?? null]);
  const counts = new Map(found.map((row) => [row.id, row.count]));
  const all = (await ctx.db.rows(allBrands)).filter(({ id }) => counts.has(id));
  const counted = all.map((row) => ({ ...row, products_count: counts.get(row.id) ?? 0 }));
  const { data, total } = listRows(counted, query, brandFields);
  return pageOf(data.map(presentBrand), total, query);
}

/** One brand by id or slug. Refuses with 404 what is unknown. */
export async function findBrand(ctx: Ctx, idOrSlug: string): Promise<Brand> {
  ctx.shows.list = true;
  const all = await ctx.db.rows(allBrands);
  const row = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => String(id) === idOrSlug);
  return row === undefined ? refuse('request.not_found') : presentBrand(row);
}
